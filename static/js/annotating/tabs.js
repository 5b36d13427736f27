// Only one tab is active, because two would show the same tasks. A new tab can take over; the other one sleeps until it
// is alone again.

/** The lock of the active tab for one person in one contest. */
export class Place {
  #name;
  #on;

  /** `on` has taken() and lost(). */
  constructor(name, on) {
    this.#name = name;
    this.#on = on;
  }

  /** Take the lock if it is free; otherwise call lost() and wait until the other tab is closed. */
  async enter() {
    if (!navigator.locks) {
      this.#on.taken();
      return;
    }
    if (!(await this.#hold({ ifAvailable: true }))) await this.#wait();
  }

  /** Take the lock from another tab. */
  async takeOver() {
    await this.#hold({ steal: true });
  }

  async #wait() {
    this.#on.lost();
    await this.#hold({});
  }

  /** Hold the lock until the tab closes or another one takes over; return whether it was free. */
  async #hold(options) {
    try {
      return await navigator.locks.request(this.#name, options, (lock) => {
        if (!lock) return false;
        this.#on.taken();
        return new Promise(() => {});
      });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      // Another tab took over.
      await this.#wait();
      return true;
    }
  }
}
