"""Where the entries of lexicons stand in a text: spaCy looks at each word once, and what it says is kept.

spaCy cuts a text at its spaces before anything else, so that what it finds in a word between two spaces does
not depend on the others. Only entries of several words do (`personne de contact`): words that follow
each other in some entry are looked at together. Words with a certain shape, or with a number in them, are
found like entries.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from detection.rules import figures
from detection.rules.figures import Memory
from detection.rules.phrases import Phrases, blank, cut
from detection.rules.reading import Hits, Place, longest
from text.tokens import fold, plain

if TYPE_CHECKING:
    from spacy.tokens import Doc

# A lexicon, and where an entry of it starts and ends.
Hit = tuple[str, int, int]

# How many stretches of text are kept, and how long they may be; then all are forgotten and learned anew.
_KEPT = 2**16
_LONGEST_KEPT = 48
_NOTHING: frozenset[int] = frozenset()
_DIGIT = re.compile("[0-9]")
_WITH_DIGIT = re.compile("[^ 0-9]*[0-9][^ ]*")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Known(NamedTuple):
    """What spaCy says of a word, or of words that stand together."""

    hits: tuple[Hit, ...]
    # Its first token, if one may stand before it in an entry; and those that may follow its last one: where
    # the entry begins in this word, and where it began before.
    first: int = 0
    followers: frozenset[int] = _NOTHING
    later_followers: frozenset[int] = _NOTHING


# A word that no entry has.
_UNKNOWN = Known(())
# What stands behind the last word: nothing goes on.
_END = (Known(()),)


class Entries:
    """The entries of all lexicons of a detector; safe to share between threads."""

    def __init__(
        self,
        phrases: Phrases,
        shapes: Mapping[str, re.Pattern[str]],
        written: Mapping[str, Callable[[str], Iterable[Place]]] = MappingProxyType({}),
    ) -> None:
        from spacy.strings import get_string_id  # noqa: PLC0415  (slow to import)

        self._phrases = phrases
        self._pipeline, self._number = blank(phrases.language), get_string_id
        self._memory = Memory[str, Known](_KEPT)
        self._shapes, self._written = shapes, written
        # Most words have no shape at all, which one search shows.
        any_shape = "|".join(shape.pattern for shape in shapes.values()) or "(?!)"
        self._any_shape = re.compile(re.sub(r"\?P<\w+>", "?:", any_shape))

    def places(self, text: str) -> Hits:
        """Return where entries stand, by lexicon, in order; of overlapping ones of a lexicon the longest."""
        found = Hits()
        words = text.split(" ")
        lengths = list(accumulate(map(len, words), initial=0))
        # Words that may be one entry together, first and last; a single one has its hits.
        hits: tuple[Hit, ...] = ()
        followers = _NOTHING
        first = last = -1
        for index, known in enumerate(chain(map(self._memory.recent.get, words), _END)):
            if known is _UNKNOWN:
                continue
            word_hits, opening, next_followers, later_followers = known or self._recall(
                words[index]
            )
            if opening in followers and last == index - 1:
                last, hits, followers = index, (), later_followers
                continue
            if hits or last > first:
                # As many spaces as words stand before.
                offset = lengths[first] + first
                for name, start, end in hits or self._together(words[first : last + 1]):
                    found[name].append((offset + start, offset + end))
            first = last = index
            hits, followers = word_hits, next_followers
        return found

    def _together(self, words: Sequence[str]) -> tuple[Hit, ...]:
        return self._recall(" ".join(words)).hits

    def _recall(self, words: str) -> Known:
        known = self._memory.recall(words)
        if known is None:
            known = self._learn(words)
            if len(words) <= _LONGEST_KEPT:
                self._memory.keep(words, known)
        return known

    def _learn(self, words: str) -> Known:
        phrases = self._phrases
        tokens = cut(words)
        # A second space is a token of its own.
        document = self._document(words or " ") if tokens is None else None
        if document is None:
            norms = tuple(map(self._number, map(fold, tokens or ())))
        else:
            norms = tuple(token.norm for token in document)
        followers, later_followers = _NOTHING, phrases.pairs.get(norms[-1], _NOTHING)
        if later_followers:
            sizes = range(1, min(len(norms), phrases.longest_opening) + 1)
            followers = _NOTHING.union(*(phrases.openings.get(norms[-size:], ()) for size in sizes))
        # The matcher takes longer than to see that no entry begins here.
        hits = () if phrases.starts.isdisjoint(norms) else self._hits(words, tokens, norms)
        known = Known(
            (*hits, *self._shaped(words)),
            norms[0] if norms[0] in phrases.later else 0,
            followers,
            later_followers,
        )
        return _UNKNOWN if known == _UNKNOWN else known

    def _hits(
        self, words: str, tokens: Sequence[str] | None, norms: Sequence[int]
    ) -> Iterable[Hit]:
        if tokens is None or self._phrases.may_join(norms):
            return self._matches(self._document(words))
        # As mostly: no entry goes beyond a token.
        hits: list[Hit] = []
        start = 0
        for token, norm in zip(tokens, norms, strict=True):
            end = start + len(token)
            hits += [(name, start, end) for name in self._phrases.alone.get(norm, ())]
            start = end
        return hits

    def _document(self, text: str) -> "Doc":
        try:
            return self._pipeline.make_doc(text)
        except UnicodeEncodeError:
            # Half a surrogate pair is no character; a stand-in keeps all places.
            return self._pipeline.make_doc(_SURROGATE.sub("\ufffd", text))

    def _matches(self, document: "Doc") -> Iterator[Hit]:
        places: dict[str, list[Place]] = {}
        for name, first, last in self._phrases.matches(document):
            end = document[last - 1]
            places.setdefault(name, []).append((document[first].idx, end.idx + len(end)))
        for name, found in places.items():
            yield from ((name, start, end) for start, end in longest(found))

    def _shaped(self, words: str) -> list[Hit]:
        """Return what has no list: words that look like something, and those with numbers in them."""
        folded = plain(words)
        hits: list[Hit] = []
        if self._any_shape.search(folded):
            for name, shape in self._shapes.items():
                hits += ((name, *match.span()) for match in shape.finditer(folded))
        # As it is written only a capital counts.
        if words != words.lower():
            for name, find in self._written.items():
                for start, end in find(words):
                    hits.append((name, start, end))
        if _DIGIT.search(words):
            hits += ((figures.WORD, *word.span()) for word in _WITH_DIGIT.finditer(words))
        return hits
