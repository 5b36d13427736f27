"""Names that were found, where they stand again without anything that announces them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from detection.base import Finding
from detection.rules.groups.names.known import fold_word, is_ordinary, is_stop
from detection.rules.groups.names.openings import opening
from detection.rules.groups.names.patterns import CAPITALISED, LETTERS, PARTICLES, words_of
from detection.rules.groups.names.persons import TERM, WORDS
from detection.rules.groups.names.runs import Run, run_at
from detection.rules.reading import Line, Place, Reading


class Known(NamedTuple):
    """A name that was found: whose it is, the rule for its other places, and where it was found."""

    label: str
    rule: str
    place: Place


def elsewhere(label: str, rule: str) -> Callable[[Reading], Iterable[Finding]]:
    """Return what finds the other places of names that were found, with their neighbours."""

    def find(reading: Reading) -> Iterable[Finding]:
        plain = reading.plain
        for start, end, found, *_ in reading.found:
            if found == label and not _stands_once(plain, start, end):
                return _again(reading, _telling(reading, label, rule))
        return ()

    return find


def across_lines(lines: Sequence[Line], rules: Mapping[str, str]) -> Iterator[tuple[Line, Finding]]:
    """Yield where names stand that other lines of the text tell; the label that comes first in `rules` wins."""
    names: dict[str, Known] = {}
    for label, rule in rules.items():
        for start, reading in lines:
            if label in reading.found.labels:
                for word, known in _telling(reading, label, rule).items():
                    names.setdefault(word, known._replace(place=_moved(known.place, start)))
    parts = {part for word in names for part in LETTERS.findall(word)}
    for line in lines:
        if not _has_free(line.reading, parts):
            continue
        for finding in _again(line.reading, names):
            trigger = finding.trigger and _moved(finding.trigger, -line.start)
            yield line, finding._replace(trigger=trigger)


def _has_free(reading: Reading, parts: Set[str]) -> bool:
    """Return whether a part of a name stands where nothing was found: in few lines of a text."""
    if parts.isdisjoint(map(fold_word, CAPITALISED.findall(reading.text))):
        return False
    return any(
        fold_word(match[0]) in parts and reading.found.is_free(*match.span())
        for match in CAPITALISED.finditer(reading.text)
    )


def _moved(place: Place, distance: int) -> Place:
    return place[0] + distance, place[1] + distance


def _again(reading: Reading, names: Mapping[str, Known]) -> Iterator[Finding]:
    taken = 0
    for match in words_of(reading.text):
        known = names.get(fold_word(match[0]))
        if known is None or match.start() < taken or not reading.found.is_free(*match.span()):
            continue
        run = _whole_run(reading, match)
        if run is None or run.end < match.end() or TERM.search(reading.before(run.start, 60)):
            continue
        taken = run.end
        for start, end in run.names:
            yield Finding(start, end, known.label, known.rule, known.place)


def _stands_once(plain: str, start: int, end: int) -> bool:
    """Return whether a name stands nowhere but here, by its last letters; behind them may be an initial."""
    last = plain[end - 4 if end - start > 4 else start : end]
    return plain.count(last) == 1 and last[-1] != "." and last[-2:-1] not in (" ", ".")


def _telling(reading: Reading, label: str, rule: str) -> dict[str, Known]:
    """Return the words that can hardly be anything but the names that were found, and where they stand."""
    return {
        word: Known(label, rule, (item.start, item.end))
        for item in reversed(reading.found.of(label))
        for word in map(fold_word, WORDS.findall(reading.text, item.start, item.end))
        if len(word) > 2 and not (is_ordinary(word) or is_stop(word) or word in PARTICLES)
    }


def _whole_run(reading: Reading, match: re.Match[str]) -> Run | None:
    if reading.is_upper:
        # Neighbours in capitals need not be names.
        return Run((match.span(),), (fold_word(match[0]),))
    return run_at(reading, opening(reading, match.start()))
