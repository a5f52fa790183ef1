// Replies to tap: those of the newest question, above the composer.

import { copyOf } from "./words.js";

export class Replies {
  #of; // the number of the message that asks

  /** `onTap` gets `{text, field, value}` and whether it was done by keyboard, so that the focus has somewhere to go. */
  constructor({ container, onTap }) {
    Object.assign(this, { container, onTap });
    for (const button of container.querySelectorAll("button")) {
      this.#of = Number.parseInt(button.value, 10); // the server writes it before the reply's own
      this.#listen(button);
    }
  }

  /** Shows the replies to the message with this number. */
  show(replies, seq) {
    this.clear();
    this.#of = seq;
    this.container.append(...replies.map((reply) => this.#button(reply)));
  }

  /** The messages of these numbers were forgotten, and what they offered with them. */
  forgotten(seqs) {
    if (seqs.includes(this.#of)) this.clear();
  }

  clear() {
    this.container.replaceChildren();
  }

  #button({ field, label, value }) {
    const button = copyOf("quick-reply");
    button.textContent = label;
    button.dataset.field = field;
    button.dataset.value = JSON.stringify(value);
    this.#listen(button);
    return button;
  }

  /** All of them go with the first tap, so that a second finds none (L4). */
  #listen(button) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      const { field, value } = button.dataset;
      this.clear();
      this.onTap({ text: button.textContent.trim(), field, value: JSON.parse(value) }, event.detail === 0);
    });
  }
}
