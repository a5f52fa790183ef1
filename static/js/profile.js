// The profile's forms, sent without a reload. Without this script they are sent by the browser and lead to the same page.

const announcer = document.createElement("p");
announcer.className = "visually-hidden";
announcer.setAttribute("role", "status");
document.body.append(announcer);

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

async function send(form, button) {
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("[data-profile]")) {
    if (answer.ok) location.assign(answer.url); // signed out meanwhile: the page to sign in
    else throw new Error(String(answer.status));
    return;
  }
  show(page, place(form));
}

// Where the reader was: the section's heading, or the fact itself.
function place(form) {
  const anchor = form.closest("section")?.querySelector("h2[id]");
  return anchor ? `#${anchor.id}` : "h1";
}

function show(page, where) {
  const open = [...document.querySelectorAll("details[open][data-keep]")].map((item) => item.dataset.keep);
  for (const part of ["#main", ".bar"]) {
    document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
  }
  for (const item of document.querySelectorAll("details[data-keep]")) {
    if (open.includes(item.dataset.keep)) item.open = true;
  }
  announcer.textContent = [...document.querySelectorAll("#main > .notice")].map((item) => item.textContent).join(" ");
  const wrong = document.querySelector("[aria-invalid=true]");
  (wrong || document.querySelector(`[data-profile] ${where}`) || document.querySelector("[data-profile] h1")).focus();
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
