"""The data of a contest's experiments, read from its answers and latest judgements."""

from collections import defaultdict
from collections.abc import Mapping

import pandas as pd
from django.db.models import Count, Q

from agreement.runs.frames import judgements
from contests.annotating.frames import answers
from contests.annotating.models import AnnotationTask
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.domain import ALIKE, GroupDesign, group_designs
from contests.teams.selectors import team_designs
from feedback.experiments.domain.analysis import pairs_of
from feedback.experiments.domain.samples import DURATIONS, PENALTIES, Observations


def incomparable_groups(contest: Contest) -> list[GroupDesign]:
    """Return the groups whose teams differ but have only one arm."""
    groups = group_designs(team_designs(contest))
    return [group for group in groups if group.kind != ALIKE and not pairs_of(group)]


def observe(contest: Contest) -> Observations:
    """Return the data for the analysis; people are numbered from 1."""
    groups = group_designs(team_designs(contest))
    compared = {team.name for group in groups for pair in pairs_of(group) for team in pair}
    members = Membership.objects.filter(contest=contest).annotators().order_by("pk")
    numbers = {pk: number for number, pk in enumerate(members.values_list("pk", flat=True), 1)}
    return Observations(
        teams=tuple(team for group in groups for team in group.teams),
        tasks=_tasks(contest, compared, numbers),
        alignments=_alignments(contest, compared, numbers),
        moved=_moved(contest, numbers),
        in_sequence=contest.routing == Contest.Routing.SEQUENCE,
    )


def _tasks(contest: Contest, teams: set[str], numbers: Mapping[int, int]) -> pd.DataFrame:
    """Return the answered tasks, with the time summed over all versions of the answer."""
    columns = ("task", "input", "annotator", "team", "duration_ms", "counts")
    given = answers(contest, *columns, all_versions=True)
    given = given[given["team"].isin(teams)]
    # If one version has no duration, the sum is unknown.
    seconds = given.groupby("task")["duration_ms"].sum(skipna=False) / 1000
    live = given[given["counts"]].sort_values("task")
    found = live.assign(seconds=live["task"].map(seconds), annotator=live["annotator"].map(numbers))
    return found[list(DURATIONS)].astype(DURATIONS)


def _alignments(contest: Contest, teams: set[str], numbers: Mapping[int, int]) -> pd.DataFrame:
    """Return the penalties of each annotator of these teams."""
    judged = judgements(contest).sort_values(["input", "place", "annotator"])
    judged = judged[judged["team"].isin(teams) & ~judged["detached"]]
    found = judged.assign(
        segment=~judged["segment_agrees"],
        category=~judged["category_agrees"],
        annotator=judged["annotator"].map(numbers),
    )
    return found[list(PENALTIES)].astype(PENALTIES)


def _moved(contest: Contest, numbers: Mapping[int, int]) -> dict[str, frozenset[int]]:
    """Return the people who worked in more than one team, by team name."""
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
    """Return the number of tasks of the smallest compared team if everyone reaches the goal."""
    groups = group_designs(team_designs(contest))
    compared = {team.name for group in groups for pair in pairs_of(group) for team in pair}
    present = Q(memberships__removed_at=None, memberships__role=Membership.Role.ANNOTATOR)
    teams = contest.teams.filter(name__in=compared)
    sizes = teams.annotate(people=Count("memberships", filter=present))
    people = [size for size in sizes.values_list("people", flat=True) if size]
    return min(people) * contest.goal_per_annotator if people else None


def planned_tests(contest: Contest) -> int:
    """Return the number of tests in the contest's report, at least one."""
    groups = group_designs(team_designs(contest))
    return max(1, 3 * sum(len(pairs_of(group)) for group in groups))
