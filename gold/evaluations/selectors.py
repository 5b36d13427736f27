"""Gold sets, how well the detector does on them, and how it came to that."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, cast

from django.db.models import Count, Min, Q, QuerySet

from accounts.models import User
from agreement.runs.models import InputResult
from contests.annotating.domain import Unprompted
from contests.annotating.models import Answer
from contests.annotating.selectors import unprompted_on, unprompted_people
from contests.categories.models import Category
from contests.categories.selectors import categories_by_label
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.proposals.domain.proposer import Setup
from contests.proposals.selectors import settings_of, setup_of
from detection.base import RULES
from detection.errors import DetectorUnusable
from detection.evaluation import NOTHING, Scores
from gold.evaluations.domain import (
    Difference,
    GoldText,
    Mistake,
    Tally,
    difference,
    scores_at,
    version_of,
)
from gold.evaluations.models import Evaluation, EvaluationError
from gold.releases.models import Release
from gold.releases.selectors import categories_of
from gold.splits.models import Split
from jobs.models import Job
from text.spans import Span


@dataclass(frozen=True)
class Row:
    """A text of a gold set with what is right on it."""

    # Whose rules read it.
    contest_id: int
    text: GoldText
    # The input that the errors found in it point to.
    place: Mapping[str, Any]


class GoldSet(ABC):
    """Texts of which it is known what is right, and the rules that read them."""

    # Whether it never changes, so that the same rules give the same figures.
    is_frozen: ClassVar[bool]
    # What orders errors like the texts that they stand in.
    key_of_errors: ClassVar[str]

    @property
    @abstractmethod
    def owner(self) -> Contest | Release:
        """Return what it belongs to. Of all gold sets of an owner one is evaluated at a time."""

    @property
    @abstractmethod
    def job_key(self) -> str: ...

    @property
    def key(self) -> str:
        """Return what names it among the gold sets of its owner, in a form and in an address."""
        return ""

    @property
    @abstractmethod
    def fields(self) -> dict[str, Any]:
        """Return the fields of an evaluation on it."""

    @property
    def evaluations(self) -> QuerySet[Evaluation]:
        """Return the evaluations that came to their end."""
        return Evaluation.objects.finished().filter(**self.fields)

    @abstractmethod
    def contests(self) -> Iterable[Contest]:
        """Return the contests that its texts come from."""

    def setups(self, detector: str) -> dict[int, Setup]:
        """Return the detector with what each contest adds to it, as they are now."""
        return {contest.pk: setup_of(contest, detector) for contest in self.contests()}

    @property
    def detector(self) -> str:
        """Return the detector that all its contests are pre-annotated by; else the rules."""
        chosen = {settings_of(contest).detector for contest in self.contests()}
        return chosen.pop() if len(chosen) == 1 else RULES

    @abstractmethod
    def text_keys(self) -> list[int]:
        """Return the keys of its texts, in order."""

    @abstractmethod
    def rows(self, keys: Sequence[int]) -> list[Row]:
        """Return these of its texts, in order."""

    @abstractmethod
    def named(self, key: int) -> dict[str, object]:
        """Return a text's key under the name that it has in files."""

    @abstractmethod
    def categories(self) -> Mapping[str, Category]:
        """Return the categories by their labels: their names and colours."""


@dataclass(frozen=True)
class ContestGold(GoldSet):
    """The inputs of a contest that came with gold; more may come."""

    contest: Contest
    is_frozen = False
    key_of_errors = "contest_input_id"

    @property
    def owner(self) -> Contest:
        return self.contest

    @property
    def job_key(self) -> str:
        return f"gold.evaluate:contest-{self.contest.pk}"

    @property
    def fields(self) -> dict[str, Any]:
        return {"contest": self.contest}

    def contests(self) -> Iterable[Contest]:
        return [self.contest]

    @cached_property
    def _unprompted(self) -> frozenset[int]:
        return unprompted_people(self.contest.pk)

    def _inputs(self) -> QuerySet[ContestInput]:
        return self.contest.inputs.filter(gold__isnull=False).order_by("pk")

    def text_keys(self) -> list[int]:
        return list(self._inputs().values_list("pk", flat=True))

    def rows(self, keys: Sequence[int]) -> list[Row]:
        found = self._inputs().filter(pk__in=keys).only("pk", "contest", "text", "gold")
        accepted = Answer.objects.filter(is_live=True, verdict=Answer.Verdict.ACCEPT)
        unprompted = unprompted_on(accepted, inputs=keys, people=self._unprompted)
        return [
            Row(
                item.contest_id,
                GoldText(item.text, [Span(*unit) for unit in item.gold or ()], unprompted[item.pk]),
                {"contest_input": item},
            )
            for item in found
        ]

    def named(self, key: int) -> dict[str, object]:
        return {"input_id": key}

    def categories(self) -> Mapping[str, Category]:
        return categories_by_label(self.contest)


@dataclass(frozen=True)
class ReleaseGold(GoldSet):
    """The texts of a frozen release: a part of a split or, without one, all or the complete ones."""

    release: Release
    part: str
    split: Split | None = None
    is_frozen = True
    key_of_errors = "release_input__position"

    @property
    def owner(self) -> Release:
        return self.release

    @property
    def job_key(self) -> str:
        return f"gold.evaluate:{self.release.pk}"

    @property
    def key(self) -> str:
        return self.part if self.split is None else f"{self.split.pk}-{self.part}"

    @property
    def fields(self) -> dict[str, Any]:
        return {"release": self.release, "split": self.split, "part": self.part}

    def contests(self) -> Iterable[Contest]:
        return [part.contest for part in self.release.contests.select_related("contest")]

    @property
    def saw_proposals(self) -> bool:
        """Return whether people who annotated were shown what rules had found."""
        return any(part.settings.get("shows_proposals") for part in self.release.contests.all())

    def text_keys(self) -> list[int]:
        if self.split is not None:
            return sorted(self.split.parts[self.part])
        rows = self.release.inputs.order_by("position")
        if self.part == Evaluation.COMPLETE:
            rows = rows.filter(is_complete=True)
        return list(rows.values_list("position", flat=True))

    def rows(self, keys: Sequence[int]) -> list[Row]:
        found = self.release.inputs.filter(position__in=keys).select_related("contest")
        return [
            Row(
                item.contest.contest_id,
                GoldText(
                    item.text,
                    [Span(unit["start"], unit["end"], unit["label"]) for unit in item.units],
                    _unprompted(item.unprompted),
                ),
                {"release_input": item},
            )
            for item in found.order_by("position")
        ]

    def named(self, key: int) -> dict[str, object]:
        return {"id": str(key)}

    def categories(self) -> Mapping[str, Category]:
        return categories_of(self.release)


def _unprompted(stored: Mapping[str, Any] | None) -> Unprompted | None:
    if stored is None:
        return None
    return Unprompted(stored["people"], frozenset(Span(*unit) for unit in stored["units"]))


def gold_of(evaluation: Evaluation) -> GoldSet:
    """Return what an evaluation was made on."""
    if evaluation.contest is not None:
        return ContestGold(evaluation.contest)
    release = cast(Release, evaluation.release)
    return ReleaseGold(release, evaluation.part, evaluation.split)


def gold_sets_of(release: Release) -> list[ReleaseGold]:
    """Return what can be evaluated on in a release, the release as a whole first."""
    whole = [ReleaseGold(release, Evaluation.COMPLETE), ReleaseGold(release, Evaluation.ALL)]
    made = release.splits.filter(finished_at__isnull=False)
    return whole + [ReleaseGold(release, part, split) for split in made for part in split.parts]


def latest_gold(release: Release) -> GoldSet:
    """Return the texts of a release that were evaluated on last."""
    latest = release.evaluations.finished().first()
    return gold_of(latest) if latest else ReleaseGold(release, Evaluation.COMPLETE)


def present_digest(gold: GoldSet, detector: str) -> str:
    """Return the digest of a detector as it is now, or nothing where it cannot be asked."""
    try:
        return version_of(gold.setups(detector))
    except DetectorUnusable:
        return ""


def evaluation_to_show(gold: GoldSet, detector: str) -> Evaluation | None:
    """Return the evaluation of the detector as it is now, else its latest one."""
    made = gold.evaluations.filter(detector=detector)
    return made.filter(digest=present_digest(gold, detector)).first() or made.first()


def evaluated_detectors(gold: GoldSet) -> list[str]:
    """Return the detectors that were evaluated on these texts."""
    return sorted(set(gold.evaluations.order_by().values_list("detector", flat=True)))


def evaluating_job(gold: GoldSet) -> Job | None:
    """Return the job that evaluates for this owner, or tried to last."""
    return Job.objects.filter(key=gold.job_key).order_by("-created_at").first()


def narrowed(
    errors: QuerySet[EvaluationError],
    *,
    label: str = "",
    kind: str = "",
    gold: str = "",
    found: str = "",
) -> QuerySet[EvaluationError]:
    """Return the errors about a label, of one kind, or of one field of the matrix."""
    if label:
        errors = errors.filter(Q(gold_label=label) | Q(found_label=label))
    if kind:
        errors = errors.filter(kind=kind)
    if gold:
        errors = errors.filter(gold_label="" if gold == NOTHING else gold)
    if found:
        errors = errors.filter(found_label="" if found == NOTHING else found)
    return errors


@dataclass(frozen=True)
class Version:
    """An evaluation, with the number that its rules have in the history of the owner."""

    number: int
    evaluation: Evaluation
    errors: int
    before: "Version | None" = None

    @property
    def change(self) -> str:
        """Return what is different since the version before, as `Evaluation.change_since` says it."""
        return self.evaluation.change_since(self.before.evaluation) if self.before else ""

    def scores(self, level: str) -> Scores:
        return scores_at(level, Tally.of(self.evaluation.tally))


def numbers_of(gold: GoldSet) -> dict[str, int]:
    """Return the number of each version: 1 is the one that was evaluated first, on whatever texts."""
    made = gold.owner.evaluations.finished()
    first = made.order_by().values("digest").annotate(first=Min("pk"))
    ordered = first.order_by("first").values_list("digest", flat=True)
    return {digest: number for number, digest in enumerate(ordered, start=1)}


def history(gold: GoldSet, detector: str = RULES) -> list[Version]:
    """Return the versions of a detector that were evaluated on these texts, the oldest first."""
    numbers = numbers_of(gold)
    versions: list[Version] = []
    made = gold.evaluations.filter(detector=detector).annotate(count=Count("errors"))
    for one in sorted(made, key=lambda each: numbers[each.digest]):
        before = versions[-1] if versions else None
        versions.append(Version(numbers[one.digest], one, one.count, before))
    return versions


def _mistakes_of(evaluation: Evaluation) -> dict[Mistake, int]:
    """Return the errors of an evaluation, text by text, each with its key."""
    gold = gold_of(evaluation)
    rows = in_order(evaluation.errors.all(), gold).values_list(
        gold.key_of_errors,
        "gold_start", "gold_end", "gold_label",
        "found_start", "found_end", "found_label",
        "pk",
    )  # fmt: skip
    return {Mistake(row[0], row[1:4], row[4:7]): row[7] for row in rows.iterator()}


def in_order(errors: QuerySet[EvaluationError], gold: GoldSet) -> QuerySet[EvaluationError]:
    """Return errors in the order of their texts."""
    return errors.order_by(gold.key_of_errors, "pk")


def compare(before: Evaluation, after: Evaluation) -> Difference:
    """Return which errors are new and which are gone."""
    return difference(_mistakes_of(before), _mistakes_of(after))


def with_texts(errors: QuerySet[EvaluationError], gold: GoldSet) -> QuerySet[EvaluationError]:
    """Return errors with their texts, in order."""
    found = errors.select_related("contest_input__contest", "release_input__contest")
    return in_order(found, gold)


def input_id_of(error: EvaluationError) -> int:
    """Return the id that the text has, or had, in its contest."""
    item = error.release_input
    return item.input_id if item is not None else cast(int, error.contest_input_id)


@dataclass(frozen=True)
class ContestPlace:
    """Where a contest still has the input of a text."""

    contest_id: int
    input_id: int
    # Whether its latest run has a result for it, which can be reviewed.
    has_result: bool


def contest_places(errors: Iterable[EvaluationError], user: User) -> Mapping[int, ContestPlace]:
    """Return the inputs of these errors that still exist, in contests that this person manages."""
    ids = {input_id_of(error) for error in errors}
    managed = Contest.objects.managed_by(user).values("pk")
    inputs = ContestInput.objects.filter(pk__in=ids, contest__in=managed)
    results = InputResult.objects.current().filter(input__in=ids)
    judged = set(results.values_list("input", flat=True))
    return {
        pk: ContestPlace(contest, pk, pk in judged)
        for pk, contest in inputs.values_list("pk", "contest")
    }
