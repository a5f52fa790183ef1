// The line to the server: opens, notices when it is gone, comes back and asks for what was missed (L5).

const PROTOCOL = "rapport.v1";
const LOOK_EVERY = 5_000;
const PING_AFTER = 10_000;
const ANSWER_WITHIN = 15_000; // together with the two above never more than the 30 s of L5
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const RIGHT_ENDED = 4401;
const NOT_FOUND = 4404;

/**
 * Frames go to `onFrame`, the state (`online`, `reconnecting`, `ended`) to `onState`.
 * `lastSeq` says what the page already has.
 */
export class Line {
  #socket = null;
  #heard = 0;
  #asked = 0;
  #tries = 0;
  #looking = null;
  #retry = null;
  #ended = false;

  constructor({ path, lastSeq, onFrame, onState }) {
    Object.assign(this, { path, lastSeq, onFrame, onState });
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#look();
    });
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    const address = new URL(this.path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("after", this.lastSeq());
    address.searchParams.set("language", document.documentElement.lang);
    const socket = new WebSocket(address, [PROTOCOL]);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("message", (event) => this.#hear(socket, event.data));
    socket.addEventListener("close", (event) => this.#closed(socket, event.code));
    this.#asked = Date.now(); // a line that never opens is gone as well
    clearInterval(this.#looking);
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY);
  }

  /** Whether the frame went out; a line that only looks open may still lose it, so the sender keeps it until the ack. */
  send(frame) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #hear(socket, data) {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    this.#asked = 0;
    const frame = JSON.parse(data);
    if (frame.type === "hello") {
      this.#tries = 0;
      this.onState("online");
    }
    this.onFrame(frame);
  }

  /** Asks when it is quiet, and drops a line that does not answer, whatever the browser thinks of it. */
  #look() {
    const now = Date.now();
    if (!this.#socket) return;
    if (this.#asked && now - this.#asked >= ANSWER_WITHIN) {
      this.#drop();
    } else if (!this.#asked && now - this.#heard >= PING_AFTER && this.send({ type: "ping" })) {
      this.#asked = now;
    }
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
    this.#again(0);
  }

  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (code === RIGHT_ENDED || code === NOT_FOUND) {
      this.#ended = true;
      clearInterval(this.#looking);
      this.onState("ended");
      return;
    }
    this.#again(this.#wait());
  }

  #wait() {
    const longest = Math.min(FIRST_WAIT * 2 ** this.#tries, LONGEST_WAIT);
    this.#tries += 1;
    return longest * (0.5 + Math.random() / 2);
  }

  #again(wait) {
    if (this.#socket || this.#ended) return;
    clearInterval(this.#looking);
    this.onState("reconnecting");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), wait);
  }
}
