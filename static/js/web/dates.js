// Pure: dates and times as the rest of the site writes them: day first, 24 hours, in French the first as "1er".

/** Return a function that writes a moment; `options` are those of Intl.DateTimeFormat. */
export function dateWriter(language, options) {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options);
  const countsTheFirst = language === "fr" && [options.month, options.dateStyle].includes("long");
  const written = ({ type, value }) => (countsTheFirst && type === "day" && value === "1" ? "1er" : value);
  return (moment) => format.formatToParts(moment).map(written).join("");
}
