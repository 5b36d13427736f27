"""Where the entries of lexicons stand in a text: spaCy looks at each word once, and what it says is kept.

spaCy cuts a text at its spaces before anything else, so that what it finds in a word between two spaces does
not depend on the others. Only entries of several words do (`personne de contact`): words that follow
each other in some entry are looked at together.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from detection.reading import Place, longest
from detection.tokens import blank, new_blank

if TYPE_CHECKING:
    from spacy.tokens import Doc

# A lexicon, and where an entry of it starts and ends.
Hit = tuple[str, int, int]

# How many stretches of text are kept, and how long they may be; then all are forgotten and learned anew.
_KEPT = 2**15
_LONGEST_KEPT = 48
_NOTHING: frozenset[int] = frozenset()
_SURROGATE = re.compile("[\ud800-\udfff]")


class Known(NamedTuple):
    """What spaCy says of a word, or of words that stand together."""

    hits: tuple[Hit, ...]
    # Its first token, and those that may follow its last one in an entry: where the entry begins in this
    # word, and where it began before.
    first: int = 0
    followers: frozenset[int] = _NOTHING
    later_followers: frozenset[int] = _NOTHING


class Entries:
    """The entries of all lexicons of a detector; safe to share between threads."""

    def __init__(self, language: str, lexicons: Mapping[str, Iterable[str]]) -> None:
        from spacy.matcher import PhraseMatcher  # noqa: PLC0415  (slow to import)

        self._pipeline = blank(language)
        self._matcher = PhraseMatcher(self._pipeline.vocab, attr="NORM")
        self._names: dict[int, str] = {}
        # Which tokens follow the first ones of an entry, and which follow any token of an entry.
        self._openings: dict[tuple[int, ...], set[int]] = {}
        self._pairs: dict[int, set[int]] = {}
        self._known: dict[str, Known] = {}
        # A vocabulary remembers its first ten thousand words and works out the others each time they
        # occur: it must not be filled with entries, but with the words of texts.
        reader = new_blank(language)
        for name, entries in lexicons.items():
            documents = [reader.make_doc(entry) for entry in entries]
            self._matcher.add(name, documents)
            self._names[self._pipeline.vocab.strings[name]] = name
            for document in documents:
                self._note_order(_norms(document))
        self._longest_opening = max(map(len, self._openings), default=0)

    def _note_order(self, norms: tuple[int, ...]) -> None:
        for index in range(1, len(norms)):
            self._openings.setdefault(norms[:index], set()).add(norms[index])
            self._pairs.setdefault(norms[index - 1], set()).add(norms[index])

    def places(self, text: str) -> dict[str, list[Place]]:
        """Return where entries stand, by lexicon, in order; of overlapping ones of a lexicon the longest."""
        found: dict[str, list[Place]] = {}
        for offset, hits in self._stretches(text):
            for name, start, end in hits:
                if name in found:
                    found[name].append((offset + start, offset + end))
                else:
                    found[name] = [(offset + start, offset + end)]
        return found

    def _stretches(self, text: str) -> Iterator[tuple[int, tuple[Hit, ...]]]:
        """Yield where a word starts and its hits; words that may be one entry together."""
        known = self._known
        hits: tuple[Hit, ...] = ()
        followers = _NOTHING
        start = place = 0
        is_joined = False
        for word in text.split(" "):
            word_hits, first, next_followers, later_followers = known.get(word) or self._learn(word)
            if first in followers:
                is_joined, followers = True, later_followers
            else:
                if is_joined:
                    yield start, self._together(text[start : place - 1])
                elif hits:
                    yield start, hits
                start, hits, is_joined, followers = place, word_hits, False, next_followers
            place += len(word) + 1
        yield start, self._together(text[start:]) if is_joined else hits

    def _together(self, words: str) -> tuple[Hit, ...]:
        return (self._known.get(words) or self._learn(words)).hits

    def _learn(self, words: str) -> Known:
        # A second space is a token of its own.
        document = self._document(words or " ")
        norms = _norms(document)
        sizes = range(1, min(len(norms), self._longest_opening) + 1)
        known = Known(
            tuple(self._hits(document)) if words else (),
            norms[0],
            _NOTHING.union(*(self._openings.get(norms[-size:], ()) for size in sizes)),
            frozenset(self._pairs.get(norms[-1], ())),
        )
        if len(words) <= _LONGEST_KEPT:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[words] = known
        return known

    def _document(self, text: str) -> "Doc":
        try:
            return self._pipeline.make_doc(text)
        except UnicodeEncodeError:
            # Half a surrogate pair is no character; a stand-in keeps all places.
            return self._pipeline.make_doc(_SURROGATE.sub("\ufffd", text))

    def _hits(self, document: "Doc") -> Iterator[Hit]:
        places: dict[str, list[Place]] = {}
        for key, first, last in self._matcher(document):
            end = document[last - 1]
            place = (document[first].idx, end.idx + len(end))
            places.setdefault(self._names[key], []).append(place)
        for name, found in places.items():
            yield from ((name, start, end) for start, end in longest(found))


def _norms(document: "Doc") -> tuple[int, ...]:
    return tuple(token.norm for token in document)
