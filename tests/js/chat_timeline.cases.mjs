import { linesOf, Timeline } from "../../static/js/chat/timeline.js";

const message = (number, more = {}) => ({
  id: `m${number}`, number, change: number, author: "orzo", is_own: false, by_manager: false,
  is_announcement: false, is_removed: false, text: `text ${number}`, sent_at: "2026-03-02T10:00:00Z", ...more,
});
const page = (messages, more = {}) => ({ messages, pinned: [], cursor: Math.max(0, ...messages.map((each) => each.change)), has_more: false, read: 0, ...more });
const started = (messages, more) => {
  const timeline = new Timeline();
  timeline.start(page(messages, more));
  return timeline;
};
const numbers = (timeline) => timeline.messages.map((each) => each.number);
const kinds = (messages, read = 0) =>
  linesOf(messages, { read, dayOf: (moment) => moment.slice(0, 10) }).map((line) => line.goesOn ? "goes on" : line.kind);

export const cases = {
  "what arrives twice is there once": (same) => {
    const timeline = started([message(1), message(2)]);
    const fresh = timeline.addChanges(page([message(2), message(3)]));
    same([numbers(timeline), fresh.map((each) => each.id), timeline.cursor], [[1, 2, 3], ["m3"], 3]);
  },
  "an own message does not move the cursor past what others wrote before it": (same) => {
    const timeline = started([message(1)]);
    timeline.addOwn(message(4));
    same([numbers(timeline), timeline.cursor], [[1, 4], 1]);
    timeline.addChanges(page([message(2), message(3), message(4)]));
    same([numbers(timeline), timeline.cursor], [[1, 2, 3, 4], 4]);
  },
  "a removal replaces the message in its place": (same) => {
    const timeline = started([message(1), message(2)]);
    const fresh = timeline.addChanges(page([message(1, { change: 3, is_removed: true, text: "" })]));
    same([numbers(timeline), timeline.messages[0].is_removed, fresh], [[1, 2], true, []]);
  },
  "an older state never replaces a newer one": (same) => {
    const timeline = started([message(1, { change: 5, is_removed: true })]);
    timeline.addChanges(page([message(1)]));
    same([timeline.messages[0].is_removed, timeline.cursor], [true, 5]);
  },
  "a change of what is not loaded leaves no gap": (same) => {
    const timeline = started([message(60), message(61)], { has_more: true });
    timeline.addChanges(page([message(3, { change: 62, is_removed: true }), message(63)]));
    same([numbers(timeline), timeline.cursor], [[60, 61, 63], 63]);
    timeline.addOlder(page([message(59)]));
    same([numbers(timeline), timeline.hasOlder], [[59, 60, 61, 63], false]);
  },
  "an empty answer keeps the cursor": (same) => {
    const timeline = started([message(7)]);
    timeline.addChanges(page([], { cursor: 7 }));
    same([timeline.cursor, timeline.newest], [7, 7]);
  },
  "days and what is new have a line of their own": (same) =>
    same(kinds([message(1), message(2, { sent_at: "2026-03-03T08:00:00Z" }), message(3, { author: "linguine", sent_at: "2026-03-03T08:00:00Z" })], 2),
      ["day", "message", "day", "message", "new", "message"]),
  "who has never read sees no mark, and own messages are not new": (same) => {
    same(kinds([message(1)]), ["day", "message"]);
    same(kinds([message(1), message(2, { is_own: true, author: "linguine" })], 1), ["day", "message", "message"]);
  },
  "what one person says within minutes stands together": (same) => {
    const later = { sent_at: "2026-03-02T10:20:00Z" };
    same(kinds([message(1), message(2), message(3, later), message(4, { ...later, author: "ravioli" })]), ["day", "message", "goes on", "message", "message"]);
  },
  "announcements stand alone": (same) =>
    same(kinds([message(1), message(2, { is_announcement: true }), message(3)]), ["day", "message", "message", "message"]),
};
