// Pure: measures the time spent on a task. All times are passed in, in milliseconds.

// Longer tasks count as breaks and are left out of the pace, as in the contest's statistics.
export const BREAK_MS = 5 * 60 * 1000;

/** The visible, unpaused time from shown to answered. */
export class Stopwatch {
  #visibleMs = 0;
  #since = null;
  #shownAt;
  #firstEditAt = null;
  #edits = { keyboard: 0, mouse: 0 };

  constructor(now, isRunning) {
    this.#shownAt = now;
    if (isRunning) this.#since = now;
  }

  run(now) {
    this.#since ??= now;
  }

  halt(now) {
    this.#visibleMs = this.visibleMs(now);
    this.#since = null;
  }

  visibleMs(now) {
    return this.#visibleMs + (this.#since === null ? 0 : Math.max(0, now - this.#since));
  }

  /** Count an edit by keyboard or mouse. */
  edit(now, device) {
    this.#firstEditAt ??= now;
    this.#edits[device] += 1;
  }

  /** Return the timings stored with the answer, in the server's format. */
  read(now) {
    const moment = (each) => (each === null ? null : new Date(each).toISOString());
    return {
      shown_at: moment(this.#shownAt),
      first_edit_at: moment(this.#firstEditAt),
      answered_at: moment(now),
      duration_ms: Math.round(this.visibleMs(now)),
      keyboard_edits: this.#edits.keyboard,
      mouse_edits: this.#edits.mouse,
    };
  }
}

/** Tasks per minute of one session. */
export class Pace {
  #tasks = 0;
  #ms = 0;

  add(durationMs) {
    if (durationMs > BREAK_MS) return;
    this.#tasks += 1;
    this.#ms += durationMs;
  }

  /** Return tasks per minute, or null before the first task. */
  get perMinute() {
    return this.#tasks > 0 && this.#ms > 0 ? (this.#tasks * 60_000) / this.#ms : null;
  }
}
