// The page on which a colleague answers: looks for new messages by itself, and touches nothing that is being typed.

const EVERY = 10_000;
const log = document.querySelector("[role=log]");
const seen = document.querySelector("[data-hand-off] [name=seen]");
let timer;
let looking = false;

const lastOf = (root) => Math.max(0, ...Array.from(root.querySelectorAll("[data-seq]"), (line) => Number(line.dataset.seq)));

/** Adds what is new behind the log; what is there stays as it is, so that a selection lasts. */
function add(fresh) {
  const last = lastOf(log);
  for (const line of fresh.querySelectorAll("[role=log] > [data-seq]")) {
    if (Number(line.dataset.seq) <= last) continue;
    log.querySelector("[data-nothing]")?.remove();
    log.append(document.importNode(line, true));
  }
  const now = fresh.querySelector("[data-hand-off] [name=seen]");
  if (seen && now) seen.value = now.value;
  document.querySelector("[data-looked]").replaceWith(document.importNode(fresh.querySelector("[data-looked]"), true));
}

function stop() {
  clearInterval(timer);
  document.querySelector("[data-gone]").hidden = false;
}

async function look() {
  if (document.hidden || looking) return; // nobody sees it: it must not count as seen
  looking = true;
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const isGone = answer.redirected || answer.status === 403 || answer.status === 404;
    if (isGone) stop();
    else if (answer.ok) add(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // No line: the time of the last look says so, and the next look comes.
  } finally {
    looking = false;
  }
}

timer = setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
