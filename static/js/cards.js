// Fact cards in the log: asks, folds to one line after the answer, unfolds if the answer did not get through.

import { copyOf } from "./words.js";

const ANSWERED = { accept: "accepted", reject: "rejected" };

export class Cards {
  /**
   * `send` takes a frame and says whether it went out; if not, the card's form goes the ordinary way.
   * `badge` counts what waits for an answer; a visitor has none.
   */
  constructor({ root, badge, send }) {
    Object.assign(this, { root, badge, send });
    root.addEventListener("submit", (event) => this.#answer(event));
  }

  /** The element for a message that carries a fact. */
  cardOf({ fact }) {
    const element = copyOf(`fact-${fact.kind}${fact.sensitive ? "-masked" : ""}`);
    for (const [name, words] of Object.entries({ label: fact.label, value: fact.shown, quote: fact.quote })) {
      for (const place of element.querySelectorAll(`[data-${name}]`)) place.textContent = words ?? "";
    }
    const card = element.querySelector("[data-fact]");
    card.dataset.fact = fact.id;
    for (const button of element.querySelectorAll("[formaction]")) {
      button.setAttribute("formaction", button.getAttribute("formaction").replace("/0/", `/${fact.id}/`));
    }
    if (fact.kind === "proposed") this.#fold(card, fact.state);
    return element;
  }

  /** Proposals were answered, here, on the profile page or in another tab. */
  changed({ changed = [] }) {
    for (const { id, state } of changed) {
      const card = this.root.querySelector(`[data-fact="${CSS.escape(id)}"]`);
      if (card && state) this.#fold(card, state);
    }
  }

  /** The last answer did not get through. */
  refused(message) {
    const card = this.root.querySelector("[data-fact][data-answering]");
    if (!card) return;
    this.#fold(card, "pending");
    card.querySelector("[data-error]").textContent = message;
  }

  clearErrors() {
    for (const error of this.root.querySelectorAll("[data-error]")) error.textContent = "";
  }

  #answer(event) {
    const card = event.target.closest("[data-fact]");
    const action = event.submitter?.dataset.action;
    if (!card || !action || !this.send({ type: "fact", action, id: card.dataset.fact })) return;
    event.preventDefault();
    this.#fold(card, ANSWERED[action]);
    card.dataset.answering = "";
    card.querySelector("[data-folded]:not([hidden])").focus({ preventScroll: true });
  }

  #fold(card, state) {
    delete card.dataset.answering;
    this.#count((state === "pending") - (card.dataset.state === "pending"));
    card.dataset.state = state;
    for (const part of card.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  }

  #count(more) {
    if (!this.badge) return;
    const number = this.badge.firstChild;
    const waiting = Math.max(0, Number(number.data) + more);
    number.data = waiting;
    this.badge.hidden = waiting === 0;
  }
}
