// Pure: the page's sentences, filled in, in the form that a number asks for.

export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Return a function that says a sentence by its name; one with a count takes its form. */
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

/** Return a shortcut as it stands in the corner of a label: short. */
export function cornerKey(shortcut) {
  return shortcut.split("+").map((key) => SYMBOLS[key] ?? key).join("\u2009");
}
