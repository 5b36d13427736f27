"""The detector on a release: which rules these are, table 4.1, and what two versions do differently."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from contests.domain.detecting import Setup
from contests.domain.evaluations import Tally
from contests.domain.labels import short_name
from detection.evaluation import Score, Scores

EXACT, TOKENS = "exact", "tokens"
LEVELS = (EXACT, TOKENS)
MEASURES = ("precision", "recall", "f1")


def version_of(setups: Mapping[int, Setup]) -> str:
    """Return what changes whenever the rules, or what one of these contests adds to them, change."""
    parts = [f"{contest} {setup.digest}" for contest, setup in sorted(setups.items())]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def scores_at(level: str, tally: Tally) -> Scores:
    """Return the scores of exact spans or of tokens."""
    return tally.exact_scores if level == EXACT else tally.token_scores


@dataclass(frozen=True)
class Line:
    """A category in the table, under the name that it has inside its family."""

    label: str
    name: str
    score: Score

    @property
    def is_precision_undefined(self) -> bool:
        """Return whether nothing was found, so that the precision of nothing counts as zero."""
        return not self.score.right and not self.score.spurious


@dataclass(frozen=True)
class Family:
    """A supercategory in the table: its categories, and all of them together."""

    name: str
    lines: Sequence[Line]
    together: Score


def families_in(scores: Scores) -> list[Family]:
    """Return the lines of the thesis's table 4.1, in the order of the labels.

    >>> table = families_in(Scores({"CONTACT:FAX": Score(1, 0, 1), "CONTACT:URL": Score(2, 0, 0)}))
    >>> table[0].name, [line.name for line in table[0].lines], table[0].together.support
    ('CONTACT', ['FAX', 'URL'], 4)
    """
    lines: dict[str, list[Line]] = {}
    for label, score in sorted(scores.labels.items()):
        family = label.partition(":")[0]
        lines.setdefault(family, []).append(Line(label, short_name(label), score))
    return [Family(name, found, _together(found)) for name, found in lines.items()]


def _together(lines: Iterable[Line]) -> Score:
    scores = [line.score for line in lines]
    return Score(
        sum(score.right for score in scores),
        sum(score.spurious for score in scores),
        sum(score.missed for score in scores),
    )


class Mistake(NamedTuple):
    """An error as it is found again in another version: where it is, and what is wrong there."""

    text: int
    gold: tuple[int | None, int | None, str]
    found: tuple[int | None, int | None, str]


@dataclass(frozen=True)
class Difference:
    """The errors that only one of two versions makes."""

    new: Sequence[Mistake]
    gone: Sequence[Mistake]
    kept: int


def difference(before: Iterable[Mistake], after: Iterable[Mistake]) -> Difference:
    """Return what became of errors; one that is now wrong in another way is gone and new.

    >>> missed, found = (3, 5, "AGE"), (None, None, "")
    >>> changed = difference([Mistake(1, missed, found)], [Mistake(2, missed, found)])
    >>> [mistake.text for mistake in changed.new], [mistake.text for mistake in changed.gone]
    ([2], [1])
    """
    # In the order that they come in: spans of which one side is missing cannot be sorted.
    earlier, later = dict.fromkeys(before), dict.fromkeys(after)
    return Difference(
        new=[each for each in later if each not in earlier],
        gone=[each for each in earlier if each not in later],
        kept=sum(1 for each in later if each in earlier),
    )


@dataclass(frozen=True)
class Shift:
    """A category of which two versions have different figures."""

    label: str
    before: Score
    after: Score

    @property
    def f1(self) -> float:
        return self.after.f1 - self.before.f1


def shifts(before: Scores, after: Scores) -> list[Shift]:
    """Return the categories whose figures changed, the largest loss first."""
    labels = sorted(before.labels.keys() | after.labels.keys())
    found = [
        Shift(label, before.labels.get(label, Score()), after.labels.get(label, Score()))
        for label in labels
    ]
    return sorted((each for each in found if each.before != each.after), key=lambda each: each.f1)
