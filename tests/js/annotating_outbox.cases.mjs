import { backOff, BATCH, Outbox } from "../../static/js/annotating/outbox.js";
import { Supply } from "../../static/js/annotating/supply.js";

/** A store in memory; `isFull` makes it refuse. */
class Shelf {
  rows = new Map();
  isFull = false;

  async answers() {
    return [...this.rows.values()];
  }

  async put(entry) {
    if (this.isFull) throw new DOMException("full", "QuotaExceededError");
    this.rows.set(entry.id, structuredClone(entry));
  }

  async remove(ids) {
    for (const id of ids) this.rows.delete(id);
  }
}

/** A server that takes answers; `trouble` is what it answers instead. */
class Desk {
  taken = new Map();
  batches = [];
  trouble = [];
  refuses = new Set();
  code = "x";

  post = async (answers) => {
    this.batches.push(answers.length);
    const trouble = this.trouble.shift();
    // It may have taken them and the answer got lost on the way back.
    if (trouble?.kind === "later" && trouble.lost) for (const answer of answers) this.taken.set(answer.id, answer);
    if (trouble) return trouble;
    const results = answers.map(({ id }) => (this.refuses.has(id) ? { id, status: "refused", code: this.code, reason: "no" } : { id, status: "taken" }));
    for (const answer of answers) if (!this.refuses.has(answer.id)) this.taken.set(answer.id, answer);
    return { kind: "done", results };
  };
}

function open({ shelf = new Shelf(), desk = new Desk() } = {}) {
  const waits = [];
  const later = (act, ms) => { waits.push({ act, ms }); return waits.length; };
  const outbox = new Outbox({ store: shelf, post: desk.post, changed: () => {}, later });
  return { outbox, shelf, desk, waits };
}

const settled = async () => { for (let turn = 0; turn < 50; turn += 1) await null; };
const answers = (count) => Array.from({ length: count }, (_, index) => ({ id: `a${index}`, task: index }));

export const cases = {
  "waiting doubles and has a limit": (same) =>
    same([1, 2, 3, 6, 20].map((failures) => backOff(failures, 0.5)), [1000, 2000, 4000, 30_000, 30_000]),
  "not everyone comes back at the same moment": (same) => same([backOff(1, 0), backOff(1, 1)], [800, 1200]),
  "an answer is stored, sent and forgotten": async (same) => {
    const { outbox, shelf, desk } = open();
    await outbox.put({ id: "a" });
    await settled();
    same([desk.taken.size, shelf.rows.size, outbox.entries.length], [1, 0, 0]);
  },
  "without a network it stays and is tried again": async (same) => {
    const { outbox, shelf, desk, waits } = open();
    desk.trouble = [{ kind: "later" }];
    await outbox.put({ id: "a" });
    await settled();
    same([desk.taken.size, shelf.rows.size, outbox.isWaitingForNetwork, waits.length], [0, 1, true, 1]);
    waits[0].act();
    await settled();
    same([desk.taken.size, shelf.rows.size, outbox.isWaitingForNetwork], [1, 0, false]);
  },
  "the server's own waiting time is kept": async (same) => {
    const { outbox, desk, waits } = open();
    desk.trouble = [{ kind: "later", afterMs: 5000 }];
    await outbox.put({ id: "a" });
    await settled();
    same(waits.map(({ ms }) => ms), [5000]);
  },
  "an answer whose receipt was lost is sent again and counts once": async (same) => {
    const { outbox, desk, waits } = open();
    desk.trouble = [{ kind: "later", lost: true }];
    await outbox.put({ id: "a" });
    await settled();
    waits[0].act();
    await settled();
    same([desk.batches, [...desk.taken.keys()]], [[1, 1], ["a"]]);
  },
  "what one tab left the next one sends": async (same) => {
    const shelf = new Shelf();
    const first = open({ shelf });
    first.desk.trouble = Array(9).fill({ kind: "later" });
    for (const answer of answers(3)) await first.outbox.put(answer);
    const second = open({ shelf });
    await second.outbox.load();
    await second.outbox.flush();
    same([[...second.desk.taken.keys()], shelf.rows.size], [["a0", "a1", "a2"], 0]);
  },
  "many go in batches": async (same) => {
    const { outbox, desk } = open();
    desk.trouble = [{ kind: "signed-out" }];
    await Promise.all(answers(120).map((answer) => outbox.put(answer)));
    await settled();
    desk.batches = [];
    await outbox.retry();
    same([desk.batches, desk.taken.size], [[BATCH, BATCH, 20], 120]);
  },
  "an answer given while others are sent goes right after them": async (same) => {
    const { outbox, desk } = open();
    await Promise.all([outbox.put({ id: "a" }), outbox.put({ id: "b" })]);
    await settled();
    same([desk.taken.size, outbox.waiting.length], [2, 0]);
  },
  "signed out: nothing is tried until someone signs in": async (same) => {
    const { outbox, desk, waits } = open();
    desk.trouble = [{ kind: "signed-out" }];
    await outbox.put({ id: "a" });
    await settled();
    same([outbox.obstacle, waits.length, outbox.waiting.length], ["signed-out", 0, 1]);
    await outbox.retry();
    same([outbox.obstacle, desk.taken.size], ["", 1]);
  },
  "a refused answer is kept with its reason and holds nothing back": async (same) => {
    const { outbox, shelf, desk } = open();
    desk.refuses.add("a0");
    for (const answer of answers(2)) await outbox.put(answer);
    await settled();
    same([[...desk.taken.keys()], outbox.refused.map(({ refusal }) => refusal.reason), outbox.waiting.length], [["a1"], ["no"], 0]);
    same([...shelf.rows.keys()], ["a0"]);
    await outbox.dismiss(["a0"]);
    same([shelf.rows.size, outbox.entries.length], [0, 0]);
  },
  "what is too much for this minute stays, is said, and goes a little later": async (same) => {
    const { outbox, shelf, desk, waits } = open();
    desk.code = "too-fast";
    desk.refuses.add("a1");
    for (const answer of answers(2)) await outbox.put(answer);
    await settled();
    same([[...desk.taken.keys()], [...shelf.rows.keys()], outbox.refused.length], [["a0"], ["a1"], 0]);
    same([outbox.isTooFast, outbox.isWaitingForNetwork, waits.at(-1).ms], [true, false, 10_000]);
    desk.refuses.clear();
    waits.at(-1).act();
    await settled();
    same([desk.taken.size, shelf.rows.size, outbox.isTooFast], [2, 0, false]);
  },
  "a full store is said, and the answer is sent all the same": async (same) => {
    const { outbox, shelf, desk } = open();
    shelf.isFull = true;
    desk.trouble = [{ kind: "later" }];
    await outbox.put({ id: "a" });
    await settled();
    same([outbox.isStorageFull, outbox.unsaved.length], [true, 1]);
    await outbox.retry();
    same([desk.taken.size, outbox.unsaved.length], [1, 0]);
  },
  "tasks are fetched ahead, each is shown once, and those on their way are skipped": async (same) => {
    const asked = [];
    const tasks = answers(9).map((_, index) => ({ id: index }));
    const supply = new Supply({
      ahead: 4,
      skipped: () => new Set([0]),
      told: () => {},
      fetch: async (count) => { asked.push(count); return { kind: "done", tasks: tasks.slice(0, count) }; },
    });
    await supply.fill();
    const shown = [supply.next(), supply.next()].map((task) => task.id);
    await settled();
    same([shown, asked[0], supply.length > 0], [[1, 2], 6, true]);
  },
  "nothing left is said": async (same) => {
    const supply = new Supply({ ahead: 4, skipped: () => new Set(), told: () => {}, fetch: async () => ({ kind: "done", tasks: [] }) });
    await supply.fill();
    same([supply.state, supply.next()], ["empty", null]);
  },
};
