/* The pages of a draft: lines that are sorted by dragging or by buttons, and the panel of problems, asked for anew when
   somebody comes back to the page. Without this script the places are numbers. */

const lines = (list) => [...list.children].filter((line) => line.matches(".work-line:not(.template)"));

/* Places are numbers from 0 in the order of the page. */
function number(list) {
  lines(list).forEach((line, place) => {
    const input = line.querySelector("input[name$='-position']");
    if (input) input.value = place;
  });
  const ends = lines(list);
  ends.forEach((line, place) => {
    for (const button of line.querySelectorAll("[data-move]")) {
      const to = place + Number(button.dataset.move);
      button.setAttribute("aria-disabled", String(to < 0 || to >= ends.length));
    }
  });
}

function order(list) {
  return lines(list).map((line) => line.dataset.name).join("\n");
}

function sortable(list) {
  const before = order(list);
  const said = list.closest(".work-list").querySelector("[data-moved]");
  list.classList.add("work-sorted");
  list.querySelectorAll("[data-move]").forEach((button) => { button.hidden = false; });
  number(list);
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (button) move(list, button);
  });
  new MutationObserver(() => {
    number(list);
    const moved = order(list) !== before;
    said.hidden = !moved;
    said.textContent = moved ? said.dataset.text : "";
  }).observe(list, { childList: true });
}

function move(list, button) {
  const line = button.closest(".work-line");
  const all = lines(list);
  const other = all[all.indexOf(line) + Number(button.dataset.move)];
  if (!other) return;
  if (button.dataset.move === "1") other.after(line);
  else other.before(line);
  button.focus();
}

document.querySelectorAll("[data-lines]").forEach(sortable);

/* Whoever mended something elsewhere sees here what is left. */
const panel = document.querySelector("[data-problems]");
const PAUSE = 2000; // milliseconds between two looks; whoever comes back sooner is shown it when they are over
let asked = Date.now();
let next = 0;

function soon() {
  clearTimeout(next);
  next = setTimeout(refresh, asked + PAUSE - Date.now());
}

async function refresh() {
  if (document.hidden) return;
  asked = Date.now();
  try {
    const answer = await fetch(panel.dataset.problems, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const html = await answer.text();
    if (html.trim() !== panel.innerHTML.trim()) panel.innerHTML = html;
  } catch {
    /* Offline: what is shown stays. */
  }
}

if (panel) {
  window.addEventListener("focus", soon);
  document.addEventListener("visibilitychange", soon);
}

/* A link to an input within a tab or a folded row opens it. */
function reveal() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const folded = target.closest("details");
  if (folded) folded.open = true;
  const tab = target.closest(".tab-wrapper");
  if (tab && tab.offsetParent === null) {
    const tabs = [...tab.parentElement.querySelectorAll(":scope > .tab-wrapper")];
    tab.parentElement.querySelectorAll("nav a")[tabs.indexOf(tab)]?.click();
  }
  const branch = target.closest(".work-branch")?.querySelector(".work-branch-title");
  if (branch?.getAttribute("aria-expanded") === "false") branch.click();
  requestAnimationFrame(() => target.scrollIntoView({ block: "center" }));
}

/* The picture shows the step of the page. */
const current = document.querySelector(".work-picture .diagram-is-current");
const frame = current?.closest(".diagram-scroll");
if (frame) {
  const there = current.getBoundingClientRect();
  const here = frame.getBoundingClientRect();
  frame.scrollTop += there.top - here.top - (here.height - there.height) / 2;
}

window.addEventListener("load", reveal);
window.addEventListener("hashchange", reveal);
