// form[data-upload]: choose or drop files, send them in batches with progress, then start reading.
// Without this script, the form sends its file field in one post.
import { fill, isHidden, makeBatches, sizeWords, totalBytes, waitBefore } from "./batches.js";
import { droppedFiles } from "./dropped_files.js";

const NAMES_SHOWN = 5;
const language = document.documentElement.lang;
const pause = (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });

/** An error with a message for the person; sending again would not help. */
class Refused extends Error {}

class Upload {
  constructor(form) {
    this.form = form;
    this.files = [];
    this.isSending = false;
    // The addresses to post to; a new import gets them from the server.
    this.addresses = form.dataset.receive ? { ...form.dataset } : null;
    this.sent = new Set();
    this.bind();
  }

  part(name) { return this.form.querySelector(`[data-${name}]`); }

  bind() {
    for (const name of ["drop-words", "drop-buttons"]) this.part(name).hidden = false;
    this.part("drop-plain").hidden = true;
    const plain = this.form.elements.files;
    const folder = this.part("folder");
    this.form.querySelector("[data-choose=files]").addEventListener("click", () => plain.click());
    this.form.querySelector("[data-choose=folder]").addEventListener("click", () => folder.click());
    for (const field of [plain, folder]) {
      const take = () => this.choose([...field.files].map(
        (file) => ({ file, name: file.webkitRelativePath || file.name }),
      ));
      field.addEventListener("change", take);
      // Chosen while the page was loading, or restored by the browser after a reload.
      if (field.files.length) take();
    }
    this.part("clear").addEventListener("click", () => this.clear());
    this.bindDropping(this.part("drop"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    addEventListener("beforeunload", (event) => {
      if (this.isSending) event.preventDefault();
    });
  }

  bindDropping(place) {
    for (const name of ["dragenter", "dragover"]) {
      place.addEventListener(name, (event) => {
        event.preventDefault();
        place.classList.add("is-over");
      });
    }
    place.addEventListener("dragleave", (event) => {
      if (!place.contains(event.relatedTarget)) place.classList.remove("is-over");
    });
    place.addEventListener("drop", async (event) => {
      event.preventDefault();
      place.classList.remove("is-over");
      if (!this.isSending) this.choose(await droppedFiles(event.dataTransfer));
    });
  }

  choose(found) {
    this.files = found.filter(({ name }) => !isHidden(name))
      .map(({ file, name }) => ({ file, name, size: file.size }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    this.sent.clear();
    this.showError("");
    this.showChosen();
  }

  clear() {
    this.choose([]);
    this.form.elements.files.value = "";
    this.part("folder").value = "";
    this.form.querySelector("[data-choose=files]").focus();
  }

  showChosen() {
    const { length } = this.files;
    this.part("drop").classList.toggle("has-files", length > 0);
    this.part("drop-ask").hidden = length > 0;
    this.part("chosen").hidden = length === 0;
    const count = this.part("chosen-count");
    count.textContent = length === 1 ? count.dataset.one : fill(count.dataset.many, { n: number(length) });
    this.part("chosen-size").textContent = sizeWords(totalBytes(this.files), language);
    const names = this.part("chosen-names");
    names.replaceChildren(...this.files.slice(0, NAMES_SHOWN).map(({ name }) => item(name)));
    if (length > NAMES_SHOWN) {
      names.append(item(fill(names.dataset.more, { n: number(length - NAMES_SHOWN) })));
    }
  }

  showError(words) {
    this.part("upload-error").hidden = !words;
    this.part("upload-error-words").textContent = words;
  }

  /** Return why these files cannot be sent, or an empty string. */
  problem() {
    const words = this.part("upload-error-words").dataset;
    const { mostFiles, mostBytes } = this.form.dataset;
    if (!this.files.length) return words.none;
    if (this.files.length > mostFiles) return fill(words.tooMany, { n: number(mostFiles) });
    if (totalBytes(this.files) > mostBytes) return fill(words.tooLarge, { n: sizeWords(mostBytes, language) });
    return "";
  }

  async send() {
    if (this.isSending) return;
    const problem = this.problem();
    this.showError(problem);
    if (problem) return;
    this.begin(true);
    this.part("drop").scrollIntoView({ block: "center" });
    try {
      this.addresses ??= await this.post(this.form.action, this.choices());
      await this.sendFiles();
      this.say("starting");
      await this.post(this.addresses.read, this.token());
      this.isSending = false;
      location.assign(this.addresses.import);
    } catch (error) {
      this.begin(false);
      this.showError(error instanceof Refused ? error.message : this.part("upload-error-words").dataset.failed);
    }
  }

  begin(isSending) {
    this.isSending = isSending;
    this.part("chosen").hidden = isSending;
    this.part("sending").hidden = !isSending;
    this.part("upload-send").disabled = isSending;
    this.say("sending");
    this.showProgress(0);
  }

  async sendFiles() {
    const left = this.files.filter((file) => !this.sent.has(file));
    const { batchFiles, batchBytes } = this.form.dataset;
    for (const batch of makeBatches(left, { mostFiles: batchFiles, mostBytes: batchBytes })) {
      const body = this.token();
      for (const { file, name } of batch) {
        body.append("names", name);
        body.append("files", file);
      }
      await this.post(this.addresses.receive, body, (bytes) => this.showProgress(bytes));
      for (const file of batch) this.sent.add(file);
      this.showProgress(0);
    }
  }

  showProgress(underWay) {
    const done = totalBytes([...this.sent]);
    const total = totalBytes(this.files);
    const shown = Math.min(done + underWay, total);
    this.part("sending-bar").value = total ? (100 * shown) / total : 0;
    const count = this.part("sending-count");
    count.textContent = fill(count.dataset.words, { n: number(this.sent.size), m: number(this.files.length) });
    this.part("sending-size").textContent = `${sizeWords(shown, language)} / ${sizeWords(total, language)}`;
  }

  say(name, values = {}) {
    const words = this.part("sending-words");
    words.textContent = fill(words.dataset[name], values);
  }

  token() {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", this.form.elements.csrfmiddlewaretoken.value);
    return body;
  }

  choices() {
    const body = new FormData(this.form);
    body.delete("files");
    return body;
  }

  /** Post with retries after a lost connection or while the server restarts. */
  async post(address, body, progress = () => {}) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await request(address, body, progress);
      const words = this.part("upload-error-words").dataset;
      if (answer.status === 401 || answer.status === 403 || answer.wasRedirected) {
        throw new Refused(words.signedOut);
      }
      // Sent by a proxy, which has no message of ours.
      if (answer.status === 413) throw new Refused(words.refused);
      if (answer.status >= 200 && answer.status < 300) return answer.json;
      if (answer.status >= 400 && answer.status < 500) {
        throw answer.json?.error ? new Refused(answer.json.error) : new Error(`status ${answer.status}`);
      }
      await this.wait(attempt);
    }
  }

  async wait(attempt) {
    const seconds = waitBefore(attempt);
    if (seconds === null) throw new Error("no connection");
    for (let left = seconds; left > 0; left -= 1) {
      this.say("waiting", { n: left });
      await pause(1);
    }
    this.say("sending");
  }
}

/** Post with progress, which fetch cannot report; a lost connection has the status 0. */
function request(address, body, progress) {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest();
    call.open("POST", address);
    call.setRequestHeader("Accept", "application/json");
    call.upload.addEventListener("progress", (event) => progress(event.loaded));
    call.addEventListener("loadend", () => resolve({
      status: call.status,
      json: parsed(call),
      // A signed-out person is redirected to the sign-in page, which answers 200.
      wasRedirected: call.status === 200 && !(call.getResponseHeader("Content-Type") ?? "").includes("json"),
    }));
    call.send(body);
  });
}

function parsed(call) {
  try {
    return JSON.parse(call.responseText);
  } catch {
    return null;
  }
}

function number(value) {
  return new Intl.NumberFormat(language).format(value);
}

function item(words) {
  const element = document.createElement("li");
  element.textContent = words;
  return element;
}

for (const form of document.querySelectorAll("form[data-upload]")) new Upload(form);
