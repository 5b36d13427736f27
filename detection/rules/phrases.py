"""Lexicon entries as tokens: what spaCy matches, and which token may follow which in an entry."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from text.tokens import fold

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Doc


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
# Halves of surrogate pairs are no characters.
_SIMPLE = re.compile("[^\\s\ud800-\udfff]+")


@cache
def blank(language: str) -> "Language":
    """Return the pipeline that reads texts, built once."""
    return new_blank(language)


def new_blank(language: str) -> "Language":
    """Return spaCy's blank pipeline with tokens as the rules need them, and folded norms."""
    import spacy  # noqa: PLC0415  (a second, which most processes never need)
    from spacy.attrs import NORM  # noqa: PLC0415
    from spacy.tokenizer import Tokenizer  # noqa: PLC0415

    pipeline = spacy.blank(language)
    # Tokens only: the limit guards the parser's memory, and no parser runs here.
    pipeline.max_length = 2**31
    # Nothing else is asked of a word, and working out the rest takes longer.
    pipeline.vocab.lex_attr_getters = {NORM: fold}  # type: ignore[attr-defined]
    # Words that the language brings along were known before, with norms of their own: `déc`, `Mme`.
    for lexeme in pipeline.vocab:
        lexeme.norm_ = fold(lexeme.orth_)
    pipeline.tokenizer = Tokenizer(
        pipeline.vocab, rules={}, prefix_search=_LEADING.match, infix_finditer=_CUTS.finditer
    )
    return pipeline


def cut(word: str) -> list[str] | None:
    """Return the tokens of a word without white space, as that pipeline would; none if only it can tell.

    Most words that a text has for the first time are in no lexicon: it takes a fifth of spaCy's time to see that.
    """
    if word.isalpha() and (word.islower() or word[1:].islower() or word.isupper()):
        return [word]
    if not _SIMPLE.fullmatch(word):
        return None
    leading = _LEADING.match(word)
    rest = word[leading.end() :] if leading else word
    tokens = [leading[0]] if leading else []
    start = 0
    for match in _CUTS.finditer(rest):
        # Nothing is cut off before the first letter.
        if match.start() == 0:
            continue
        if match.start() != start:
            tokens.append(rest[start : match.start()])
        if match[0]:
            tokens.append(match[0])
        start = match.end()
    if start < len(rest):
        tokens.append(rest[start:])
    return tokens


@cache
def _reader(language: str) -> "Language":
    """Return the pipeline that reads entries.

    A vocabulary remembers its first ten thousand words and works out the others each time they occur: that
    of texts must not be filled with entries.
    """
    return new_blank(language)


class Phrases:
    """The entries of lexicons in a language; never changed, so that many detectors may share them."""

    def __init__(self, language: str, lexicons: Mapping[str, Iterable[str]]) -> None:
        self.language = language
        # The first tokens of entries; what follows any first ones, and what follows any token of an entry.
        self.starts: frozenset[int] = frozenset()
        self.openings: dict[tuple[int, ...], frozenset[int]] = {}
        self.pairs: dict[int, frozenset[int]] = {}
        # The lexicons of entries that are one token.
        self.alone: dict[int, tuple[str, ...]] = {}
        self._matchers: tuple[PhraseMatcher, ...] = ()
        self._names: dict[int, str] = {}
        self._add(lexicons)

    def with_more(self, lexicons: Mapping[str, Iterable[str]]) -> "Phrases":
        """Return these and further entries, without reading all of these again."""
        more = Phrases(self.language, {})
        more.starts = self.starts
        more.openings, more.pairs = dict(self.openings), dict(self.pairs)
        more.alone = dict(self.alone)
        more._matchers, more._names = self._matchers, dict(self._names)
        more._add(lexicons)
        return more

    def matches(self, document: "Doc") -> Iterator[tuple[str, int, int]]:
        """Yield the lexicon, the first token and the one behind the last of each entry in a document."""
        for matcher in self._matchers:
            for key, first, last in matcher(document):
                yield self._names[key], first, last

    def may_join(self, norms: Sequence[int]) -> bool:
        """Return whether some entry may have several of these tokens."""
        return any(second in self.openings.get((first,), ()) for first, second in pairwise(norms))

    def _add(self, lexicons: Mapping[str, Iterable[str]]) -> None:
        from spacy.matcher import PhraseMatcher  # noqa: PLC0415  (slow to import)

        vocabulary = blank(self.language).vocab
        matcher = PhraseMatcher(vocabulary, attr="NORM")
        reader = _reader(self.language)
        orders: list[tuple[int, ...]] = []
        for name, entries in lexicons.items():
            documents = [reader.make_doc(entry) for entry in entries]
            matcher.add(name, documents)
            self._names[vocabulary.strings[name]] = name
            entries_in_order = [tuple(token.norm for token in document) for document in documents]
            for norm in {norms[0] for norms in entries_in_order if len(norms) == 1}:
                if name not in self.alone.get(norm, ()):
                    self.alone[norm] = (*self.alone.get(norm, ()), name)
            orders += entries_in_order
        self._note(orders)
        if len(matcher):
            self._matchers = (*self._matchers, matcher)
        self.later = frozenset().union(*self.pairs.values())
        self.longest_opening = max(map(len, self.openings), default=0)

    def _note(self, orders: Iterable[tuple[int, ...]]) -> None:
        """Note the order of the tokens of entries."""
        starts: set[int] = set()
        openings: dict[tuple[int, ...], set[int]] = {}
        pairs: dict[int, set[int]] = {}
        for norms in orders:
            starts.update(norms[:1])
            for index in range(1, len(norms)):
                openings.setdefault(norms[:index], set()).add(norms[index])
                pairs.setdefault(norms[index - 1], set()).add(norms[index])
        self.starts |= starts
        for opening, following in openings.items():
            self.openings[opening] = self.openings.get(opening, frozenset()) | following
        for norm, following in pairs.items():
            self.pairs[norm] = self.pairs.get(norm, frozenset()) | following
