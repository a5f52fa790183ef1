// The inputs of an agent's admin that take a value apart. The server draws them: a choice on which others depend, a new
// row and the look as JSON are asked for there, with what stands in the page now. Without scripts a save does the same.

const WAIT = 8000; // milliseconds
const LOOKS = ["rows", "json"];
const ROW_CONTROLS = "input:not([type=hidden], [type=checkbox]), select, textarea";
const running = new Map(); // names of inputs that are being drawn, and what was asked of them meanwhile

document.documentElement.classList.add("ai-ready");

// What an input is called: Django renumbers the names of copied rows, and nothing else.
const head = (root) => root.querySelector(":scope > [data-ai-is]");
const nameOf = (root) => head(root).name.replace(/_is$/, "");
const say = (root, text) => { root.querySelector("[data-ai-said]").textContent = text; };

const body = (root, show) => {
  const data = new FormData(root.closest("form"));
  for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
  data.set("redraw_name", nameOf(root));
  data.set("redraw_column", head(root).value);
  data.set("redraw_show", show);
  return data;
};

const typed = (root) => [...root.querySelectorAll("[name]")]
  .filter((one) => one.type !== "checkbox" || one.checked).map((one) => `${one.name}=${one.value}`).join("\n");

const ask = async (root, show) => {
  const address = new URL(location.pathname.replace(/(change|add)\/$/, "input/"), location.origin);
  const options = { method: "POST", body: body(root, show), signal: AbortSignal.timeout(WAIT) };
  const answer = await fetch(address, options);
  if (answer.ok && !answer.redirected) return { html: await answer.text() };
  return { fault: answer.status === 422 ? await answer.text() : "" };
};

const drawn = (html) => {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.querySelector("[data-ai]");
};

// Whoever types on meanwhile is not interrupted: what was drawn for less than that is asked for again.
const redraw = async (root, show = "") => {
  const name = nameOf(root);
  if (running.has(name)) { running.set(name, show || running.get(name) || "again"); return root; }
  running.set(name, "");
  const before = typed(root);
  let found = { fault: "" };
  try { found = await ask(root, show); } catch { /* said below */ }
  const meanwhile = running.get(name);
  running.delete(name);
  if (LOOKS.includes(meanwhile)) return redraw(root, meanwhile);
  if (found.html === undefined) return failed(root, found.fault, show);
  return (meanwhile || typed(root) !== before) && !show ? redraw(root) : replaced(root, drawn(found.html));
};

const failed = (root, fault, show) => {
  const box = root.querySelector("[data-ai-as]");
  if (show) box.checked = !box.checked;
  say(root, fault || root.closest("[data-ai]").dataset.offline);
  return null;
};

// What a reader unfolded stays so when the server draws it anew.
const keepUnfolded = (root, fresh) => {
  const seen = [...root.querySelectorAll("details")];
  for (const one of fresh.querySelectorAll("details")) {
    const at = seen.findIndex((old) => old.firstElementChild.textContent === one.firstElementChild.textContent);
    if (at >= 0) one.open ||= seen.splice(at, 1)[0].open;
  }
};

const replaced = (root, fresh) => {
  const held = root.contains(document.activeElement) ? document.activeElement : null;
  keepUnfolded(root, fresh);
  root.replaceWith(fresh);
  prepare(fresh);
  const same = held && [...fresh.querySelectorAll("[name]")].find((one) => one.name === held.name && one.type !== "hidden");
  if (same) same.focus({ preventScroll: true });
  return fresh;
};

// Those that look as another input of the same row or page says.
const followers = (control) => [...control.form.querySelectorAll("[data-ai][data-follows]")].filter((root) => {
  const prefix = nameOf(root).slice(0, -head(root).value.split(".")[1].length);
  return [prefix + root.dataset.follows, `${prefix}${root.dataset.follows}_lines`].includes(control.name);
});

document.addEventListener("change", (event) => {
  const control = event.target;
  const root = control.closest?.("[data-ai]");
  if (root && control.matches("[data-ai-as]")) redraw(root, control.checked ? "json" : "rows");
  else if (root && control.matches("[data-ai-redraw]")) redraw(root);
  if (control.form) for (const one of followers(control)) redraw(one);
});

// Rows

const isEmpty = (row) => [...row.querySelectorAll(ROW_CONTROLS)].filter((one) => !one.closest(".ai-op") && !one.matches(".ai-op"))
  .every((one) => one.value === "") && !row.querySelector(".ai-ticks :checked");

const prepare = (root) => {
  for (const list of root.querySelectorAll("[data-ai-rows]")) {
    for (const row of list.children) {
      const button = row.querySelector("[data-ai-remove]");
      if (button) button.hidden = row === list.lastElementChild && isEmpty(row);
    }
  }
};

const remove = (button) => {
  const list = button.closest("[data-ai-rows]");
  const root = button.closest("[data-ai]");
  const row = button.closest("[data-ai-row]");
  const next = row.nextElementSibling ?? row.previousElementSibling;
  if (list.children.length > 1) row.remove();
  next?.querySelector(ROW_CONTROLS)?.focus();
  redraw(root);
};

// Names

let lastTaken = null; // the text that was written in last

const target = (holder) => {
  const takes = [...holder.querySelectorAll("textarea:not(.ai-code), [data-ai-takes]")].filter((one) => !one.closest(".ai-written"));
  return takes.includes(lastTaken) ? lastTaken : takes.find((one) => one.value === "") ?? takes[0];
};

const put = (area, text, at) => {
  area.focus();
  area.setRangeText(text, ...at, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.dispatchEvent(new Event("change", { bubbles: true }));
};

const insert = (button) => {
  const area = target(button.closest("[data-ai-template]") ?? button.closest(".ai-names").parentElement);
  if (!area || area.type === "number") return;
  put(area, button.dataset.aiInsert, [area.selectionStart ?? area.value.length, area.selectionEnd ?? area.value.length]);
};

// A filter goes to the end of the expression before or around the caret.
const filter = (button) => {
  const area = target(button.closest("[data-ai-template]"));
  const caret = area.selectionStart;
  const start = area.value.slice(0, caret).lastIndexOf("{{");
  const end = area.value.indexOf("}}", start);
  if (start < 0 || end < 0) return;
  const at = end - (area.value[end - 1] === " " ? 1 : 0);
  put(area, ` | ${button.dataset.aiFilter}`, [at, at]);
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (button?.matches("[data-ai-remove]")) remove(button);
  else if (button?.matches("[data-ai-insert]")) insert(button);
  else if (button?.matches("[data-ai-filter]")) filter(button);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("textarea, [data-ai-takes]")) lastTaken = event.target;
});

for (const root of document.querySelectorAll("[data-ai]")) prepare(root);
document.addEventListener("formset:added", (event) => {
  for (const root of event.target.querySelectorAll("[data-ai]")) prepare(root);
});
