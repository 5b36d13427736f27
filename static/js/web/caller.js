// Talks to the server for one person. Never throws for what can happen: it says what kind of trouble it was.

const PERSON_HEADER = "X-Palio-Person";
// A connection that hangs is as good as none.
const PATIENCE_MS = 30_000;
// Browsers finish small requests after the tab is closed.
const KEEPALIVE_BYTES = 60_000;

/** Calls that are refused as soon as someone else is signed in. */
export class Caller {
  #session;
  #person;
  #csrf;

  constructor({ urls, person, csrf }) {
    this.urls = urls;
    this.#session = urls.session;
    this.#person = person;
    this.#csrf = csrf;
  }

  get csrf() {
    return this.#csrf;
  }

  /** Sign in again without leaving the page; return "" or why it was refused. */
  async signIn(username, password, words) {
    await this.#renew();
    const response = await this.#fetch("POST", this.#session, { username, password });
    if (!response) return words.unreachable;
    const body = await response.json().catch(() => ({}));
    if (!response.ok) return body.reason ?? words.unreachable;
    this.#csrf = body.csrf_token;
    return body.person === this.#person ? "" : words.other_person;
  }

  /** Return what came back with its kind: done, refused, later, signed-out or other-person. */
  async call(method, url, body) {
    let response = await this.#fetch(method, url, body);
    if (response?.status === 403) {
      // Signed out, or only an old token: ask who is signed in, and try again with a new one.
      const person = await this.#renew();
      if (person === undefined) return { kind: "later" };
      if (person === null) return { kind: "signed-out" };
      if (person !== this.#person) return { kind: "other-person" };
      response = await this.#fetch(method, url, body);
    }
    return this.#judge(response);
  }

  async #judge(response) {
    const body = !response || response.status === 204 ? {} : await response.json().catch(() => null);
    if (!response || response.status >= 500 || response.status === 429) {
      const seconds = Number(response?.headers.get("Retry-After"));
      return { kind: "later", afterMs: seconds > 0 ? seconds * 1000 : undefined, reason: body?.reason ?? "" };
    }
    if (response.ok) return body === null ? { kind: "later" } : { kind: "done", ...body };
    if (body?.code === "other-person") return { kind: "other-person" };
    if (response.status === 403) return { kind: "signed-out" };
    return { kind: "refused", code: body?.code ?? String(response.status), reason: body?.reason ?? body?.detail ?? "" };
  }

  async #renew() {
    const response = await this.#fetch("GET", this.#session);
    if (!response?.ok) return undefined;
    const body = await response.json().catch(() => null);
    if (!body) return undefined;
    this.#csrf = body.csrf_token;
    return body.person;
  }

  async #fetch(method, url, body) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    try {
      return await fetch(url, {
        method,
        body: text,
        credentials: "same-origin",
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE_MS),
        keepalive: (text?.length ?? 0) < KEEPALIVE_BYTES,
        headers: {
          Accept: "application/json",
          "X-CSRFToken": this.#csrf,
          ...(url === this.#session ? {} : { [PERSON_HEADER]: String(this.#person) }),
          ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        },
      });
    } catch {
      return null;
    }
  }
}
