// What the reader has seen is told to the server; what came while nobody looked is counted in the title.

const AFTER = 400; // milliseconds; several messages of one turn are told once

export class Seen {
  #told = 0;
  #missed = 0;
  #due = 0;
  #title = document.title;

  /** `lastSeq` is the number of the newest message, `isAtEnd` whether the reader is there; `send` takes a frame. */
  constructor({ lastSeq, isAtEnd, send }) {
    Object.assign(this, { lastSeq, isAtEnd, send });
    this.#told = lastSeq();
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("scroll", () => this.look(), { passive: true });
  }

  added({ role }) {
    if (document.hidden && (role === "agent" || role === "staff")) this.#missed += 1;
    this.look();
  }

  look() {
    if (!document.hidden) this.#missed = 0;
    document.title = this.#missed ? `(${this.#missed}) ${this.#title}` : this.#title;
    clearTimeout(this.#due);
    this.#due = setTimeout(() => this.#tell(), AFTER);
  }

  #tell() {
    const seq = this.lastSeq();
    if (document.hidden || !this.isAtEnd() || seq <= this.#told) return;
    if (this.send({ type: "seen", seq })) this.#told = seq;
  }
}
