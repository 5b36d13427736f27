// The list of messages. Only changes are redrawn, so that screen readers announce only new messages.
import { linesOf } from "./timeline.js";

// Within this distance, the reader counts as being at the end.
const NEAR_PX = 60;

/** Keeps the list in step with the timeline without moving the reader's position. */
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

  /** Display the messages and, below them, the unsent ones. */
  draw({ timeline, read, entries, outbox }) {
    const lines = linesOf(timeline.messages, { read, dayOf: (moment) => new Date(moment).toDateString() });
    const sending = outbox.isSending ? outbox.waiting[0]?.id : null;
    const waiting = entries.map((entry) => ({ kind: "waiting", key: entry.id, entry, isSending: entry.id === sending, reason: outbox.reason }));
    this.#reconcile([...lines, ...waiting]);
  }

  #reconcile(lines) {
    const kept = new Map(lines.map((line) => [line.key, this.#drawnFor(line)]));
    for (const [key, { element }] of this.#drawn) if (kept.get(key)?.element !== element) element.remove();
    // Keep existing elements; insert only new ones.
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
