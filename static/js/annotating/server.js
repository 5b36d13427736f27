// The API calls of the annotation page.
import { Caller } from "../web/caller.js";

/** The API of one contest for one person. */
export class Server extends Caller {
  async tasks(count) {
    return this.call("POST", this.urls.tasks, { count });
  }

  async send(answers) {
    const outcome = await this.call("POST", this.urls.answers, { answers });
    return outcome.kind === "refused" ? { ...outcome, kind: "gone" } : outcome;
  }

  async history() {
    return this.call("GET", this.urls.history);
  }

  async withdraw(answerId) {
    return this.call("POST", this.urls.withdraw.replace("00000000-0000-0000-0000-000000000000", answerId), {});
  }
}
