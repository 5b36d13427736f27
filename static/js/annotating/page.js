// The annotation page of a contest: tasks from the server, answers through the outbox.
import { bindGuidelines, bindRefused, bindSignIn } from "./dialogs.js";
import { Outbox } from "./outbox.js";
import { Server } from "./server.js";
import { Status } from "./status.js";
import { Store } from "./store.js";
import { Supply } from "./supply.js";
import { Place } from "./tabs.js";
import { Workbench } from "./workbench.js";

const KEEP_MS = 400;
const SIGN_OUT_MS = 3000;
const RETRY_MS = 5000;
const LOOK_AGAIN_MS = 60_000;

const root = document.querySelector("[data-annotator]");
const config = JSON.parse(root.dataset.config);
const store = new Store(config.person, config.contest);
const server = new Server(config);
const language = document.documentElement.lang;

let isStarted = false;
let bench = null;
let status = null;

const outbox = new Outbox({
  store,
  post: (answers) => server.send(answers),
  changed: (_box, outcome) => {
    if (outcome && Number.isInteger(outcome.accepted)) status.accepted = outcome.accepted;
    show();
  },
});

const supply = new Supply({
  fetch: async (count) => {
    // Send answers first, or the server would hand out their tasks again.
    await outbox.flush();
    return server.tasks(count);
  },
  ahead: config.ahead,
  skipped: () => new Set(outbox.waiting.map((entry) => entry.answer.task)),
  told: (outcome) => {
    if (outcome.kind === "done") {
      status.progress(outcome.progress);
      // Tasks abandoned by others may become available.
      if (!outcome.tasks.length) setTimeout(() => void supply.fill(), LOOK_AGAIN_MS);
    } else if (outcome.kind === "later") setTimeout(() => void supply.fill(), RETRY_MS);
    else if (outcome.kind !== "refused") askToSignIn(outcome.kind);
    root.querySelector("[data-reason]").textContent = outcome.reason ?? "";
    show();
  },
});

// --- The open task outlives the tab -------------------------------------------------------------

let keeping = null;
let lastDraft = null;

function stopKeeping() {
  clearTimeout(keeping);
  keeping = null;
}

function keep(draft) {
  stopKeeping();
  lastDraft = draft;
  keeping = setTimeout(() => void writeDraft(draft), KEEP_MS);
}

async function writeDraft(draft) {
  stopKeeping();
  try {
    if (draft) await store.keepDraft(draft);
    else await store.forgetDraft();
  } catch {
    // Losing a draft is acceptable; the outbox warns about answers that cannot be stored.
  }
}

// --- The current label survives a reload------------------------------------------------------------

const LABEL_KEY = `palio-label-${store.owner}`;

function keepLabel(label) {
  try {
    sessionStorage.setItem(LABEL_KEY, label);
  } catch {
    // Without storage, a reload starts with the first label.
  }
}

// --- Putting it together --------------------------------------------------------------------------

bench = new Workbench(root, {
  source: supply,
  sink: (answer, isNew) => {
    stopKeeping();
    lastDraft = null;
    // The next task may already have a draft by the time the answer is stored.
    void outbox.put(answer, isNew).then(() => lastDraft ?? writeDraft(null));
  },
  on: {
    keep,
    chose: keepLabel,
    send: async () => {
      await outbox.retry();
      if (!bench.session.task) await supply.fill();
    },
    guidelines: (anchor) => openGuidelines(anchor),
    help: () => root.querySelector('[data-dialog="keys"]').showModal(),
    changed: () => show(),
    withdraw: (entry) => void withdraw(entry),
    act: (action) => {
      if (action.name === "show-refused") openRefused();
      else if (action.name === "take-over") void place.takeOver();
      else return false;
      return true;
    },
  },
});
bench.choose(sessionStorage.getItem(LABEL_KEY));
status = new Status(root, bench.say, language);

const openGuidelines = bindGuidelines(root, { url: config.urls.guidelines, words: bench.say("guidelines_none") });
const openSignIn = bindSignIn(root, {
  email: config.email,
  signIn: (password) => server.signIn(config.email, password, {
    unreachable: bench.say("unreachable"), other_person: bench.say("other_person"),
  }),
  done: () => {
    // Update the CSRF token of the page's forms, such as signing out.
    for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = server.csrf;
    void outbox.retry().then(() => supply.fill());
    root.querySelector("[data-text]").focus();
  },
});
const openRefused = bindRefused(root, {
  entries: () => outbox.refused,
  say: bench.say,
  drop: (entry) => outbox.dismiss([entry.id]),
  again: async (entry) => {
    // Show the task before waiting for the store, so that the next key applies to it.
    const past = bench.session.past.find(({ task }) => task.id === entry.answer.task);
    const isShown = Boolean(past) && bench.session.revisit(past);
    await outbox.dismiss([entry.id]);
    if (!isShown) supply.forget(entry.answer.task);
  },
});

let asked = "";

function askToSignIn(kind) {
  if (kind === asked) return;
  asked = kind;
  openSignIn(kind === "other-person" ? bench.say("other_person") : "");
}

async function withdraw(entry) {
  await outbox.flush();
  const outcome = await server.withdraw(entry.answer.id);
  if (outcome.kind === "done") {
    bench.session.withdrawn(entry);
    supply.forget(entry.task.id);
  } else bench.hint(bench.say("withdraw_failed", { reason: outcome.reason || bench.say("unreachable") }));
}

function show() {
  if (!bench || !status) return;
  const { session, say } = bench;
  status.show({ session, outbox });
  bench.past.show(session.past, session.revisited, new Set(outbox.waiting.map((entry) => entry.id)));
  showState(session);
  notice("storage", outbox.isStorageFull && say("unsaved"));
  notice("refused", outbox.refused.length > 0 && say("refused", { count: outbox.refused.length }));
  notice("gone", outbox.obstacle === "gone" && say("gone", { reason: outbox.reason }));
  if (["signed-out", "other-person"].includes(outbox.obstacle)) askToSignIn(outbox.obstacle);
  else if (!outbox.obstacle) asked = "";
}

function showState(session) {
  const states = { empty: "empty", later: "later", refused: "refused" };
  const state = session.isAsleep ? "asleep" : session.task ? "" : (states[supply.state] ?? "loading");
  for (const box of root.querySelectorAll("[data-state].empty")) box.hidden = box.dataset.state !== state;
  root.dataset.ready = session.task && !session.isAsleep ? "yes" : "no";
}

function notice(name, words) {
  const box = root.querySelector(`[data-notice="${name}"]`);
  box.hidden = !words;
  if (words) box.querySelector("[data-notice-words]").textContent = words;
}

// --- One tab at a time ------------------------------------------------------------------------------

const place = new Place(`palio-annotator-${store.owner}`, {
  taken: () => void start(),
  lost: () => {
    const { draft } = bench.session;
    if (isStarted && draft) void writeDraft(draft);
    bench.session.sleep(true);
    bench.editor.isLocked = true;
    show();
    root.querySelector("[data-text]").hidden = true;
  },
});

async function start() {
  if (isStarted) {
    // Another tab has answered meanwhile: reload the current state.
    location.reload();
    return;
  }
  isStarted = true;
  bench.session.sleep(false);
  await outbox.load();
  bench.session.restore(await store.draft().catch(() => undefined));
  await supply.fill();
  void navigator.storage?.persist?.();
  const history = await server.history();
  if (history.kind === "done") bench.session.recall(history.answers.toReversed().map(pastEntry));
}

function pastEntry({ task, ...answer }) {
  return { task, answer: { ...answer, task: task.id } };
}

// Before signing out, send answers and delete the draft: the computer may be shared.
document.querySelector("[data-sign-out]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  stopKeeping();
  await Promise.race([outbox.flush(), new Promise((resolve) => setTimeout(resolve, SIGN_OUT_MS))]);
  await writeDraft(null);
  form.submit();
});

addEventListener("online", () => void outbox.retry());
addEventListener("pagehide", () => {
  if (keeping) void writeDraft(bench.session.draft);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void outbox.flush();
});
addEventListener("beforeunload", (event) => {
  if (outbox.unsaved.length) event.preventDefault();
});

void place.enter();
