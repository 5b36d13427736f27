// Pure: the loaded messages of a room and the cursor of the latest known change.
//
// Every message, removal and pin has its own number, and numbers are committed in order. After loading all changes
// up to the cursor, a page therefore needs only later ones. Messages that arrive twice are kept once.

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

  /** Return the messages in the order of writing. */
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

  /** Add the first page. */
  start({ messages, pinned, cursor, has_more, read }) {
    this.#put(messages);
    this.pinned = pinned;
    this.cursor = cursor;
    this.hasOlder = has_more;
    this.read = read;
  }

  /** Add a page of older messages. */
  addOlder({ messages, has_more }) {
    this.#put(messages);
    this.hasOlder = has_more;
  }

  /** Add the changes after the cursor; return the new messages. */
  addChanges({ messages, pinned, cursor }) {
    // Skip changes of older messages that are not loaded, which would leave a gap.
    const from = this.hasOlder ? this.oldest : 0;
    const near = messages.filter((message) => message.number >= from);
    const fresh = near.filter((message) => !this.#messages.has(message.id));
    this.#put(near);
    this.pinned = pinned;
    this.cursor = Math.max(this.cursor, cursor);
    return fresh;
  }

  /** Add the person's own message once stored; keep the cursor, as others may precede it. */
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

// Messages of one person within this time are grouped under one name.
const TOGETHER_MS = 5 * 60_000;

/**
 * Return the lines of the room: days, the mark above new messages, and messages.
 *
 * `dayOf` returns the local day of a time; `read` is the last message read before the page was opened.
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
