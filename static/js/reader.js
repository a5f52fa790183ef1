// Where the reader is: the page follows the talk only while the reader is at its end (L6).

const NEAR = 48;
const page = document.documentElement;

export class Reader {
  #following = true;
  #unread = 0;

  constructor({ head, dock, pill }) {
    Object.assign(this, { head, dock, pill });
    addEventListener("scroll", () => this.#look(), { passive: true });
    pill.addEventListener("click", () => this.toEnd());
  }

  get isAtEnd() {
    return this.#following;
  }

  toEnd() {
    this.#following = true;
    scrollTo({ top: page.scrollHeight, behavior: "instant" });
    this.#look();
  }

  /** After the page grew: goes along, but never past the start of `element`, so that it can be read from there. */
  keepUp(element) {
    if (!this.#following) return;
    const end = page.scrollHeight - innerHeight;
    const start = element.getBoundingClientRect().top + scrollY - this.head.offsetHeight - NEAR / 2;
    scrollTo({ top: Math.min(end, start), behavior: "instant" });
  }

  /** A message has taken the place of its stream: it stays where the reader's eye is. */
  hold(element, top) {
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  }

  /** A message was added; one that is out of sight is counted on the pill. */
  added(element) {
    this.keepUp(element);
    if (element.getBoundingClientRect().top < this.dock.getBoundingClientRect().top) return;
    this.#unread += 1;
    this.#showPill();
  }

  #look() {
    this.#following = page.scrollHeight - innerHeight - scrollY < NEAR;
    if (!this.#following) return;
    this.#unread = 0;
    this.#showPill();
  }

  #showPill() {
    this.pill.hidden = this.#unread === 0;
    this.pill.querySelector("[data-count]").textContent = this.#unread || "";
  }
}
