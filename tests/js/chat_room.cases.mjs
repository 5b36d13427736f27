import { Room } from "../../static/js/chat/room.js";
import { Timeline } from "../../static/js/chat/timeline.js";

const message = (number) => ({ id: `m${number}`, number, change: number });

/** A server with so many messages, three a page; `outcomes` are answered first. */
function room(count, outcomes = []) {
  const calls = [];
  const stored = Array.from({ length: count }, (_each, index) => message(index + 1));
  const answer = (call, found) => {
    calls.push(call);
    return outcomes.shift() ?? { kind: "done", messages: found.slice(0, 3), pinned: [], cursor: found.slice(0, 3).at(-1)?.change ?? 0, has_more: found.length > 3, read: 0 };
  };
  const server = {
    latest: async () => {
      const outcome = answer("latest", stored.slice(-3));
      return outcome.kind === "done" ? { ...outcome, cursor: stored.length, has_more: stored.length > 3 } : outcome;
    },
    after: async (cursor) => answer(`after ${cursor}`, stored.filter((each) => each.change > cursor)),
  };
  const timeline = new Timeline();
  const made = new Room({ server, timeline, changed: () => {}, isLive: () => true });
  const write = (more) => { for (let each = 0; each < more; each += 1) stored.push(message(stored.length + 1)); };
  return { made, timeline, calls, write };
}

export const cases = {
  "after an absence everything is fetched, page by page": async (same) => {
    const { made, timeline, calls, write } = room(2);
    await made.ask();
    write(7);
    await made.ask();
    same(timeline.messages.map((each) => each.number), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    same(calls, ["latest", "after 2", "after 5", "after 8"]);
    made.stop();
  },
  "a notice of what is known asks nothing": async (same) => {
    const { made, calls } = room(2);
    await made.ask();
    made.hear(2);
    same(calls, ["latest"]);
    made.stop();
  },
  "notices that come while it asks lead to one more question": async (same) => {
    const { made, calls, write } = room(1);
    await made.ask();
    write(1);
    const asking = made.ask();
    made.hear(9);
    made.hear(9);
    await asking;
    same(calls, ["latest", "after 1", "after 2"]);
    made.stop();
  },
  "a server that is away is trouble until it answers": async (same) => {
    const { made, timeline } = room(1, [{ kind: "later" }]);
    await made.ask();
    same([made.trouble, timeline.isEmpty], ["later", true]);
    await made.ask();
    same([made.trouble, timeline.newest], ["", 1]);
    made.stop();
  },
};
