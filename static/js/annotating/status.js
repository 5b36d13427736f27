// The status beside the text: progress, pace and unsent answers.

/** The person's and the collective progress, counted by the page between two server responses. */
export class Status {
  #root;
  #say;
  #numbers;
  #own;
  #together;

  constructor(root, say, language) {
    this.#root = root;
    this.#say = say;
    this.#numbers = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#own = root.querySelector("[data-own]");
    this.#together = root.querySelector("[data-together]");
    this.accepted = this.#own?.value ?? 0;
  }

  /** Update from the server's progress. */
  progress({ accepted, together, together_goal: goal }) {
    this.accepted = accepted;
    if (!this.#together) return;
    this.#together.max = goal || 1;
    this.#together.value = together;
    const percent = goal ? Math.min(100, Math.round((100 * together) / goal)) : 0;
    this.#root.querySelector("[data-together-words]").textContent = this.#say("percent", { percent });
  }

  show({ session, outbox }) {
    if (this.#own) {
      const accepted = this.accepted + outbox.waiting.filter((entry) => entry.isNew && entry.answer.verdict === "accept").length;
      this.#own.value = Math.min(accepted, this.#own.max);
      this.#root.querySelector("[data-own-words]").textContent = this.#say("accepted_of", { count: accepted, goal: this.#own.max });
      const pace = session.pace.perMinute;
      this.#root.querySelector("[data-pace]").textContent = pace === null ? "–" : this.#say("pace", { pace: this.#numbers.format(pace) });
    }
    this.#showOutbox(outbox);
  }

  #showOutbox(outbox) {
    const count = outbox.waiting.length;
    const state = !count ? "sent" : outbox.obstacle ? "stuck" : outbox.isWaitingForNetwork ? "waiting" : outbox.isTooFast ? "slowed" : "sending";
    const words = {
      sent: () => this.#say("all_sent"),
      sending: () => this.#say("sending", { count }),
      waiting: () => this.#say("waiting", { count }),
      slowed: () => this.#say("slowed", { count }),
      stuck: () => this.#say("signed_out", { count }),
    }[state]();
    const box = this.#root.querySelector("[data-outbox]");
    box.dataset.state = state;
    box.dataset.count = count;
    const line = box.querySelector("[data-outbox-words]");
    if (line.textContent !== words) line.textContent = words;
    box.querySelector("[data-outbox-send]").hidden = state === "sent" || state === "sending";
  }
}
