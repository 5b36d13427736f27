// The list of messages: only what changed is drawn anew, so that a screen reader reads only what is new.
import { linesOf } from "./timeline.js";

// So near to the end counts as being there.
const NEAR_PX = 60;

/** Keeps the list on the page like the timeline, and the reader's eyes where they are. */
export class Log {
  #frame;
  #list;
  #drawing;
  #drawn = new Map();

  constructor({ frame, drawing }) {
    this.#frame = frame;
    this.#list = frame.querySelector("[data-lines]");
    this.#drawing = drawing;
  }

  get isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#frame;
    return scrollTop + clientHeight >= scrollHeight - NEAR_PX;
  }

  toEnd() {
    this.#frame.scrollTop = this.#frame.scrollHeight;
  }

  /** Draw the messages and, below them, those that wait. */
  draw({ timeline, read, entries, outbox }) {
    const lines = linesOf(timeline.messages, { read, dayOf: (moment) => new Date(moment).toDateString() });
    const sending = outbox.isSending ? outbox.waiting[0]?.id : null;
    const waiting = entries.map((entry) => ({ kind: "waiting", key: entry.id, entry, isSending: entry.id === sending, reason: outbox.reason }));
    this.#reconcile([...lines, ...waiting]);
  }

  #reconcile(lines) {
    const kept = new Map(lines.map((line) => [line.key, this.#drawnFor(line)]));
    for (const [key, { element }] of this.#drawn) if (kept.get(key)?.element !== element) element.remove();
    // What is there stays where it is, untouched; only what is new is put in.
    let place = this.#list.firstElementChild;
    for (const { element } of kept.values()) {
      if (element === place) place = place.nextElementSibling;
      else this.#list.insertBefore(element, place);
    }
    this.#drawn = kept;
  }

  #drawnFor(line) {
    const looks = JSON.stringify(line);
    const known = this.#drawn.get(line.key);
    return known?.looks === looks ? known : { looks, element: this.#element(line) };
  }

  #element(line) {
    if (line.kind === "day") return this.#drawing.day(line.moment);
    if (line.kind === "new") return this.#drawing.news();
    if (line.kind === "waiting") return this.#drawing.waiting(line.entry, line);
    return this.#drawing.message(line.message, line.goesOn);
  }
}
