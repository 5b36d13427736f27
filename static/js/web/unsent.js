// data-unsent: says how many answers of this person wait in this browser. Where the annotation page is open to
// them it sends them; once the contest is over they are sent from here.
import { Outbox } from "../annotating/outbox.js";
import { Server } from "../annotating/server.js";
import { Store } from "../annotating/store.js";
import { speaker } from "../annotating/words.js";

const box = document.querySelector("[data-unsent]");
const config = JSON.parse(box.dataset.config);
const say = speaker(JSON.parse(box.dataset.words), document.documentElement.lang);
const server = new Server(config);
const outbox = new Outbox({
  store: new Store(config.person, config.contest),
  post: (answers) => server.send(answers),
  changed: () => show(),
});
let hadSome = false;

function words() {
  const count = outbox.waiting.length;
  const said = [];
  if (count && outbox.isSending) said.push(say("sending", { count }));
  else if (count && outbox.obstacle) said.push(say("signed_out", { count }));
  else if (count) said.push(say("unsent", { count }));
  if (count && outbox.isWaitingForNetwork) said.push(say("unreachable"));
  if (outbox.refused.length) said.push(`${say("refused", { count: outbox.refused.length })} – ${outbox.refused[0].refusal.reason}`);
  return said.join(" ") || say("all_sent");
}

function show() {
  const some = outbox.entries.length > 0;
  hadSome ||= some;
  box.hidden = !hadSome;
  box.querySelector("[data-unsent-words]").textContent = hadSome ? words() : "";
  box.querySelector("[data-unsent-do]").hidden = !some || !(outbox.waiting.length || box.querySelector("a"));
}

box.querySelector("[data-unsent-send]")?.addEventListener("click", () => void outbox.retry());
void outbox.load();
