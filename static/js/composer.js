// Where a person writes: Enter sends, Shift+Enter breaks the line, and an input method is left alone (L3).

const INPUT_METHOD = 229;
const NEAR = 0.9; // of the longest text: from here on its length is shown

export class Composer {
  /**
   * `onSend` gets the text. The composer is never disabled: what is sent meanwhile waits its turn.
   * `maySend` says whether there is still somebody to send to; else the words stay where they are.
   * `length` shows how long a text is, `tooLong` that it is not sent as it is.
   */
  constructor({ form, length, tooLong, maySend, onSend }) {
    Object.assign(this, { form, length, tooLong, maySend, onSend });
    this.text = form.querySelector("textarea");
    form.addEventListener("submit", (event) => this.#submit(event));
    this.text.addEventListener("keydown", (event) => this.#key(event));
    this.text.addEventListener("input", () => this.#measure());
    if (!CSS.supports("field-sizing", "content")) this.text.addEventListener("input", () => this.#fit());
  }

  focus() {
    this.text.focus({ preventScroll: true });
  }

  /** Words that were not sent come back, before those that are being typed. */
  giveBack(texts) {
    this.text.value = [...texts, this.text.value].filter(Boolean).join("\n");
    this.#measure();
    this.#fit();
  }

  #key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === INPUT_METHOD) return;
    event.preventDefault();
    this.form.requestSubmit();
  }

  /** The field is emptied as it is read, so that a second click finds nothing to send (L4). */
  #submit(event) {
    event.preventDefault();
    const text = this.text.value.trimEnd();
    if (!text.trim() || !this.maySend()) return this.focus();
    if (this.#measure()) {
      this.tooLong.hidden = false;
      return this.focus();
    }
    this.text.value = "";
    this.length.hidden = true;
    this.#fit();
    this.focus();
    return this.onSend(text);
  }

  /** Shows the length near the limit, counted as the server does; says whether it is over. */
  #measure() {
    const longest = Number(this.length.dataset.lengthOf);
    const length = [...this.text.value.trim()].length;
    this.length.hidden = length < longest * NEAR;
    this.length.querySelector("[data-length]").textContent = length.toLocaleString(document.documentElement.lang);
    if (length <= longest) this.tooLong.hidden = true;
    return length > longest;
  }

  #fit() {
    if (CSS.supports("field-sizing", "content")) return;
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }
}
