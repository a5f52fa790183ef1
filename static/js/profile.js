// The profile's forms, sent without a reload, and the parts of a fact's page, opened within the list. Without this
// script the browser sends the forms and follows the links, and everything is there as well.

let busy = false;

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-change]");
  if (!form) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  const profile = document.querySelector("[data-profile]");
  profile.setAttribute("aria-busy", "true");
  try {
    await send(form, event.submitter);
  } catch {
    fail(profile);
  } finally {
    busy = false;
    document.querySelector("[data-profile]").removeAttribute("aria-busy");
  }
});

document.addEventListener("click", async (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("a[data-open], a[data-earlier]");
  if (link) {
    event.preventDefault();
    await (link.dataset.open ? open(link) : addEarlier(link)).catch(() => location.assign(link.href));
  } else if (event.target.closest("[data-close]")) {
    close(event.target.closest("[data-place]"));
  }
});

async function send(form, button) {
  const place = placeOf(form);
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button) });
  const page = parse(await answer.text());
  if (!page.querySelector("[data-profile]")) {
    if (answer.ok) location.assign(answer.url); // signed out meanwhile: the page to sign in
    else if (answer.status === 404) await showWhatIsLeft();
    else throw new Error(String(answer.status));
    return;
  }
  if (answer.status === 422 && showMistake(page, form)) return;
  if (answer.redirected) history.replaceState(null, "", answer.url);
  show(page, place);
}

// What the form was about is gone, forgotten on another page: nothing of it stays on this one.
async function showWhatIsLeft() {
  const { list, gone } = document.querySelector("[data-profile]").dataset;
  const page = await fetchPage(list);
  const notice = page.createElement("p");
  notice.className = "notice notice-warning";
  notice.setAttribute("role", "status");
  notice.textContent = gone;
  page.querySelector("#main").prepend(notice);
  history.replaceState(null, "", list);
  show(page, { after: [] });
}

// What was typed comes back with what is wrong with it, where it was typed.
function showMistake(page, form) {
  const old = form.closest("[data-panel]");
  const panel = old && page.getElementById(old.id);
  if (!panel) return false;
  old.replaceWith(panel);
  settle(panel);
  panel.querySelector("[aria-invalid=true]")?.focus();
  return true;
}

// Where the reader was: the item that was acted on, those behind it, and the section's heading.
function placeOf(form) {
  const item = form.closest("[data-item]");
  const after = [];
  for (let next = item; next; next = next.nextElementSibling) if (next.id) after.push(next.id);
  return { after, heading: form.closest("section")?.querySelector("h1[id], h2[id]")?.id };
}

// The page as it is now. What was done is said where it was done, with its Undo, and the reader goes on from there.
function show(page, place) {
  for (const part of ["#main", ".bar"]) {
    document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
  }
  document.title = page.title;
  const notices = document.querySelectorAll("#main > .notice");
  if (!notices.length) return focus(document.querySelector("[data-profile] h1"));
  put(notices, place);
  focus(notices[0]);
}

function put(notices, { after, heading }) {
  const item = after.map((id) => document.getElementById(id)).find(Boolean);
  const title = heading && document.querySelector(`[data-profile] #${CSS.escape(heading)}`);
  if (item) item.before(...within(item, notices));
  else if (title) title.after(...notices);
}

// Within a list everything is an item of it.
function within(item, notices) {
  if (item.tagName !== "LI") return notices;
  return [...notices].map((notice) => {
    const entry = document.createElement("li");
    entry.append(notice);
    return entry;
  });
}

async function open(link) {
  const item = link.closest("[data-item]");
  const panel = (await fetchPage(link.href)).getElementById(link.dataset.open);
  if (!panel) throw new Error("no such part");
  for (const menu of item.querySelectorAll("details[data-menu]")) menu.open = false;
  item.querySelector("[data-place]").replaceChildren(panel);
  settle(panel);
  focus(panel.querySelector("input:not([type=hidden]), select, textarea") || panel);
}

// Forms of a part within the list lead back to the list, and the part can be closed.
function settle(panel) {
  if (!panel.closest("[data-place]")) return;
  for (const next of panel.querySelectorAll("input[name=next]")) next.value = location.pathname + location.search;
  for (const button of panel.querySelectorAll("[data-close]")) button.hidden = false;
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-labelledby", panel.closest("[data-item]").querySelector("h3, .fact-name").id);
}

function close(place) {
  place.replaceChildren();
  focus(place.closest("[data-item]").querySelector("summary, .fact-name"));
}

async function addEarlier(link) {
  const panel = link.closest("[data-panel]");
  const more = (await fetchPage(link.href)).getElementById(link.dataset.earlier);
  if (!more) throw new Error("no such part");
  const first = more.querySelector(".history > li");
  panel.querySelector(".history").append(...more.querySelectorAll(".history > li"));
  const next = more.querySelector("a[data-earlier]");
  if (next) link.replaceWith(next);
  else link.remove();
  settle(panel);
  focus(first);
}

async function fetchPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return parse(await answer.text());
}

function parse(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

function focus(element) {
  if (!element.matches("a, button, input, select, textarea, summary")) element.tabIndex = -1;
  element.focus();
}

function fail(profile) {
  document.querySelector("[data-not-saved]")?.remove();
  const notice = document.createElement("p");
  notice.className = "notice notice-danger";
  notice.setAttribute("role", "alert");
  notice.dataset.notSaved = "";
  notice.textContent = profile.dataset.failed;
  profile.before(notice);
  notice.scrollIntoView({ block: "nearest" });
}
