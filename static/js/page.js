// What every page has: menus that close, and the theme switched without a reload.

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details[data-menu]")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details[data-menu][open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-theme-switch]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  document.documentElement.dataset.theme = theme;
  for (const button of form.querySelectorAll("[name=theme]")) {
    button.setAttribute("aria-pressed", String(button === event.submitter));
  }
  fetch(form.action, { method: "POST", body: new FormData(form, event.submitter) });
});

// What was typed and not yet sent is kept in the browser; it outlasts neither the person's stay nor what was forgotten.
document.addEventListener("submit", (event) => {
  const prefix = event.target.closest("form[data-clears]")?.dataset.clears;
  if (!prefix) return;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage).filter((name) => name.startsWith(prefix))) storage.removeItem(key);
  }
});

// "Next Friday" is meant where the reader is.
for (const field of document.querySelectorAll("input[name=timezone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
