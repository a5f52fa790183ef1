// The chat page: joins the line, the log and what the person does.

import { Cards } from "./cards.js";
import { Composer } from "./composer.js";
import { Log } from "./log.js";
import { Pending } from "./pending.js";
import { Reader } from "./reader.js";
import { Replies } from "./replies.js";
import { Seen } from "./seen.js";
import { Line } from "./socket.js";
import { Stream } from "./stream.js";
import { keepTelling } from "./times.js";

const BEGIN_AGAIN_AFTER = 3_000;

const part = (name) => document.querySelector(`[data-${name}]`);
const page = document.body.dataset;
const state = document.querySelector(".chat-state");
const form = part("composer");

const reader = new Reader({ head: document.querySelector(".bar"), dock: part("dock"), pill: part("pill") });
const stream = new Stream({ container: part("stream") });
const cards = new Cards({
  root: document.querySelector(".conversation"),
  badge: part("facts-waiting"),
  send: (frame) => line?.send(frame) ?? false,
});
const log = new Log({
  history: part("history"),
  live: part("live"),
  lastSeq: Number(page.lastSeq),
  cardOf: (frame) => cards.cardOf(frame),
});
const pending = new Pending({
  container: part("pending"),
  conversation: page.conversation,
  agent: page.agent,
  send: (frame) => greeted && line.send(frame),
});
const seen = new Seen({ lastSeq: () => log.lastSeq, isAtEnd: () => reader.isAtEnd, send: (frame) => greeted && line.send(frame) });
const composer = new Composer({ form, length: part("length-of"), tooLong: part("too-long"), maySend: () => !ended, onSend: (text) => say({ text }) });
const replies = new Replies({ container: part("quick-replies"), onTap: tap });

let line = null;
let greeted = false; // the server has answered on this line: what is sent now goes to the right place
let handedOff = null; // while a person is asked for: the number since when
let beginning = false;
let ended = false; // the conversation is not theirs any more, or not there any more
let forgotten = false;

const on = {
  hello({ handed_off, seq }) {
    greeted = true;
    handedOff = handed_off ? seq : null;
    showState(atRest());
    stream.clear();
    pending.sendAll();
    seen.look();
  },
  ack({ client_id, seq }) {
    pending.acknowledged(client_id, seq, log.lastSeq);
  },
  message(frame) {
    const top = stream.topOf(frame.key);
    const element = log.add(frame);
    if (!element) return;
    heard(frame);
    part("welcome")?.remove();
    stream.finished(frame.key);
    if (frame.client_id) pending.arrived(frame);
    if (!frame.fact) replies.show(frame.quick_replies, frame.seq);
    if (top !== null) reader.hold(element, top);
    reader.added(element);
    seen.added(frame);
  },
  delta(frame) {
    const element = stream.delta(frame);
    if (element) reader.keepUp(element);
    else stream.started();
  },
  turn({ status, handed_off }) {
    handedOff = handed_off ? log.lastSeq : null;
    showState(status === "started" ? "writing" : atRest());
    if (status === "started") stream.started();
    else stream.clear();
    if (status === "done" && parent !== window) parent.postMessage("rapport:turn-done", location.origin);
  },
  facts(frame) {
    cards.changed(frame);
  },
  forgotten({ seqs }) {
    replies.forgotten(seqs);
    if (log.forget(seqs)) composer.focus();
  },
  error({ code, client_id, message }) {
    if (code === "forgotten") forgotten = true;
    else if (!client_id) cards.refused(message);
    else if (code !== "not_found") pending.refused(client_id, message); // else their right has ended: see end
  },
  pong() {},
};

function showState(name) {
  state.dataset.state = name;
}

/** What was typed stays in front of the person, and nowhere else. */
function end() {
  ended = true;
  greeted = false;
  showState("ended");
  composer.giveBack(pending.takeBack());
  replies.clear();
  cards.close();
  if (forgotten) clear();
  part("sign-in").search = new URLSearchParams({ next: location.pathname });
  part(forgotten ? "forgotten" : "ended").hidden = false;
  reader.toEnd();
}

/** What was forgotten goes from the screen as well. */
function clear() {
  for (const name of ["history", "live", "stream"]) part(name).replaceChildren();
  for (const name of ["welcome", "earlier", "forget", "facts-waiting"]) part(name)?.remove(); // how many wait is not known here
}

/** What the head says while nothing is written. */
function atRest() {
  if (handedOff === null) return "online";
  return log.isWithPerson ? "person" : "asked";
}

/** While a person is asked for the agent says nothing: when it does, it has the conversation back. */
function heard({ role, seq }) {
  if (handedOff === null) return;
  if (role === "agent" && seq > handedOff) handedOff = null;
  showState(atRest());
}

function lineChanged(name) {
  if (name === "online") return; // the greeting says more
  if (name === "ended") return end();
  showState(name);
  greeted = false;
  pending.wait();
}

function open(conversation) {
  line = new Line({
    path: `/ws/conversations/${conversation}/`,
    lastSeq: () => log.lastSeq,
    onFrame: (frame) => on[frame.type]?.(frame),
    onState: lineChanged,
  });
  line.open();
}

/** Begins the conversation with the first message, and not before, so that a look at the page leaves nothing behind. */
async function begin() {
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({
      csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  });
  if (answer.redirected) location.assign(answer.url); // to sign in; what was typed waits here
  else if (answer.status >= 500) throw new Error(String(answer.status));
  else if (!answer.ok) end();
  else begun(await answer.json());
}

function begun({ conversation, address }) {
  pending.moveTo(conversation);
  history.replaceState(null, "", address);
  form.action = address;
  part("forget").href = `${address}forget/`;
  part("forget").hidden = false;
  open(conversation);
}

async function beginSoon() {
  if (line || beginning || ended) return;
  beginning = true;
  try {
    await begin();
  } catch {
    showState("reconnecting");
    setTimeout(beginSoon, BEGIN_AGAIN_AFTER);
  } finally {
    beginning = false;
  }
}

function say(words) {
  if (ended) return;
  part("welcome")?.remove();
  replies.clear();
  pending.add(words);
  reader.toEnd();
  beginSoon();
}

/** On a phone the keyboard stays down after a tap. */
function tap(words, byKeyboard) {
  say(words);
  if (byKeyboard) composer.focus();
}

for (const button of document.querySelectorAll("[data-suggestion]")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    tap({ text: button.value }, event.detail === 0);
  });
}

const link = part("earlier");
if (link) import("./earlier.js").then(({ readUpwards }) => readUpwards({ link, log, history: part("history") }));

keepTelling(document.querySelector(".conversation"));
reader.toEnd();
if (page.conversation) open(page.conversation);
else if (pending.size) beginSoon();
