"""Where the entries of lexicons stand in a text, and words that are recognised by how they look.

spaCy's `PhraseMatcher` finds all entries in one pass over the tokens of a text.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from detection.rules import figures
from detection.rules.reading import Hits, Place, longest
from text.tokens import fold, plain

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher

# A lexicon, a shape or a kind of number, and where it starts and ends.
Hit = tuple[str, int, int]

# Signs apart, and a cut where letters meet digits and where a small letter meets a capital
# (`DrA. Chollet`). Annotators' tokens keep such words whole; triggers must be found inside them.
# Signs in a row are one token: spaCy leaves the second of two cuts with the word behind it (`M.-Rose`).
# `°` stays with its word, so that `N°:` is `N°` and a sign.
_SIGNS = r"(?:[^\w\s°]|_)+"
_CUTS = re.compile(
    rf"{_SIGNS}|(?<=[^\W\d_])(?=\d)|(?<=[\d°])(?=[^\W\d_])|(?<=°)(?=\d)"
    r"|(?<=[a-zß-öø-ÿœ])(?=[A-ZÀ-ÖØ-ÞŒ])"
)
_LEADING = re.compile(_SIGNS)
_SURROGATE = re.compile("[\ud800-\udfff]")
# What is recognised in words is kept for the commonest.
_WORDS_KEPT = 2**16
_LONGEST_KEPT = 48
_DIGIT = re.compile("[0-9]")
_WITH_DIGIT = re.compile("[^ 0-9]*[0-9][^ ]*")


@cache
def pipeline(language: str, use: str = "texts") -> "Language":
    """Return spaCy's blank pipeline with tokens as the rules need them, and folded norms; one for each use."""
    import spacy  # noqa: PLC0415  (a second, which most processes never need)
    from spacy.attrs import NORM  # noqa: PLC0415
    from spacy.tokenizer import Tokenizer  # noqa: PLC0415

    blank = spacy.blank(language)
    # Tokens only: the limit guards the parser's memory, and no parser runs here.
    blank.max_length = 2**31
    # Nothing else is asked of a word, and working out the rest takes longer.
    blank.vocab.lex_attr_getters = {NORM: fold}  # type: ignore[attr-defined]
    # Words that the language brings along were known before, with norms of their own: `déc`, `Mme`.
    for lexeme in blank.vocab:
        lexeme.norm_ = fold(lexeme.orth_)
    blank.tokenizer = Tokenizer(
        blank.vocab, rules={}, prefix_search=_LEADING.match, infix_finditer=_CUTS.finditer
    )
    return blank


def matcher(language: str, lexicons: Mapping[str, Iterable[str]]) -> "PhraseMatcher":
    """Return what finds the entries of lexicons."""
    from spacy.matcher import PhraseMatcher  # noqa: PLC0415  (slow to import)

    phrases = PhraseMatcher(pipeline(language).vocab, attr="NORM")
    # A vocabulary remembers its first ten thousand words: that of texts must not be filled with entries.
    reader = pipeline(language, "entries")
    for name, entries in lexicons.items():
        phrases.add(name, [reader.make_doc(entry) for entry in entries if entry.strip()])
    return phrases


class Entries:
    """The entries of all lexicons of a detector; safe to share between threads."""

    def __init__(
        self,
        language: str,
        matchers: Sequence["PhraseMatcher"],
        shapes: Mapping[str, re.Pattern[str]],
        written: Mapping[str, Callable[[str], Iterable[Place]]],
    ) -> None:
        self._pipeline = pipeline(language)
        self._matchers = [each for each in matchers if len(each)]
        self._shapes, self._written = shapes, written
        # Most words have no shape at all, which one search shows.
        any_shape = "|".join(shape.pattern for shape in shapes.values()) or "(?!)"
        self._any_shape = re.compile(re.sub(r"\?P<\w+>", "?:", any_shape))
        self._recognised_and_kept = lru_cache(_WORDS_KEPT)(self._recognised)

    def places(self, text: str) -> Hits:
        """Return where entries stand, by lexicon, in order; of overlapping ones of a lexicon the longest."""
        found = Hits()
        # Half a surrogate pair is no character; a stand-in keeps all places.
        document = self._pipeline.make_doc(_SURROGATE.sub("\ufffd", text))
        strings = self._pipeline.vocab.strings
        for phrases in self._matchers:
            for key, first, last in phrases(document):
                final = document[last - 1]
                found[strings[key]].append((document[first].idx, final.idx + len(final)))
        for name, places in found.items():
            if len(places) > 1:
                found[name] = longest(places)
        offset = 0
        for word in text.split(" "):
            if word:
                is_short = len(word) <= _LONGEST_KEPT
                for name, start, end in (
                    self._recognised_and_kept(word) if is_short else self._recognised(word)
                ):
                    found[name].append((offset + start, offset + end))
            offset += len(word) + 1
        return found

    def _recognised(self, word: str) -> tuple[Hit, ...]:
        """Return what has no list: words that look like something, and those with numbers in them."""
        folded = plain(word)
        hits: list[Hit] = []
        if self._any_shape.search(folded):
            for name, shape in self._shapes.items():
                hits += ((name, *match.span()) for match in shape.finditer(folded))
        # As it is written only a capital counts.
        if word != word.lower():
            for name, find in self._written.items():
                hits += ((name, start, end) for start, end in find(word))
        if _DIGIT.search(word):
            hits += ((figures.WORD, *part.span()) for part in _WITH_DIGIT.finditer(word))
        return tuple(hits)
