import { Edits } from "../../static/js/annotating/edits.js";
import { Offsets } from "../../static/js/annotating/offsets.js";
import {
  between, fromTriples, makeSpan, neighbour, put, putAll, remove, spanAt, spanFrom, toUnits,
} from "../../static/js/annotating/spans.js";

const date = makeSpan(0, 4, "DATE");
const name = makeSpan(6, 10, "NAME");
const list = [date, name];
const places = (spans) => spans.map(({ start, end, label }) => `${start}-${end} ${label}`);

export const cases = {
  "a new span finds its place": (same) =>
    same(places(put(list, makeSpan(4, 6, "TIME"))), ["0-4 DATE", "4-6 TIME", "6-10 NAME"]),
  "a new span over old ones replaces them": (same) =>
    same(places(put(list, makeSpan(3, 7, "TIME"))), ["3-7 TIME"]),
  "a span inside an old one replaces it": (same) =>
    same(places(put(list, makeSpan(7, 8, "TIME"))), ["0-4 DATE", "7-8 TIME"]),
  "spans that touch both stay": (same) => same(put(list, makeSpan(10, 12, "TIME")).length, 3),
  "the list itself never changes": (same) => {
    put(list, makeSpan(0, 99, "TIME"));
    remove(list, date);
    same(places(list), ["0-4 DATE", "6-10 NAME"]);
  },
  "several go in at once": (same) => same(putAll([], list).length, 2),
  "a span ends before its end": (same) => same([spanAt(list, 3), spanAt(list, 4)], [date, null]),
  "walking goes through the spans and ends": (same) =>
    same([neighbour(list, null, 1), neighbour(list, date, 1), neighbour(list, name, 1), neighbour(list, null, -1)], [date, name, null, name]),
  "walking begins at the cursor": (same) => same([spanFrom(list, 5, 1), spanFrom(list, 5, -1)], [name, date]),
  "a span grows only as far as its neighbours": (same) =>
    same([between(list, date, 0, 99), between(list, name, 0, 99)], [[0, 6], [4, 99]]),
  "units go out in code points and come back the same": (same) => {
    const offsets = new Offsets("😀 Nyon 😀");
    const spans = [makeSpan(3, 7, "PLACE"), makeSpan(8, 10, "OTHER")];
    const units = toUnits(spans, offsets);
    same(units, [{ start: 2, end: 6, label: "PLACE" }, { start: 7, end: 8, label: "OTHER" }]);
    same(fromTriples(units.map(({ start, end, label }) => [start, end, label]), offsets), spans);
  },
  "every edit is undone and done again": (same) => {
    const edits = new Edits([]);
    edits.change([date], "create");
    edits.change([makeSpan(0, 4, "TIME")], "relabel");
    edits.change([makeSpan(0, 6, "TIME")], "resize");
    edits.change([], "clear");
    same([edits.undo(), edits.undo(), edits.undo(), edits.undo(), edits.undo()], ["clear", "resize", "relabel", "create", null]);
    same(edits.spans, []);
    same([edits.redo(), edits.redo(), edits.redo(), edits.redo(), edits.redo()], ["create", "relabel", "resize", "clear", null]);
  },
  "a new edit forgets what was undone": (same) => {
    const edits = new Edits([]);
    edits.change([date], "create");
    edits.undo();
    edits.change([name], "create");
    same([edits.canRedo, edits.redo(), places(edits.spans)], [false, null, ["6-10 NAME"]]);
  },
  "what changes nothing is no edit": (same) => {
    const edits = new Edits([date]);
    same([edits.change([makeSpan(0, 4, "DATE")], "relabel"), edits.canUndo], [false, false]);
  },
  "touching a proposal is an edit": (same) =>
    same(new Edits([makeSpan(0, 4, "DATE", true)]).change([date], "relabel"), true),
};
