// One training task on the annotation page, followed by the page with its result.
import { bindGuidelines, bindSignIn } from "./dialogs.js";
import { Server } from "./server.js";
import { Workbench } from "./workbench.js";

const RETRY_MS = 3000;
const NO_ID = "00000000-0000-0000-0000-000000000000";

const root = document.querySelector("[data-annotator]");
const config = JSON.parse(root.dataset.config);
const server = new Server({ ...config, urls: { ...config.urls, answers: config.training.answers } });
// Without JavaScript, the form below is shown instead.
root.hidden = false;
const tasks = [config.task];
const source = { next: () => tasks.shift() ?? null, arrived: null };

let signedIn = null;

const bench = new Workbench(root, {
  source,
  sink: () => {},
  afterAnswer: (_task, answer) => deliver(answer),
  on: {
    keep: () => {},
    send: () => {},
    guidelines: (anchor) => openGuidelines(anchor),
    help: () => root.querySelector('[data-dialog="keys"]').showModal(),
    changed: (shown) => show(shown.session),
    withdraw: () => {},
  },
});

const openGuidelines = bindGuidelines(root, { url: config.urls.guidelines, words: bench.say("guidelines_none") });
const openSignIn = bindSignIn(root, {
  email: config.email,
  signIn: (password) => server.signIn(config.email, password, {
    unreachable: bench.say("unreachable"), other_person: bench.say("other_person"),
  }),
  done: () => signedIn?.(),
});

/** Send the answer, retrying until it arrives, and open its result page. */
async function deliver(answer) {
  for (;;) {
    const outcome = await server.send([answer]);
    const result = outcome.results?.[0];
    if (outcome.kind === "done" && result.status === "taken") {
      location.assign(config.training.result.replace(NO_ID, answer.id));
      return new Promise(() => {});
    }
    if (outcome.kind === "done" || outcome.kind === "gone") return giveBack(result?.reason ?? outcome.reason);
    if (outcome.kind === "later") {
      bench.hint(bench.say("unreachable"));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    } else await new Promise((resolve) => {
      signedIn = resolve;
      openSignIn(outcome.kind === "other-person" ? bench.say("other_person") : "");
    });
  }
}

/** Show the task again with its spans and the reason for the refusal. */
function giveBack(reason) {
  bench.session.restore({ task: config.task.id, units: bench.editor.triples, isFlagged: false });
  tasks.push(config.task);
  bench.hint(reason);
}

function show(session) {
  for (const box of root.querySelectorAll("[data-state].empty")) box.hidden = true;
  root.dataset.ready = session.task ? "yes" : "no";
}

source.arrived();
