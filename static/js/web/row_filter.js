// Pure: which rows fit a search. Never touches the page.

/** Return a text as it is compared: without accents and case, signs as blanks. */
export function plainWords(text) {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();
}

/** Return whether each word of the query begins a word of the text, in any order. */
export function fits(query, text) {
  const words = plainWords(text).split(" ");
  return plainWords(query)
    .split(" ")
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Return a boolean for each text: whether its row is shown. */
export function shownRows(query, texts) {
  return texts.map((text) => fits(query, text));
}

/** Fill {names} of a sentence. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
