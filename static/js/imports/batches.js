// Pure functions: batches of files, and messages with numbers.

/** Put files ({ size }) into batches within the limits of files and bytes; a larger file gets its own. */
export function makeBatches(files, { mostFiles, mostBytes }) {
  const batches = [];
  let batch = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = batch.length >= mostFiles || bytes + file.size > mostBytes;
    if (batch.length && isFull) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length) batches.push(batch);
  return batches;
}

/** Return the sum of the files' sizes. */
export function totalBytes(files) {
  return files.reduce((sum, file) => sum + file.size, 0);
}

/** Return how many seconds to wait before the given attempt (from 1), or null to give up. */
export function waitBefore(attempt, { most = 6, longest = 20 } = {}) {
  return attempt > most ? null : Math.min(2 ** (attempt - 1), longest);
}

/** Fill the placeholders {n} and {m} of a message. */
export function fill(words, values) {
  return words.replaceAll(/\{([nm])\}/g, (_, name) => values[name] ?? "");
}

/** Format a number of bytes in the reader's language. */
export function sizeWords(bytes, language) {
  const units = ["kilobyte", "megabyte", "gigabyte"];
  let amount = bytes / 1024;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = amount < 10 && unit > 0 ? 1 : 0;
  const shown = bytes > 0 && amount < 1 ? 1 : amount;
  return new Intl.NumberFormat(language, {
    style: "unit", unit: units[unit], maximumFractionDigits: digits,
  }).format(shown);
}

/** Return whether the operating system created the file; such files are not sent. */
export function isHidden(name) {
  const parts = name.split("/");
  const last = parts.at(-1).toLowerCase();
  return parts.some((part) => part.startsWith(".") || part === "__MACOSX")
    || last === "thumbs.db" || last === "desktop.ini";
}
