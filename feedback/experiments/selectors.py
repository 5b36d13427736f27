"""What a contest's experiments are judged by, read from its answers and its latest verdicts."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby

from django.db.models import Count, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from agreement.runs.models import Verdict
from contests.annotating.models import AnnotationTask, Answer
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.domain import ALIKE, GroupDesign, group_designs
from contests.teams.selectors import team_designs
from feedback.experiments.domain.analysis import pairs_of
from feedback.experiments.domain.samples import AlignmentValue, Observations, Penalty, TaskValue


def incomparable_groups(contest: Contest) -> list[GroupDesign]:
    """Return the groups whose teams see different things, with nobody to compare them to."""
    groups = group_designs(team_designs(contest))
    return [group for group in groups if group.kind != ALIKE and not pairs_of(group)]


def observe(contest: Contest) -> Observations:
    """Return everything that the analysis needs; people are numbered anew, from 1."""
    groups = group_designs(team_designs(contest))
    compared = {team.name for group in groups for pair in pairs_of(group) for team in pair}
    members = Membership.objects.filter(contest=contest).annotators().order_by("pk")
    numbers = {pk: number for number, pk in enumerate(members.values_list("pk", flat=True), 1)}
    return Observations(
        teams=tuple(team for group in groups for team in group.teams),
        tasks=tuple(_tasks(contest, compared, numbers)),
        alignments=tuple(_alignments(contest, compared, numbers)),
        moved=_moved(contest, numbers),
        in_sequence=contest.routing == Contest.Routing.SEQUENCE,
    )


def _tasks(contest: Contest, teams: set[str], numbers: Mapping[int, int]) -> Iterator[TaskValue]:
    """Yield the tasks that have an answer which counts, with the sum over all its versions."""
    answers = (
        Answer.objects.filter(task__annotator__contest=contest)
        .order_by()
        # An imported answer was handed out for no team: it counts for the person's present one.
        .annotate(team=Coalesce("task__team__name", "task__annotator__team__name"))
        .filter(team__in=teams)
        .values("task", "task__input", "task__annotator", "team")
        .annotate(
            total=Sum("duration_ms"),
            unknown=Count("pk", filter=Q(duration_ms=None)),
            live=Count("pk", filter=Q(is_live=True)),
        )
        .filter(live=1)
        .order_by("task")
    )
    for row in answers.iterator():
        yield TaskValue(
            team=row["team"],
            annotator=numbers[row["task__annotator"]],
            input=row["task__input"],
            # One version that nobody could measure makes the sum unknown.
            seconds=None if row["unknown"] else row["total"] / 1000,
        )


def _alignments(
    contest: Contest, teams: set[str], numbers: Mapping[int, int]
) -> Iterator[AlignmentValue]:
    task = AnnotationTask.objects.filter(
        annotator=OuterRef("annotator"), input=OuterRef("place__result__input")
    )
    team_of_task = Subquery(task.values("team__name"))
    verdicts = (
        Verdict.objects.filter(
            place__result__input__contest=contest,
            place__result__is_current=True,
            place__is_detached=False,
        )
        .annotate(team=Coalesce(team_of_task, "annotator__team__name"))
        .filter(team__in=teams)
        .order_by("place__result__input", "place__position", "annotator")
        .values_list(
            "place__result__input",
            "place__position",
            "annotator",
            "team",
            "segment_agrees",
            "category_agrees",
        )
    )
    for (item, position), rows in groupby(verdicts.iterator(), key=lambda row: row[:2]):
        penalties: defaultdict[str, list[Penalty]] = defaultdict(list)
        for _item, _position, annotator, team, segment, category in rows:
            penalties[team].append(
                Penalty(numbers[annotator], _penalty(segment), _penalty(category))
            )
        yield AlignmentValue(
            position, item, {team: tuple(found) for team, found in penalties.items()}
        )


def _penalty(agrees: bool | None) -> bool | None:
    return None if agrees is None else not agrees


def _moved(contest: Contest, numbers: Mapping[int, int]) -> dict[str, frozenset[int]]:
    """Return who worked in more than one team, by the name of each of these teams."""
    begun = AnnotationTask.objects.filter(annotator__contest=contest, team__isnull=False)
    worked: defaultdict[int, set[str | None]] = defaultdict(set)
    pairs = begun.values_list("annotator", "team__name", "annotator__team__name").distinct()
    for person, *names in pairs:
        worked[person].update(names)
    moved: defaultdict[str, set[int]] = defaultdict(set)
    for person, teams in worked.items():
        for team in teams - {None} if len(teams) > 1 else ():
            moved[str(team)].add(numbers[person])
    return {team: frozenset(people) for team, people in moved.items()}


def planned_tasks(contest: Contest) -> int | None:
    """Return how many tasks the smallest compared team will have if all reach the goal."""
    groups = group_designs(team_designs(contest))
    compared = {team.name for group in groups for pair in pairs_of(group) for team in pair}
    present = Q(memberships__removed_at=None, memberships__role=Membership.Role.ANNOTATOR)
    teams = contest.teams.filter(name__in=compared)
    sizes = teams.annotate(people=Count("memberships", filter=present))
    people = [size for size in sizes.values_list("people", flat=True) if size]
    return min(people) * contest.goal_per_annotator if people else None


def planned_tests(contest: Contest) -> int:
    """Return how many tests the contest's report will have; at least one."""
    groups = group_designs(team_designs(contest))
    return max(1, 3 * sum(len(pairs_of(group)) for group in groups))
