// The reply as it is written, outside the live region. What counts is the message that follows.

import { copyOf } from "./words.js";

const charactersIn = (text) => [...text].length; // as the server counts: code points, not UTF-16 units

export class Stream {
  #replies = new Map();
  #typing = copyOf("typing");

  constructor({ container }) {
    this.container = container;
  }

  /** Shows that a turn is under way until its first words come. */
  started() {
    if (!this.container.querySelector(".message-stream")) this.container.append(this.#typing);
  }

  /** Adds what was written and returns its element, or null when it must not be shown. */
  delta({ key, attempt, at, text }) {
    const reply = this.#reply(key, attempt);
    if (attempt < reply.attempt || reply.broken) return null;
    if (at !== reply.length) {
      reply.broken = true;
      return null;
    }
    this.#typing.remove();
    if (!reply.element.isConnected) this.container.append(reply.element);
    reply.words.appendData(text);
    reply.length += charactersIn(text);
    return reply.element;
  }

  /** Where the reply for this key stands in the window, in pixels; null when none is shown. */
  topOf(key) {
    const element = this.#replies.get(key)?.element;
    return element?.isConnected ? element.getBoundingClientRect().top : null;
  }

  /** The message for this key has arrived. */
  finished(key) {
    this.#replies.get(key)?.element.remove();
    this.#replies.delete(key);
  }

  clear() {
    this.#replies.clear();
    this.container.replaceChildren();
  }

  #reply(key, attempt) {
    const known = this.#replies.get(key);
    if (known && known.attempt >= attempt) return known;
    known?.element.remove();
    const element = copyOf("message-stream");
    const words = document.createTextNode("");
    element.querySelector(".message-text").append(words);
    const reply = { element, words, attempt, length: 0, broken: false };
    this.#replies.set(key, reply);
    return reply;
  }
}
