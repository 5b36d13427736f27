// The chat of a contest.
import { Outbox } from "../annotating/outbox.js";
import { speaker } from "../annotating/words.js";
import { Composer } from "./composer.js";
import { Drafts } from "./drafts.js";
import { Drawing } from "./drawing.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { Room } from "./room.js";
import { ChatServer } from "./server.js";
import { Timeline } from "./timeline.js";

const READ_MS = 400;
const OUR_SIDE = new Set(["signed-out", "other-person", "gone"]);

const root = document.querySelector("[data-chat]");
const config = JSON.parse(root.dataset.config);
const language = document.documentElement.lang;
const say = speaker(JSON.parse(root.dataset.words), language);
const part = (name) => root.querySelector(`[data-${name}]`);

const server = new ChatServer(config);
const timeline = new Timeline();
const drawing = new Drawing({ say, language, moderates: config.moderates });
const log = new Log({ frame: part("log"), drawing });

// The last message read before the page was opened; the mark above new messages stays there.
let opened = null;
let unseen = 0;
let wasAtEnd = true;

const live = new Live({ path: config.urls.live, heard: (latest) => room.hear(latest), changed: () => { show(); void room.ask(); } });
const room = new Room({ server, timeline, isLive: () => live.isOpen, changed: take });
const outbox = new Outbox({
  store: new Drafts(config.person, config.contest),
  batch: 1,
  post: (drafts) => server.send(drafts.map(({ shown, ...draft }) => draft)),
  changed: (_box, outcome) => {
    if (outcome?.message) timeline.addOwn(outcome.message);
    draw(Boolean(outcome?.message));
  },
});

function take(fresh) {
  if (opened === null && timeline.cursor !== null) begin();
  if (!log.isAtEnd) unseen += fresh.filter((message) => !message.is_own).length;
  draw(false);
  // The server responds again, so send waiting messages.
  if (room.trouble === "" && outbox.waiting.length) void outbox.retry();
}

function begin() {
  opened = timeline.read;
  draw(true);
  const mark = part("lines").querySelector(".chat__day--new");
  if (mark) mark.scrollIntoView({ block: "center" });
  part("log").removeAttribute("aria-busy");
}

function draw(toEnd) {
  if (timeline.cursor === null && !outbox.entries.length) return show();
  // A stored message is no longer pending, even if the outbox has not received the response.
  const entries = outbox.entries.filter((entry) => !timeline.has(entry.id));
  const stays = toEnd || log.isAtEnd;
  log.draw({ timeline, read: opened ?? 0, entries, outbox });
  const isEmpty = timeline.isEmpty && entries.length === 0;
  part("empty").hidden = timeline.cursor === null || !isEmpty;
  part("older").hidden = !timeline.hasOlder;
  part("pins").replaceChildren(...timeline.pinned.map((message) => drawing.pinned(message)));
  part("pinned").hidden = timeline.pinned.length === 0;
  show();
  // Scroll last, when the height of the log is final. An empty room starts at the top.
  if (stays && !isEmpty) log.toEnd();
  noteReading();
}

function show() {
  const trouble = OUR_SIDE.has(outbox.obstacle) ? outbox.obstacle : room.trouble;
  part("signed-out").hidden = !["signed-out", "other-person"].includes(trouble);
  part("other-person").hidden = trouble !== "other-person";
  const state = trouble === "gone" ? "gone" : trouble ? "unreachable" : live.isOpen ? "live" : "asking";
  const words = ["signed-out", "other-person"].includes(trouble) ? "" : say(state);
  // Change it only once: screen readers announce every change.
  if (part("status").textContent !== words) part("status").textContent = words;
  root.dataset.state = trouble || state;
  part("below").hidden = unseen === 0;
  part("below").querySelector("[data-below-words]").textContent = unseen ? say("below", { count: unseen }) : "";
}

// --- Read marks ----------------------------------------------------------------------------------

let reading = null;

function noteReading() {
  if (document.visibilityState !== "visible" || !log.isAtEnd || opened === null) return;
  unseen = 0;
  part("below").hidden = true;
  const newest = timeline.newest;
  if (newest <= timeline.read || !config.takes_part) return;
  timeline.read = newest;
  clearTimeout(reading);
  reading = setTimeout(() => void server.read(newest), READ_MS);
}

// --- Actions -------------------------------------------------------------------------------------

async function moderate(call) {
  const outcome = await call;
  const failure = outcome.kind === "done" ? "" : say("failed", { reason: outcome.reason || say("unreachable") });
  part("failure").textContent = failure;
  void room.ask();
}

root.addEventListener("submit", (event) => {
  const id = event.target.dataset.remove;
  if (!id) return;
  event.preventDefault();
  void moderate(server.remove(id));
});

root.addEventListener("click", (event) => {
  const { pin, pinned, edit, discard } = event.target.closest("button")?.dataset ?? {};
  if (pin) void moderate(server.pin(pin, Boolean(pinned)));
  if (edit) composer.restore(outbox.entries.find((entry) => entry.id === edit).answer);
  if (edit || discard) void outbox.dismiss([edit ?? discard]);
});

part("older").addEventListener("click", () => void older());
part("below").addEventListener("click", () => { log.toEnd(); noteReading(); });
part("log").addEventListener("scroll", () => { wasAtEnd = log.isAtEnd; noteReading(); }, { passive: true });
// When an on-screen keyboard or a long draft reduces the log, keep its end visible.
new ResizeObserver(() => { if (wasAtEnd) log.toEnd(); }).observe(part("log"));

async function older() {
  if (!timeline.hasOlder || part("older").disabled) return;
  part("older").disabled = true;
  const frame = part("log");
  const fromEnd = frame.scrollHeight - frame.scrollTop;
  await room.askOlder();
  frame.scrollTop = frame.scrollHeight - fromEnd;
  part("older").disabled = false;
}

new IntersectionObserver((entries) => {
  if (opened !== null && entries.some((entry) => entry.isIntersecting)) void older();
}, { root: part("log") }).observe(part("older"));

const composer = part("composer")
  ? new Composer({
      form: part("composer"),
      drawing,
      say,
      most: config.most,
      send: (draft) => { log.toEnd(); void outbox.put(draft); },
    })
  : null;

addEventListener("online", () => { live.hurry(); void room.ask(); });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  live.hurry();
  void room.ask();
});

void outbox.load();
live.open();
void room.ask();
