// Keeps the timeline in step with the server, at each notification and by occasional polling.

// With a live connection, polling only makes up for lost notifications.
const ASK_MS = { live: 30_000, alone: 3_000, "signed-out": 10_000, "other-person": 10_000 };

/** The room on one page; calls `changed(fresh)` with new messages. */
export class Room {
  #server;
  #changed;
  #timeline;
  #isLive;
  #isAsking = false;
  #again = false;
  #timer = null;

  constructor({ server, timeline, changed, isLive }) {
    this.#server = server;
    this.#timeline = timeline;
    this.#changed = changed;
    this.#isLive = isLive;
    // "", "later" (server unreachable), or a problem that only the person can solve.
    this.trouble = "";
  }

  /** Fetch all changes since the cursor; a call during fetching repeats it afterwards. */
  async ask() {
    if (this.#isAsking) {
      this.#again = true;
      return;
    }
    this.#isAsking = true;
    let goesOn = true;
    while (goesOn) {
      this.#again = false;
      goesOn = (await this.#askOnce()) || (this.#again && this.trouble === "");
    }
    this.#isAsking = false;
    this.#plan();
  }

  /** Fetch changes unless this number is already known. */
  hear(latest) {
    if (this.#timeline.cursor === null || latest > this.#timeline.cursor || this.trouble) void this.ask();
  }

  /** Stop polling. */
  stop() {
    clearTimeout(this.#timer);
  }

  async askOlder() {
    const outcome = await this.#server.before(this.#timeline.oldest);
    if (outcome.kind === "done") this.#timeline.addOlder(outcome);
    this.#note(outcome);
    this.#changed([]);
  }

  /** Return whether more changes can be fetched now. */
  async #askOnce() {
    const isFirst = this.#timeline.cursor === null;
    const outcome = isFirst ? await this.#server.latest() : await this.#server.after(this.#timeline.cursor);
    this.#note(outcome);
    if (outcome.kind !== "done") {
      this.#changed([]);
      return false;
    }
    if (isFirst) this.#timeline.start(outcome);
    this.#changed(isFirst ? [] : this.#timeline.addChanges(outcome));
    return !isFirst && outcome.has_more;
  }

  #note(outcome) {
    const kinds = { done: "", refused: "gone" };
    this.trouble = kinds[outcome.kind] ?? outcome.kind;
  }

  #plan() {
    clearTimeout(this.#timer);
    if (this.trouble === "gone") return;
    const calm = this.#isLive() && this.trouble === "" ? ASK_MS.live : ASK_MS.alone;
    this.#timer = setTimeout(() => void this.ask(), ASK_MS[this.trouble] ?? calm);
  }
}
