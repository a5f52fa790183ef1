// The playground: once the chat says that a turn is done, what happened is looked at anew.

const inspector = document.querySelector("[data-inspector]");
const chat = document.querySelector("[data-chat]");

let looking = null;

async function look() {
  looking?.abort();
  looking = new AbortController();
  try {
    const answer = await fetch(inspector.dataset.inspector, { signal: looking.signal, headers: { Accept: "text/html" } });
    if (answer.ok) show(await answer.text());
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

/** The new panels, with what was open left open. */
function show(html) {
  const open = new Set([...inspector.querySelectorAll("details[open][data-name]")].map((one) => one.dataset.name));
  inspector.innerHTML = html;
  for (const one of inspector.querySelectorAll("details[data-name]")) one.open ||= open.has(one.dataset.name);
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin === location.origin && source === chat.contentWindow && data === "rapport:turn-done") look();
});
