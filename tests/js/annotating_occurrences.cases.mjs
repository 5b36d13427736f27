import { furtherOccurrences } from "../../static/js/annotating/occurrences.js";

const find = (text, words, taken = []) => {
  const start = text.indexOf(words);
  return furtherOccurrences(text, { start, end: start + words.length }, taken);
};

export const cases = {
  "every further one is found": (same) => same(find("Rose et Rose, Rose.", "Rose"), [[8, 12], [14, 18]]),
  "not inside another word": (same) => same(find("Rose, Roseline, Primrose, Rosé", "Rose"), []),
  "accents and capitals are other words": (same) => same(find("Rose rose ROSE", "Rose"), []),
  "what is marked already is passed over": (same) => same(find("Rose et Rose", "Rose", [{ start: 8, end: 12 }]), []),
  "what was cut out of a glued word is found in glued words": (same) =>
    same(find("IPP8003 et IPP8003", "8003"), [[14, 18]]),
  "several words": (same) => same(find("le 3 mars, le 3 mars", "3 mars"), [[14, 20]]),
  "signs that mean something elsewhere": (same) => same(find("(+41) 12 et (+41) 12", "(+41) 12"), [[12, 20]]),
  "beside an emoji": (same) => same(find("😀Rose😀 Rose", "Rose"), [[9, 13]]),
  "no two that overlap": (same) => same(find("aa aa aa aa", "aa aa"), [[6, 11]]),
};
