// What was sent and is not stored yet: shown, kept across a reload, sent again with the same id until it is acknowledged (L4).

import { copyOf } from "./words.js";

/** An id of 32 hex digits. (crypto.randomUUID is missing on plain http.) */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What stands in for a storage that the browser does not give: then nothing survives a reload. */
class Memory {
  getItem(key) {
    return this[key];
  }

  setItem(key, text) {
    this[key] = text;
  }

  removeItem(key) {
    delete this[key];
  }
}

function storage(name) {
  try {
    return window[name] ?? new Memory();
  } catch {
    return new Memory();
  }
}

/** The items of one conversation in a Storage, each under a key of its own, so that two tabs do not overwrite each other. */
class Shelf {
  constructor(storage, name) {
    this.storage = storage;
    this.prefix = `rapport.pending.${name}.`;
  }

  items() {
    const keys = Object.keys(this.storage).filter((key) => key.startsWith(this.prefix));
    return keys.map((key) => JSON.parse(this.storage.getItem(key))).sort((a, b) => a.at - b.at);
  }

  put(item) {
    this.storage.setItem(this.prefix + item.client_id, JSON.stringify(item));
  }

  remove(item) {
    this.storage.removeItem(this.prefix + item.client_id);
  }
}

function frameOf({ client_id, text, field, value }) {
  return field ? { type: "quick_reply", client_id, field, value } : { type: "message", client_id, text };
}

export class Pending {
  #shelf;
  #elements = new Map();

  /** `send` takes a frame and says whether it went out. Before there is a conversation the items stay in this tab. */
  constructor({ container, conversation, agent, send }) {
    Object.assign(this, { container, send });
    this.#shelf = conversation
      ? new Shelf(storage("localStorage"), conversation)
      : new Shelf(storage("sessionStorage"), agent);
    for (const item of this.#shelf.items()) this.#show(item);
  }

  get size() {
    return this.#elements.size;
  }

  /** The conversation has begun: the items are its own from now on. */
  moveTo(conversation) {
    const shelf = new Shelf(storage("localStorage"), conversation);
    for (const item of this.#shelf.items()) {
      shelf.put(item);
      this.#shelf.remove(item);
    }
    this.#shelf = shelf;
  }

  /** Keeps and sends a message `{text}` or a tapped reply `{text, field, value}`; returns its element. */
  add(words) {
    const item = { ...words, client_id: newId(), at: Date.now() };
    this.#shelf.put(item);
    const element = this.#show(item);
    this.#try(item);
    return element;
  }

  sendAll() {
    for (const item of this.#shelf.items()) this.#try(item);
  }

  /** The line is gone: nothing is on its way any more. */
  wait() {
    for (const element of this.#elements.values()) {
      if (element.dataset.state === "sending") this.#mark(element, "waiting");
    }
  }

  /** The server has stored it as `seq`. Its copy stays until the log shows that message, so that nothing blinks. */
  acknowledged(clientId, seq, shownUpTo) {
    this.#shelf.remove({ client_id: clientId });
    const element = this.#elements.get(clientId);
    if (!element) return;
    if (seq <= shownUpTo) return this.#drop(clientId);
    return this.#mark(element, "stored");
  }

  /** The log shows the message: its copy goes, even if the acknowledgement is still on its way. */
  arrived({ client_id }) {
    this.#shelf.remove({ client_id });
    this.#drop(client_id);
  }

  /** Nobody takes them any more: nothing stays in the browser. Returns the texts that were typed. */
  takeBack() {
    const items = this.#shelf.items();
    for (const item of items) {
      this.#shelf.remove(item);
      this.#drop(item.client_id);
    }
    return items.filter((item) => !item.field).map((item) => item.text);
  }

  /** The server will not take it; the sender decides what happens to it. */
  refused(clientId, message) {
    const element = this.#elements.get(clientId);
    if (!element) return;
    this.#mark(element, "refused");
    element.querySelector(".pending-error").textContent = message;
  }

  #try(item) {
    const element = this.#elements.get(item.client_id) ?? this.#show(item);
    if (element.dataset.state === "refused") return;
    this.#mark(element, this.send(frameOf(item)) ? "sending" : "waiting");
  }

  #show(item) {
    const element = copyOf("message-pending");
    element.querySelector(".message-text").textContent = item.text;
    element.querySelector("[data-again]").addEventListener("click", () => {
      this.#mark(element, "waiting");
      this.#try(item);
    });
    element.querySelector("[data-discard]").addEventListener("click", () => {
      this.#shelf.remove(item);
      this.#drop(item.client_id);
    });
    this.#mark(element, "waiting");
    this.#elements.set(item.client_id, element);
    this.container.append(element);
    return element;
  }

  #drop(clientId) {
    this.#elements.get(clientId)?.remove();
    this.#elements.delete(clientId);
  }

  #mark(element, state) {
    element.dataset.state = state;
    for (const words of element.querySelectorAll("[data-when]")) words.hidden = words.dataset.when !== state;
  }
}
