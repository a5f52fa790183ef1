// Fact cards in the log: a card asks, folds to one line after the answer, and unfolds if the answer did not get through.

import { longDayOf } from "./times.js";
import { copyOf } from "./words.js";

const AFTER = { accept: "accepted", reject: "rejected", old: "old", new: "new", neither: "neither" };
const WAITING = ["pending", "open"];

export class Cards {
  /**
   * `send` takes a frame and says whether it went out; if not, the card's form goes the ordinary way.
   * `badge` counts what waits for an answer; a visitor has none.
   */
  constructor({ root, badge, send }) {
    Object.assign(this, { root, badge, send });
    root.addEventListener("click", (event) => this.#clicked(event));
    root.addEventListener("submit", (event) => this.#answer(event));
  }

  /** The element for a message that carries a fact. */
  cardOf({ fact, at }) {
    const element = copyOf(`fact-${fact.kind}${fact.sensitive ? "-masked" : ""}`);
    for (const place of element.querySelectorAll("[data-text]")) {
      place.textContent = fact[place.dataset.text] ?? "";
      const quote = place.closest("[data-quote]");
      if (quote) quote.hidden = !place.textContent;
    }
    for (const place of element.querySelectorAll("[data-date]")) tellDay(place, { at, ...fact }[place.dataset.date]);
    const card = element.querySelector("[data-fact]");
    card.dataset.fact = fact.id;
    card.elements.next.value = `${location.pathname}#end`;
    for (const button of card.querySelectorAll("[formaction]")) address(button, fact.id);
    this.#fold(card, fact);
    return element;
  }

  /** Where cards stand now: they were answered here, in words, or in another tab; and how many questions wait. */
  changed({ changed = [], waiting }) {
    for (const { id, state, undo } of changed) {
      const card = this.#card(id);
      if (card && state) this.#fold(card, { state, undo });
    }
    if (waiting !== undefined) this.#show(waiting);
  }

  /** The last answer did not get through. */
  refused(message) {
    const card = this.root.querySelector("[data-fact][data-was]");
    if (!card) return;
    this.#fold(card, { state: card.dataset.was, undo: card.dataset.wasUndo });
    card.querySelector("[data-error]").textContent = message;
  }

  clearErrors() {
    for (const error of this.root.querySelectorAll("[data-error]")) error.textContent = "";
  }

  /** Nobody takes an answer any more. */
  close() {
    this.clearErrors();
    for (const button of this.root.querySelectorAll("[data-fact] [data-action]")) button.disabled = true;
  }

  /** The second half of a double click would answer what the first one has brought under the pointer. */
  #clicked(event) {
    if (event.detail > 1 && event.target.closest("[data-fact] [data-action]")) event.preventDefault();
  }

  #answer(event) {
    const card = event.target.closest("[data-fact]");
    const action = event.submitter?.dataset.action;
    if (!card || !action) return;
    if ("was" in card.dataset) return event.preventDefault(); // the last answer is on its way
    if (!this.send({ type: "fact", action, id: card.dataset.fact })) return;
    event.preventDefault();
    this.clearErrors();
    const was = card.dataset.state;
    const state = action === "undo" ? this.#before(card) : AFTER[action];
    const wasUndo = card.dataset.undo ?? "";
    this.#fold(card, { state, undo: "" });
    Object.assign(card.dataset, { was, wasUndo });
    card.querySelector("[data-when]:not([hidden])").focus({ preventScroll: true });
  }

  /** The state of a card whose last answer is undone. */
  #before(card) {
    const asks = WAITING.find((state) => card.querySelector(`[data-when="${state}"]`));
    return asks ?? "undone";
  }

  #card(id) {
    return this.root.querySelector(`[data-fact="${CSS.escape(id)}"]`);
  }

  #fold(card, { state, undo = "" }) {
    delete card.dataset.was;
    delete card.dataset.wasUndo;
    this.#count(WAITING.includes(state) - WAITING.includes(card.dataset.state));
    Object.assign(card.dataset, { state, undo });
    for (const part of card.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
    for (const place of card.querySelectorAll("[data-undo]")) {
      place.hidden = !undo;
      if (undo) address(place.querySelector("button"), undo);
    }
  }

  /** A guess, until the server says how many there are. */
  #count(more) {
    if (this.badge) this.#show(Math.max(0, Number(this.badge.firstChild.data) + more));
  }

  #show(waiting) {
    if (!this.badge) return;
    this.badge.firstChild.data = waiting;
    this.badge.hidden = waiting === 0;
  }
}

/** Puts a number into the address that a button goes to when there is no line. */
function address(button, id) {
  button.setAttribute("formaction", button.getAttribute("formaction").replace(/\/\d+\//, `/${id}/`));
}

function tellDay(element, moment) {
  if (!moment) return;
  element.dateTime = moment;
  element.textContent = longDayOf(moment);
}
