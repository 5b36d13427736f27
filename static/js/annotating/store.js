// IndexedDB storage of unsent answers and the draft: offsets and labels only, never texts. Each row belongs to one
// person in one contest; other people can neither see nor send it.

const DATABASE = "palio-annotator";
const VERSION = 1;

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    transaction.onerror = () => reject(transaction.error);
  });
}

function open() {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const answers = request.result.createObjectStore("answers", { keyPath: "id" });
    answers.createIndex("owner", "owner");
    request.result.createObjectStore("drafts", { keyPath: "owner" });
  };
  return promised(request);
}

/** The answers and the draft of one person in one contest. */
export class Store {
  #database = null;

  constructor(person, contest) {
    this.owner = `${person}/${contest}`;
  }

  async #do(name, mode, work) {
    this.#database ??= await open();
    // Close the database if another page needs a newer version.
    this.#database.onversionchange = () => { this.#database?.close(); this.#database = null; };
    const transaction = this.#database.transaction(name, mode, { durability: "strict" });
    const done = finished(transaction);
    const result = work(transaction.objectStore(name));
    // Commit now: the tab may be closed before an automatic commit.
    if (mode === "readwrite") transaction.commit?.();
    await done;
    return result?.result;
  }

  /** Return the waiting answers, oldest first. */
  async answers() {
    const rows = await this.#do("answers", "readonly", (rows) => rows.index("owner").getAll(this.owner));
    return rows.sort((one, other) => one.order - other.order);
  }

  async put(entry) {
    await this.#do("answers", "readwrite", (rows) => rows.put({ ...entry, owner: this.owner }));
  }

  async remove(ids) {
    await this.#do("answers", "readwrite", (rows) => { for (const id of ids) rows.delete(id); });
  }

  /** Return the draft of the open task, or undefined. */
  async draft() {
    return this.#do("drafts", "readonly", (rows) => rows.get(this.owner));
  }

  async keepDraft(draft) {
    await this.#do("drafts", "readwrite", (rows) => rows.put({ ...draft, owner: this.owner }));
  }

  async forgetDraft() {
    await this.#do("drafts", "readwrite", (rows) => rows.delete(this.owner));
  }
}
