// The WebSocket that announces new changes; it reconnects whenever the connection breaks.
import { backOff } from "../annotating/outbox.js";

/** A connection for the lifetime of the page; calls `heard` with the number of the latest change. */
export class Live {
  #url;
  #heard;
  #changed;
  #socket = null;
  #failures = 0;
  #timer = null;

  constructor({ path, heard, changed }) {
    this.#url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.#heard = heard;
    this.#changed = changed;
    this.isOpen = false;
  }

  open() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#socket = new WebSocket(this.#url);
    this.#socket.addEventListener("open", () => this.#turn(true));
    this.#socket.addEventListener("message", (event) => this.#heard(JSON.parse(event.data).latest));
    this.#socket.addEventListener("close", () => {
      this.#turn(false);
      this.#failures += 1;
      this.#timer = setTimeout(() => this.open(), backOff(this.#failures, Math.random()));
    });
  }

  /** Reconnect now, after the network is back or the page is visible again. */
  hurry() {
    if (this.#timer === null) return;
    this.#failures = 0;
    this.open();
  }

  #turn(isOpen) {
    if (isOpen) this.#failures = 0;
    this.isOpen = isOpen;
    this.#changed();
  }
}
