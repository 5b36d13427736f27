// Pure: the messages of a room as far as this page has them, and the cursor from which it asks on.
//
// Every message, removal and pin has a number of its own, and numbers are committed in their order. So
// whoever has everything up to a cursor needs to ask only for what comes after it: nothing is missed,
// and what arrives twice is there once.

export class Timeline {
  #messages = new Map();

  constructor() {
    this.cursor = null;
    this.pinned = [];
    this.hasOlder = false;
    this.read = 0;
  }

  get isEmpty() {
    return this.#messages.size === 0;
  }

  /** Return the messages in the order in which they were written. */
  get messages() {
    return [...this.#messages.values()].sort((one, other) => one.number - other.number);
  }

  get oldest() {
    return Math.min(...[...this.#messages.values()].map((message) => message.number));
  }

  get newest() {
    return Math.max(0, ...[...this.#messages.values()].map((message) => message.number));
  }

  has(id) {
    return this.#messages.has(id);
  }

  /** Take the first page. */
  start({ messages, pinned, cursor, has_more, read }) {
    this.#put(messages);
    this.pinned = pinned;
    this.cursor = cursor;
    this.hasOlder = has_more;
    this.read = read;
  }

  /** Take what comes before the oldest message. */
  addOlder({ messages, has_more }) {
    this.#put(messages);
    this.hasOlder = has_more;
  }

  /** Take what came after the cursor; return the messages that are new here. */
  addChanges({ messages, pinned, cursor }) {
    // A change of a message that was not loaded yet would stand alone above a gap.
    const from = this.hasOlder ? this.oldest : 0;
    const near = messages.filter((message) => message.number >= from);
    const fresh = near.filter((message) => !this.#messages.has(message.id));
    this.#put(near);
    this.pinned = pinned;
    this.cursor = Math.max(this.cursor, cursor);
    return fresh;
  }

  /** Take one's own message as soon as the server has it; the cursor stays, others may lie before it. */
  addOwn(message) {
    this.#put([message]);
  }

  #put(messages) {
    for (const message of messages) {
      const known = this.#messages.get(message.id);
      if (!known || known.change <= message.change) this.#messages.set(message.id, message);
    }
  }
}

// Messages of one person within so long stand together under one name.
const TOGETHER_MS = 5 * 60_000;

/**
 * Return what the room shows, line by line: days, the mark above what is new, and messages.
 *
 * `dayOf` gives the day of a moment as people there count it; `read` is the last message that was read
 * when the page was opened.
 */
export function linesOf(messages, { read, dayOf }) {
  const lines = [];
  let before = null;
  let isMarked = read === 0;
  for (const message of messages) {
    const day = dayOf(message.sent_at);
    if (!before || dayOf(before.sent_at) !== day) lines.push({ kind: "day", key: `day-${day}`, moment: message.sent_at });
    if (!isMarked && message.number > read && !message.is_own) {
      lines.push({ kind: "new", key: "new" });
      isMarked = true;
    }
    const goesOn = lines.at(-1)?.kind === "message" && goesOnFrom(before, message);
    lines.push({ kind: "message", key: message.id, message, goesOn });
    before = message;
  }
  return lines;
}

function goesOnFrom(before, message) {
  const isSame = before.author === message.author && before.by_manager === message.by_manager && before.is_own === message.is_own;
  const isSoon = new Date(message.sent_at) - new Date(before.sent_at) < TOGETHER_MS;
  return isSame && isSoon && !before.is_announcement && !message.is_announcement;
}
