// One tab at a time: two would show the same tasks. The newest asks; who goes on there puts the other to sleep.

/** Hold the place of one person in one contest among all tabs of the browser. */
export class Place {
  #name;
  #on;
  #release = null;

  /** `on` has taken() and lost(). */
  constructor(name, on) {
    this.#name = name;
    this.#on = on;
  }

  /** Take the place if it is free; else say so by lost(). */
  async enter() {
    if (!navigator.locks) {
      this.#on.taken();
      return;
    }
    await this.#request({ ifAvailable: true });
  }

  /** Take the place from another tab. */
  async takeOver() {
    await this.#request({ steal: true });
  }

  async #request(options) {
    try {
      await navigator.locks.request(this.#name, options, (lock) => {
        if (!lock) {
          this.#on.lost();
          return undefined;
        }
        this.#on.taken();
        return new Promise((resolve) => { this.#release = resolve; });
      });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      // Someone took it over.
      this.#release = null;
      this.#on.lost();
    }
  }

  /** Give the place up. */
  leave() {
    this.#release?.();
    this.#release = null;
  }
}
