// Pure: the page's texts with values and plural forms.

export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Return a function that returns a text by name, in the plural form of its count. */
export function speaker(words, language) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (name, values = {}) => {
    const forms = words[name] ?? name;
    const sentence = typeof forms === "string" ? forms : (forms[rules.select(values.count)] ?? forms.other);
    const shown = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === "number" ? numbers.format(value) : value]),
    );
    return fill(sentence, shown);
  };
}

const SYMBOLS = { Shift: "⇧", Backspace: "⌫" };

/** Return the short form of a shortcut for the corner of a label. */
export function cornerKey(shortcut) {
  return shortcut.split("+").map((key) => SYMBOLS[key] ?? key).join("\u2009");
}
