// Unsent messages. They survive a reload and a new sign-in in this tab but not the tab itself: on a shared
// workstation, nobody should find another person's drafts.

/** The unsent messages of one person in one contest, in the outbox's format. */
export class Drafts {
  #key;

  constructor(person, contest) {
    this.#key = `palio-chat/${person}/${contest}`;
  }

  async answers() {
    return this.#read();
  }

  async put(entry) {
    const others = this.#read().filter((each) => each.id !== entry.id);
    this.#write([...others, entry].sort((one, other) => one.order - other.order));
  }

  async remove(ids) {
    this.#write(this.#read().filter((entry) => !ids.includes(entry.id)));
  }

  #read() {
    return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
  }

  #write(entries) {
    if (entries.length) sessionStorage.setItem(this.#key, JSON.stringify(entries));
    else sessionStorage.removeItem(this.#key);
  }
}
