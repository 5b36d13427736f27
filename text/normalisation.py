"""The cleaning steps after HTML, each on traced text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import merge
from itertools import groupby, pairwise

from text.offsets import Edit, TracedText

# Control characters except newline and tab, invisible characters, lone surrogates.
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]+"
)
# Characters that the database cannot store: NUL and lone surrogates.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]+")
# A character composes at most with the one before its run of non-ASCII characters. A run of only
# Latin-1 letters, usually a single é, is already NFKC and skipped as a whole.
_COMPOSABLE = re.compile(r"(?:[\x00-\x7f]|\A)[\xc0-\xff]*+[^\x00-\x7f\xc0-\xff][^\x00-\x7f]*")
# All whitespace except a single space or newline inside the text.
_UNTIDY_BLANKS = re.compile(r"\s{2,}|[^\S \n]|\A\s|\s\Z")
_GLUED_STOP = re.compile(r"(?<=[^\W_])\.(?=[^\W_])")
_GLUED_DASH = re.compile("(?<=\\d)[-\u2010-\u2015](?=[^\\W\\d_])")
_URL = re.compile(r"(?<![^\W_])(?:https?://|www\.)[^\s<>\"]*", re.IGNORECASE)
_ADDRESS_RUN = re.compile(r"[\w.+%@-]+")
_DOMAIN = re.compile(r"[\w-]+(?:\.[\w-]+)+")
# Python sorts combining marks by insertion, which is quadratic for long runs.
_LONG_CLUSTER = 64


def drop_invisible(traced: TracedText) -> TracedText:
    """Remove invisible characters without meaning."""
    return _without(traced, _INVISIBLE)


def drop_unstorable(traced: TracedText) -> TracedText:
    """Remove characters that cannot be stored."""
    return _without(traced, _UNSTORABLE)


def _without(traced: TracedText, pattern: re.Pattern[str]) -> TracedText:
    return traced.edited(Edit(m.start(), m.end(), "") for m in pattern.finditer(traced.text))


def compose(traced: TracedText) -> TracedText:
    """Normalise the text to NFKC."""
    return traced.edited(_compositions(traced.text))


def collapse_blanks(traced: TracedText) -> TracedText:
    """Collapse whitespace to one space, trim every line and drop empty lines."""
    return traced.edited(_collapses(traced.text))


def separate_glued(traced: TracedText, *, stops: bool, dashes: bool) -> TracedText:
    """Replace glued full stops by `#`, and dashes between a digit and a capital letter by a space."""
    rules = [(_GLUED_STOP, "#")] * stops + [(_GLUED_DASH, " ")] * dashes
    return traced.edited(_separations(traced.text, rules)) if rules else traced


def _compositions(text: str) -> Iterator[Edit]:
    for run in _COMPOSABLE.finditer(text):
        if len(run[0]) <= _LONG_CLUSTER and unicodedata.is_normalized("NFKC", run[0]):
            continue
        for start, end in _clusters(text, run.start(), run.end()):
            composed = _composed(text[start:end])
            if composed != text[start:end]:
                yield Edit(start, end, composed)


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for index in range(start + 1, end):
        if not _is_joining(text[index]):
            yield start, index
            start = index
    yield start, end


@lru_cache(maxsize=4096)
def _is_joining(character: str) -> bool:
    """Return whether NFKC may compose this character with the one before: a mark, or a Korean vowel or final."""
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


def _composed(cluster: str) -> str:
    if len(cluster) > _LONG_CLUSTER:
        cluster = "".join(_reordered(unicodedata.normalize("NFKD", c) for c in cluster))
    return unicodedata.normalize("NFKC", cluster)


def _reordered(decomposed: Iterator[str]) -> Iterator[str]:
    characters = (character for part in decomposed for character in part)
    for is_mark, run in groupby(characters, key=lambda c: unicodedata.combining(c) > 0):
        marks = list(run)
        yield from sorted(marks, key=unicodedata.combining) if is_mark else marks


def _collapses(text: str) -> Iterator[Edit]:
    for run in _UNTIDY_BLANKS.finditer(text):
        is_edge = run.start() == 0 or run.end() == len(text)
        blank = "" if is_edge else "\n" if "\n" in run[0] else " "
        if blank != run[0]:
            yield Edit(run.start(), run.end(), blank)


def _separations(text: str, rules: Sequence[tuple[re.Pattern[str], str]]) -> Iterator[Edit]:
    edits = merge(*(_glued(text, pattern, mark) for pattern, mark in rules))
    for start, end, line_edits in _by_line(text, edits):
        yield from _unprotected(line_edits, _addresses(text, start, end))


def _glued(text: str, pattern: re.Pattern[str], replacement: str) -> Iterator[Edit]:
    for glue in pattern.finditer(text):
        following = text[glue.end()]
        if following.isdecimal() or following.isupper():
            yield Edit(glue.start(), glue.end(), replacement)


def _by_line(text: str, edits: Iterable[Edit]) -> Iterator[tuple[int, int, list[Edit]]]:
    """Yield the start, end and edits of every line with edits."""
    start, end = 0, -1
    found: list[Edit] = []
    for edit in edits:
        if edit.start >= end:
            if found:
                yield start, end, found
            start, end = _line_around(text, edit.start)
            found = []
        found.append(edit)
    if found:
        yield start, end, found


def _line_around(text: str, position: int) -> tuple[int, int]:
    end = text.find("\n", position)
    return text.rfind("\n", 0, position) + 1, len(text) if end < 0 else end


def _addresses(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the ranges of URLs and e-mail addresses, which are not changed."""
    urls = [m.span() for m in _URL.finditer(text, start, end)]
    emails = [
        span
        for run in _ADDRESS_RUN.finditer(text, start, end)
        if "@" in run[0]
        for span in _emails(run[0], run.start())
    ]
    return sorted(urls + emails)


def _emails(run: str, offset: int) -> Iterator[tuple[int, int]]:
    parts = run.split("@")
    for local, domain in pairwise(parts):
        if local and (match := _DOMAIN.match(domain)):
            yield offset, offset + len(local) + 1 + match.end()
        offset += len(local) + 1


def _unprotected(edits: list[Edit], addresses: list[tuple[int, int]]) -> Iterator[Edit]:
    places = iter(addresses)
    place = next(places, None)
    protected_to = 0
    for edit in edits:
        while place and place[0] <= edit.start:
            protected_to = max(protected_to, place[1])
            place = next(places, None)
        if edit.start >= protected_to:
            yield edit
