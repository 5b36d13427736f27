// Keeps a page's timeline in step with the server: at each notice, and by asking now and then in any case.

// With a live connection asking is only for notices that got lost; without one it is all there is.
const ASK_MS = { live: 30_000, alone: 3_000, "signed-out": 10_000, "other-person": 10_000 };

/** The room as one page sees it. `changed(fresh)` is called with the messages that have come in. */
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
    // "", "later" (the server is away), or what only a person can solve.
    this.trouble = "";
  }

  /** Ask for everything that came since; called again while it asks, it asks once more. */
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

  /** Ask only if this number has not been seen yet. */
  hear(latest) {
    if (this.#timeline.cursor === null || latest > this.#timeline.cursor || this.trouble) void this.ask();
  }

  /** Ask no more by itself. */
  stop() {
    clearTimeout(this.#timer);
  }

  async askOlder() {
    const outcome = await this.#server.before(this.#timeline.oldest);
    if (outcome.kind === "done") this.#timeline.addOlder(outcome);
    this.#note(outcome);
    this.#changed([]);
  }

  /** Return whether there is more to fetch at once. */
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
