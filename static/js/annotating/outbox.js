// The outbox stores answers first and sends them in the background. An answer sent twice counts once, so
// sending again is always safe. Store, transport and timer are passed in.

export const BATCH = 50;
// The server's limit per minute is reached: keep the answer and send it again later.
const TOO_FAST = "too-fast";
const TOO_FAST_WAIT_MS = 10_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Return the wait after this many failures: doubling, with random variation to spread the load. */
export function backOff(failures, chance) {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (0.8 + 0.4 * chance));
}

/**
 * The answers of one person in one contest on their way to the server.
 *
 * `post(answers)` returns { kind }: "done" with `results`, "later" (network or server away, with
 * `afterMs` where it says when), or what only a person can solve: "signed-out", "other-person", "gone".
 */
export class Outbox {
  #store;
  #post;
  #changed;
  #later;
  #batch;
  #failures = 0;
  #timer = null;
  #order = 0;
  #again = false;

  constructor({ store, post, changed, batch = BATCH, later = (act, ms) => setTimeout(act, ms) }) {
    this.#store = store;
    this.#post = post;
    this.#changed = changed;
    this.#later = later;
    this.#batch = batch;
    this.entries = [];
    this.isSending = false;
    // "", or a problem that only the person can solve.
    this.obstacle = "";
    this.reason = "";
    this.isWaitingForNetwork = false;
    this.isTooFast = false;
    // Whether some answers exist only in this tab because the browser could not store them.
    this.isStorageFull = false;
  }

  /** Load the answers left by an earlier tab. */
  async load() {
    try {
      this.entries = await this.#store.answers();
    } catch {
      this.isStorageFull = true;
    }
    this.#order = this.entries.at(-1)?.order ?? 0;
    this.#changed(this);
  }

  get waiting() {
    return this.entries.filter((entry) => !entry.refusal);
  }

  get refused() {
    return this.entries.filter((entry) => entry.refusal);
  }

  get unsaved() {
    return this.entries.filter((entry) => entry.isUnsaved);
  }

  /** Store an answer, then send it in the background. */
  async put(answer, isNew = false) {
    this.#order += 1;
    const entry = { id: answer.id, order: this.#order, answer, isNew };
    this.entries.push(entry);
    this.#changed(this);
    try {
      await this.#store.put(entry);
      this.isStorageFull = false;
    } catch {
      entry.isUnsaved = true;
      this.isStorageFull = true;
    }
    this.#changed(this);
    void this.flush();
  }

  /** Send the waiting answers; a call during sending repeats it afterwards. */
  async flush() {
    if (this.isSending) {
      this.#again = true;
      return;
    }
    this.#cancelTimer();
    this.isSending = true;
    let goesOn = true;
    while (goesOn && this.waiting.length) goesOn = await this.#sendBatch();
    this.isSending = false;
    this.#changed(this);
    if (this.#again) {
      this.#again = false;
      if (goesOn) await this.flush();
    }
  }

  /** Send now despite earlier failures, on request or after signing in again. */
  async retry() {
    this.obstacle = "";
    this.#failures = 0;
    await this.flush();
  }

  /** Forget refused answers that the person has seen. */
  async dismiss(ids) {
    await this.#forget(ids);
    this.#changed(this);
  }

  async #sendBatch() {
    const batch = this.waiting.slice(0, this.#batch);
    this.#changed(this);
    const outcome = await this.#post(batch.map((entry) => entry.answer));
    if (outcome.kind === "done") {
      await this.#settle(batch, outcome);
      if (this.isTooFast) this.#wait(TOO_FAST_WAIT_MS);
      return !this.isTooFast;
    }
    this.reason = outcome.reason ?? "";
    if (outcome.kind === "later") {
      this.#failures += 1;
      this.isWaitingForNetwork = true;
      this.#wait(outcome.afterMs ?? backOff(this.#failures, Math.random()));
    } else this.obstacle = outcome.kind;
    return false;
  }

  async #settle(batch, outcome) {
    this.#failures = 0;
    this.obstacle = "";
    this.isWaitingForNetwork = false;
    const results = new Map(outcome.results.map((result) => [result.id, result]));
    const taken = [];
    for (const entry of batch) {
      const result = results.get(entry.id);
      if (result?.status !== "refused") taken.push(entry.id);
      else if (result.code !== TOO_FAST) await this.#refuse(entry, result);
    }
    this.isTooFast = outcome.results.some((result) => result.code === TOO_FAST);
    await this.#forget(taken);
    this.#changed(this, outcome);
  }

  async #refuse(entry, { code, reason }) {
    entry.refusal = { code, reason };
    try {
      await this.#store.put(entry);
    } catch {
      this.isStorageFull = true;
    }
  }

  async #forget(ids) {
    const gone = new Set(ids);
    this.entries = this.entries.filter((entry) => !gone.has(entry.id));
    try {
      await this.#store.remove(ids);
    } catch {
      // The answer stays stored and is sent again, which is harmless.
      this.isStorageFull = true;
    }
  }

  #wait(ms) {
    this.#cancelTimer();
    this.#timer = this.#later(() => void this.flush(), ms);
  }

  #cancelTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
