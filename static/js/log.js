// The log: each message once, in the order of its number, with a line for each new day.

import { copyOf, show } from "./words.js";
import { dayOf, tell } from "./times.js";

/** The element of a message frame that is no card. */
function messageOf(frame) {
  const element = copyOf(`message-${frame.role}`);
  const words = element.querySelector(".message-text");
  if (frame.forgotten) words.replaceWith(copyOf("forgotten"));
  else show(words, frame.text);
  return stamped(element, frame);
}

const ROLES = ["user", "agent", "staff", "system"];

/** What takes the place of a message, or of a card, whose words were forgotten: as the server draws it. */
function forgottenOf(element) {
  const role = ROLES.find((name) => element.matches(`.message-${name}`));
  return messageOf({ role, forgotten: true, seq: element.dataset.seq, at: element.querySelector("time").dateTime });
}

/** Gives an element its number and its time. */
function stamped(element, { seq, at }) {
  element.dataset.seq = seq;
  element.querySelector("time").dateTime = at;
  tell(element);
  return element;
}

function numbered(seq) {
  return `[data-seq="${Number(seq)}"]`;
}

function dayLine(day) {
  const line = copyOf("day");
  line.textContent = day;
  return line;
}

export class Log {
  #last;
  #day = "";

  constructor({ history, live, lastSeq, cardOf }) {
    Object.assign(this, { history, live, cardOf });
    this.#last = lastSeq;
    this.#drawDays();
  }

  get lastSeq() {
    return this.#last;
  }

  /** Whether the last to answer was a person of the staff. */
  get isWithPerson() {
    const answers = [this.history, this.live].flatMap((part) => [...part.querySelectorAll(".message-agent, .message-staff")]);
    return answers.at(-1)?.matches(".message-staff") ?? false;
  }

  /** Adds the frame's message and returns its element, or null when the log already has it. */
  add(frame) {
    if (frame.seq <= this.#last) return null;
    this.#last = frame.seq;
    const element = frame.fact ? stamped(this.cardOf(frame), frame) : messageOf(frame);
    const day = dayOf(frame.at);
    if (day !== this.#day) this.live.append(dayLine(day));
    this.#day = day;
    this.live.append(element);
    return element;
  }

  /** The messages of these numbers lost their words. Returns whether the focus was in one of them, and is gone now. */
  forget(seqs) {
    const shown = seqs.flatMap((seq) => [...this.history.querySelectorAll(numbered(seq)), ...this.live.querySelectorAll(numbered(seq))]);
    const spoken = shown.filter((element) => !element.querySelector(".message-forgotten"));
    const hadFocus = spoken.some((element) => element.contains(document.activeElement));
    for (const element of spoken) element.replaceWith(forgottenOf(element));
    return hadFocus;
  }

  /** Puts an earlier page of the log, as the server drew it, before the history: it is not announced (L1). */
  addEarlier(messages) {
    this.history.prepend(...messages);
    this.#drawDays();
  }

  /** The server drew the days in its own zone; the reader's may differ. */
  #drawDays() {
    for (const line of this.history.querySelectorAll("[data-day]")) line.remove();
    this.#day = "";
    for (const element of [...this.history.querySelectorAll("[data-seq]")]) {
      const day = dayOf(element.querySelector("time").dateTime);
      if (day !== this.#day) element.before(dayLine(day));
      this.#day = day;
    }
  }
}
