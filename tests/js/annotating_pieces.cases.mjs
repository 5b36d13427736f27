import { breakPlaces, common, cutBlocks, cutPieces } from "../../static/js/annotating/pieces.js";

const long = "Un mot suit. ".repeat(1000);
const places = (pieces) => pieces.map(({ start, end, span }) => `${start}-${end}${span ? "*" : ""}`);

export const cases = {
  "a text without spans is one piece": (same) => same(places(cutPieces(0, 9, [])), ["0-9"]),
  "spans and what stands between them": (same) =>
    same(places(cutPieces(0, 9, [{ start: 0, end: 2 }, { start: 2, end: 4 }, { start: 6, end: 9 }])), ["0-2*", "2-4*", "4-6", "6-9*"]),
  "a short text is not broken": (same) => same(breakPlaces("Un mot. ".repeat(100)), []),
  "a long one is broken after sentences": (same) => {
    const found = breakPlaces(long);
    same(found.length > 5, true);
    same(found.every((place) => long.slice(place - 2, place) === ". "), true);
  },
  "without sentences it is broken after a blank": (same) =>
    same(breakPlaces("mot ".repeat(2000)).every((place) => place % 4 === 0), true),
  "without blanks it is not broken": (same) => same(breakPlaces("x".repeat(9000)), []),
  "blocks cover the whole text": (same) => {
    const blocks = cutBlocks(long.length, breakPlaces(long), []);
    same(blocks.map(({ start }) => start).slice(1), blocks.map(({ end }) => end).slice(0, -1));
    same([blocks[0].start, blocks.at(-1).end], [0, long.length]);
  },
  "a span over a break keeps its block together": (same) => {
    const over = { start: 5, end: 15 };
    same(cutBlocks(30, [10, 20], [over]), [{ start: 0, end: 20, spans: [over] }, { start: 20, end: 30, spans: [] }]);
  },
  "a span that ends at a break does not": (same) =>
    same(cutBlocks(30, [10], [{ start: 5, end: 10 }]).length, 2),
  "what two lists share at their ends": (same) =>
    same(common([1, 2, 3, 4], [1, 9, 3, 4], (one, other) => one === other), { head: 1, tail: 2 }),
  "nothing is counted twice": (same) =>
    same(common([1, 1], [1, 1, 1], (one, other) => one === other), { head: 2, tail: 0 }),
};
