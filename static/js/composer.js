// Where a person writes: Enter sends, Shift+Enter breaks the line, and an input method is left alone (L3).

const INPUT_METHOD = 229;

export class Composer {
  /** `onSend` gets the text. The composer is never disabled: what is sent meanwhile waits its turn. */
  constructor({ form, onSend }) {
    Object.assign(this, { form, onSend });
    this.text = form.querySelector("textarea");
    form.addEventListener("submit", (event) => this.#submit(event));
    this.text.addEventListener("keydown", (event) => this.#key(event));
    if (!CSS.supports("field-sizing", "content")) this.text.addEventListener("input", () => this.#fit());
  }

  focus() {
    this.text.focus({ preventScroll: true });
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
    if (!text.trim()) return this.focus();
    this.text.value = "";
    this.#fit();
    this.focus();
    return this.onSend(text);
  }

  #fit() {
    if (CSS.supports("field-sizing", "content")) return;
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }
}
