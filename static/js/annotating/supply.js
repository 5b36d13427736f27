// Loads tasks in advance, so that nobody waits between tasks.

// The server's limit per request.
const MOST = 50;

/** A queue of tasks loaded from the server. */
export class Supply {
  #fetch;
  #ahead;
  #skipped;
  #queue = [];
  #seen = new Set();
  #isFetching = false;
  #isDrained = false;

  /** `fetch(count)` returns an outcome of the server; `skipped()` the ids of tasks answered here already. */
  constructor({ fetch, ahead, skipped, told }) {
    this.#fetch = fetch;
    this.#ahead = ahead;
    this.#skipped = skipped;
    this.#told = told;
    this.arrived = () => {};
    // "", "empty" (nothing left), or the kind of trouble.
    this.state = "";
  }

  #told;

  get length() {
    return this.#queue.length;
  }

  next() {
    const task = this.#queue.shift() ?? null;
    if (task) this.#seen.add(task.id);
    // If the server had no more tasks, ask again only when the queue is empty.
    if (this.#queue.length < (this.#isDrained ? 1 : this.#ahead / 2)) void this.fill();
    return task;
  }

  /** Let a withdrawn task be supplied again. */
  forget(taskId) {
    this.#seen.delete(taskId);
    void this.fill();
  }

  async fill() {
    if (this.#isFetching) return;
    this.#isFetching = true;
    const skipped = this.#skipped();
    // The server returns open tasks first, including those loaded or answered but not sent.
    const count = Math.min(MOST, this.#ahead + this.#queue.length + skipped.size + 1);
    const outcome = await this.#fetch(count);
    this.#isFetching = false;
    if (outcome.kind === "done") {
      this.#isDrained = outcome.tasks.length < count;
      this.#take(outcome.tasks, this.#skipped());
    } else this.state = outcome.kind;
    this.#told(outcome);
    if (this.#queue.length) this.arrived();
  }

  #take(tasks, skipped) {
    const here = new Set(this.#queue.map((task) => task.id));
    const isFresh = (task) => !here.has(task.id) && !this.#seen.has(task.id) && !skipped.has(task.id);
    const fresh = tasks.filter(isFresh);
    this.#queue.push(...fresh);
    this.state = this.#queue.length ? "" : "empty";
  }
}
