// The API calls of the chat.
import { Caller } from "../web/caller.js";

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** The API of one room for one person. */
export class ChatServer extends Caller {
  async latest() {
    return this.call("GET", this.urls.messages);
  }

  async after(cursor) {
    return this.call("GET", `${this.urls.messages}?after=${cursor}`);
  }

  async before(number) {
    return this.call("GET", `${this.urls.messages}?before=${number}`);
  }

  /** Send one message and return the outcome in the outbox's format, also if it was refused. */
  async send([draft]) {
    const outcome = await this.call("POST", this.urls.messages, draft);
    if (outcome.kind === "done") {
      const { kind, ...message } = outcome;
      return { kind, results: [{ id: draft.id, status: "taken" }], message };
    }
    if (outcome.kind !== "refused") return outcome;
    if (outcome.code === "not_found") return { kind: "gone" };
    return { kind: "done", results: [{ ...outcome, id: draft.id, status: "refused" }] };
  }

  async read(number) {
    return this.call("POST", this.urls.read, { number });
  }

  async remove(id) {
    return this.call("POST", this.urls.remove.replace(NO_ID, id), {});
  }

  async pin(id, is_pinned) {
    return this.call("POST", this.urls.pin.replace(NO_ID, id), { is_pinned });
  }
}
