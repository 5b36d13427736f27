import { Keymap } from "../../static/js/annotating/keymap.js";

const labels = [
  { label: "DATE", shortcut: "1" },
  { label: "NAME", shortcut: "Shift+1" },
  { label: "CITY", shortcut: "Shift+Alt+1" },
  { label: "BED", shortcut: "B" },
  { label: "PHONE", shortcut: "L P" },
];
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, altGraph: false };
const press = (key, code, modifiers = {}) => ({ ...none, key, code, ...modifiers });
const shift = { shiftKey: true };
const control = { ctrlKey: true };
const read = (...presses) => {
  const keymap = new Keymap(labels);
  return presses.map((each) => keymap.read(each)?.label ?? keymap.pending).at(-1);
};
const action = (key, code, modifiers) => new Keymap(labels).read(press(key, code, modifiers))?.name ?? null;

export const cases = {
  "digits on an English keyboard": (same) => same(read(press("1", "Digit1")), "DATE"),
  "digits on a French keyboard need no Shift": (same) => same(read(press("&", "Digit1")), "DATE"),
  "with Shift a French keyboard types the digit and means the second row": (same) =>
    same(read(press("1", "Digit1", shift)), "NAME"),
  "on a Swiss keyboard Shift and 1 type a plus": (same) => same(read(press("+", "Digit1", shift)), "NAME"),
  "on a German keyboard Shift and 7 type a slash and are a digit all the same": (same) => {
    const keymap = new Keymap([{ label: "SEVEN", shortcut: "Shift+7" }]);
    same(keymap.read(press("/", "Digit7", shift)), { name: "label", label: "SEVEN" });
  },
  "a slash searches where its key is free": (same) =>
    same([action("/", "Slash"), action("/", "Period", shift), action("/", "Digit7", shift)], ["search", "search", "search"]),
  "Shift and Alt": (same) => same(read(press("¡", "Digit1", { shiftKey: true, altKey: true })), "CITY"),
  "AltGr writes an at sign and labels nothing": (same) => {
    same(action("@", "Digit1", { altGraph: true }), null);
    same(action("@", "Digit1", { altGraph: true, ctrlKey: true, altKey: true }), null);
  },
  "the number pad has digits": (same) => same(read(press("1", "Numpad1")), "DATE"),
  "dead keys and input methods are left alone": (same) =>
    same([action("Dead", "BracketLeft"), action("Process", "KeyA"), action("a", "KeyA", { isComposing: true })], [null, null, null]),
  "letters are what the key types": (same) => {
    same(action("a", "KeyQ"), "accept");
    same(action("q", "KeyA"), null);
    same(read(press("b", "KeyB")), "BED");
  },
  "caps lock makes no difference": (same) => same(action("A", "KeyA"), "accept"),
  "Prodigy's keys": (same) =>
    same(
      [action("x", "KeyX"), action(" ", "Space"), action("Backspace", "Backspace"), action("f", "KeyF"), action("g", "KeyG"), action("h", "KeyH"), action("s", "KeyS", control)],
      ["reject", "ignore", "previous", "flag", "guidelines", "guidelines", "send"],
    ),
  "undo and redo": (same) =>
    same([action("z", "KeyZ", control), action("Z", "KeyZ", { ...control, ...shift }), action("y", "KeyY", control), action("z", "KeyY", control)], ["undo", "redo", "redo", "undo"]),
  "a Mac has its command key": (same) => same(action("z", "KeyZ", { metaKey: true }), "undo"),
  "the browser keeps its own": (same) =>
    same([action("r", "KeyR", control), action("c", "KeyC", control), action("t", "KeyT", control), action("F5", "F5"), action("ArrowLeft", "ArrowLeft", { altKey: true })], [null, null, null, null, null]),
  "two keys in turn": (same) => same(read(press("l", "KeyL"), press("p", "KeyP")), "PHONE"),
  "after a first key another one means what it always means": (same) => {
    const keymap = new Keymap(labels);
    keymap.read(press("l", "KeyL"));
    same([keymap.pending, keymap.read(press("a", "KeyA")).name, keymap.pending], ["L", "accept", ""]);
  },
  "Escape and Tab, Enter and Delete": (same) =>
    same([action("Escape", "Escape"), action("Tab", "Tab"), action("Enter", "Enter"), action("Delete", "Delete"), action("Enter", "Enter", control), action("?", "KeyM", shift)],
      ["escape", "walk", "label-current", "delete", "label-all", "help"]),
  "arrows": (same) => {
    const keymap = new Keymap(labels);
    const right = (modifiers) => keymap.read(press("ArrowRight", "ArrowRight", modifiers));
    same([right().name, right(shift).name, right({ ...shift, ...control }).byWord, right({ ...shift, altKey: true }).byLetter], ["move", "stretch", true, true]);
  },
  "single keys can be switched off": (same) => {
    const off = new Keymap(labels, { off: true });
    same([off.read(press("a", "KeyA")), off.read(press("1", "Digit1")), off.read(press(" ", "Space")), off.read(press("?", "KeyM", shift)), off.works("1")], [null, null, null, null, false]);
    same([off.read(press("z", "KeyZ", control)).name, off.read(press("Enter", "Enter")).name, off.read(press("Tab", "Tab")).name], ["undo", "label-current", "walk"]);
  },
  "keys can be changed, and win over a category's": (same) => {
    const own = new Keymap(labels, { accept: "B" });
    same([own.read(press("b", "KeyB")).name, own.read(press("a", "KeyA")), own.works("B")], ["accept", null, false]);
  },
  "S for the page is not the S of Shift": (same) => {
    const own = new Keymap(labels, { accept: "S" });
    same([own.works("Shift+1"), own.works("Shift+Alt+1"), own.read(press("s", "KeyS")).name], [true, true, "accept"]);
  },
};
