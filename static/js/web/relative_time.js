// Pure: how long ago a moment was, in words. Never touches the page.

const STEPS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", Infinity],
];

// Beyond a week the date says more than a number of days.
const LONGEST_DAYS = 7;

/** Return [amount, unit] of a difference in seconds, or null where a date is clearer. */
export function relativeParts(seconds) {
  let amount = seconds;
  for (const [unit, size] of STEPS) {
    const whole = Math.trunc(amount);
    if (Math.abs(whole) < size) {
      return unit === "day" && Math.abs(whole) > LONGEST_DAYS ? null : [whole, unit];
    }
    amount /= size;
  }
  return null;
}

/** Return e.g. "3 minutes ago" in the given language, or null where a date is clearer. */
export function relativeWords(moment, now, language) {
  const parts = relativeParts((moment - now) / 1000);
  if (parts === null || Number.isNaN(parts[0])) return null;
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(...parts);
}
