// Earlier pages of a long conversation: they come as the reader nears them, and nothing moves before the eyes.

import { tell } from "./times.js";

const AHEAD = "600px";
const page = document.documentElement;

/** `link` leads to the page before; each that comes goes into the log, until there is none left. */
export function readUpwards({ link, log, history }) {
  let coming = false;

  async function more() {
    if (coming) return;
    coming = true;
    link.ariaBusy = "true";
    try {
      const answer = await fetch(link.href);
      if (answer.ok) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // Offline: the link stays, for another try.
    } finally {
      coming = false;
      link.ariaBusy = "false";
    }
  }

  function put(earlier) {
    const bottom = page.scrollHeight - scrollY;
    const hadFocus = document.activeElement === link;
    log.addEarlier([...earlier.querySelectorAll("[data-history] > [data-seq]")]);
    tell(history);
    const next = earlier.querySelector("[data-earlier]");
    if (next) link.href = next.href;
    else link.remove();
    if (hadFocus && !next) history.closest("main").focus({ preventScroll: true });
    scrollTo({ top: page.scrollHeight - bottom, behavior: "instant" });
  }

  link.addEventListener("click", (event) => {
    event.preventDefault();
    more();
  });
  const near = new IntersectionObserver(([entry]) => entry.isIntersecting && more(), { rootMargin: `${AHEAD} 0px 0px` });
  addEventListener("scroll", () => near.observe(link), { passive: true, once: true }); // not before the reader goes up
}
