import { Pace, Stopwatch } from "../../static/js/annotating/timing.js";

export const cases = {
  "time runs from shown to answered": (same) => same(new Stopwatch(1000, true).visibleMs(4000), 3000),
  "a hidden page or a pause does not count": (same) => {
    const watch = new Stopwatch(0, true);
    watch.halt(2000);
    watch.halt(3000);
    watch.run(10_000);
    watch.run(10_500);
    same(watch.visibleMs(11_000), 3000);
  },
  "what is shown while hidden does not run": (same) => same(new Stopwatch(0, false).visibleMs(5000), 0),
  "a clock that jumps back takes nothing away": (same) => same(new Stopwatch(5000, true).visibleMs(1000), 0),
  "everything an answer stores": (same) => {
    const watch = new Stopwatch(0, true);
    watch.edit(1000, "keyboard");
    watch.edit(1500, "mouse");
    watch.edit(1600, "mouse");
    same(watch.read(2000.4), {
      shown_at: "1970-01-01T00:00:00.000Z",
      first_edit_at: "1970-01-01T00:00:01.000Z",
      answered_at: "1970-01-01T00:00:02.000Z",
      duration_ms: 2000,
      keyboard_edits: 1,
      mouse_edits: 2,
    });
  },
  "without an edit there is no first one": (same) => same(new Stopwatch(0, true).read(1).first_edit_at, null),
  "tasks per minute": (same) => {
    const pace = new Pace();
    same(pace.perMinute, null);
    pace.add(20_000);
    pace.add(10_000);
    same(pace.perMinute, 4);
  },
  "a break does not slow the pace down": (same) => {
    const pace = new Pace();
    pace.add(30_000);
    pace.add(5 * 60_000 + 1);
    same(pace.perMinute, 2);
  },
};
