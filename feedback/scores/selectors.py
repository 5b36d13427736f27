"""Rankings of people and teams, now and after earlier runs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from agreement.runs.models import ProcessingRun
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.scores.domain import (
    FACTORS,
    Factor,
    Figure,
    factors_in,
    figures_of,
    mean_of_known,
    total_of,
)
from feedback.scores.models import AnnotatorScore, FinalResult, Score, TeamScore
from web.charts import Series, thinned

PODIUM = 3


def sorts() -> dict[str, bool]:
    """Return the sortable columns, and whether large values come first."""
    others = {"rank": False, "name": False, "segment_quality": True, "category_quality": True}
    return others | {factor.key: not factor.is_less_better for factor in FACTORS}


@dataclass(frozen=True)
class Row:
    """One line of the scoreboard."""

    name: str
    score: Score
    figures: tuple[Figure, ...]
    # Team of a person; empty for a team itself.
    team: str
    is_own: bool
    # With others, 0 to 1; for a team, the mean over its people.
    agreement: float | None


@dataclass(frozen=True)
class Scoreboard:
    """A contest's standings after one run; `run` is None before the first one."""

    contest: Contest
    run: ProcessingRun | None
    people: Sequence[Row]
    teams: Sequence[Row]
    final: FinalResult | None

    @property
    def factors(self) -> list[Factor]:
        """The factors of this contest."""
        return factors_in(self.contest.rank_weights)

    @property
    def weighed(self) -> tuple[Figure, ...]:
        """The factors with their weights."""
        return figures_of({}, {}, self.contest.rank_weights)

    @property
    def podiums(self) -> list[list[Row]]:
        """The first three teams, and the first three people."""
        return [_sorted(list(rows), "rank")[:PODIUM] for rows in (self.teams, self.people)]

    @property
    def is_provisional(self) -> bool:
        """Whether the contest is over but the last answers are not counted yet."""
        return self.contest.is_over and self.final is None and self.run is not None


def final_result(contest: Contest) -> FinalResult | None:
    """Return the final result, unless the contest was reopened since."""
    over = FinalResult.objects.filter(contest=contest, declared_at__gte=F("contest__closed_at"))
    return over.select_related("run").first()


def shown_run(contest: Contest) -> ProcessingRun | None:
    """Return the run that the scoreboard shows: the final one, else the latest with scores."""
    final = final_result(contest)
    if final is not None:
        return final.run
    scored = contest.runs.published().filter(annotator_scores__isnull=False)
    return scored.order_by("-number").first()


def unscored_runs() -> list[int]:
    """Return the latest runs without scores in contests that have annotators."""
    latest = ProcessingRun.objects.filter(is_latest=True, annotator_scores__isnull=True)
    someone = Membership.objects.annotators().present().filter(contest=OuterRef("contest"))
    return list(latest.filter(Exists(someone)).values_list("pk", flat=True))


def unconcluded_runs() -> list[ProcessingRun]:
    """Return the latest scored runs of closed contests without a final result."""
    scored = ProcessingRun.objects.filter(is_latest=True, annotator_scores__isnull=False)
    over = scored.filter(contest__closed_at__isnull=False).distinct().select_related("contest")
    return [run for run in over if final_result(run.contest) is None]


def outdated_runs() -> list[int]:
    """Return the latest runs whose scores do not match the current weights."""
    scored = ProcessingRun.objects.filter(is_latest=True, annotator_scores__isnull=False)
    scored = scored.exclude(contest__state=Contest.State.ARCHIVED).distinct()
    return [run.pk for run in scored.select_related("contest") if is_outdated(run)]


def is_outdated(run: ProcessingRun) -> bool:
    """Return whether the totals differ from those by the current weights; final results never do."""
    final = final_result(run.contest)
    if final is not None and final.run_id == run.pk:
        return False
    weights = run.contest.rank_weights
    return any(
        not weights.keys() <= score.ranks.keys() or score.total != total_of(score.ranks, weights)
        for score in run.annotator_scores.all()
    )


def scoreboard(contest: Contest, member: Membership | None, *, sort: str = "rank") -> Scoreboard:
    """Return the standings as this person sees them, sorted by a column."""
    run, final = shown_run(contest), final_result(contest)
    if run is None:
        return Scoreboard(contest, None, [], [], final)
    people, teams = rows_of(run, member)
    return Scoreboard(contest, run, _sorted(people, sort), _sorted(teams, sort), final)


def rows_of(run: ProcessingRun, member: Membership | None) -> tuple[list[Row], list[Row]]:
    """Return the rows of people and teams after a run, as this person sees them."""
    with_others = {one.annotator_id: one.agreement for one in run.tallies.all()}
    scores = list(run.annotator_scores.select_related("annotator__team"))
    of_team: defaultdict[int | None, list[float | None]] = defaultdict(list)
    for score in scores:
        of_team[score.annotator.team_id].append(with_others.get(score.annotator_id))
    weights = run.contest.rank_weights
    people = [
        Row(
            str(score.annotator),
            score,
            figures_of(score.values, score.ranks, weights),
            str(score.annotator.team or ""),
            member is not None and score.annotator_id == member.pk,
            with_others.get(score.annotator_id),
        )
        for score in scores
    ]
    teams = [
        Row(
            score.team.name,
            score,
            figures_of(score.values, score.ranks, weights),
            "",
            member is not None and score.team_id == member.team_id,
            mean_of_known(of_team[score.team_id]),
        )
        for score in run.team_scores.select_related("team")
    ]
    return people, teams


def _sorted(rows: list[Row], sort: str) -> list[Row]:
    if sort == "name":
        return sorted(rows, key=lambda row: row.name.casefold())
    if sort not in sorts():
        return rows
    sign = -1 if sorts()[sort] else 1

    def place(row: Row) -> tuple[bool, float, int]:
        score = row.score
        value = score.values[sort] if sort in score.values else getattr(score, sort, None)
        # Unknown values come last in either direction.
        return value is None, sign * (value or 0), row.score.rank

    return sorted(rows, key=place)


def history(contest: Contest, *, of_teams: bool, measure: str) -> list[Series]:
    """Return one line per person or team: a factor or the rank after each run."""
    runs = thinned(_runs_until_shown(contest))
    moments = {run.pk: timezone.localtime(run.finished_at) for run in runs if run.finished_at}
    points: defaultdict[str, list[tuple[datetime, float | None]]] = defaultdict(list)
    for name, score in _scores(moments, of_teams):
        value = score.rank if measure == "rank" else score.values.get(measure)
        points[name].append((moments[score.run_id], value))
    return [
        Series(name, [moment for moment, _ in sorted_points], [value for _, value in sorted_points])
        for name, unsorted in sorted(points.items())
        for sorted_points in [sorted(unsorted, key=lambda point: point[0])]
    ]


def _runs_until_shown(contest: Contest) -> QuerySet[ProcessingRun]:
    shown = shown_run(contest)
    runs = contest.runs.published().order_by("number")
    return runs.filter(number__lte=shown.number) if shown else runs.none()


def scored_runs(contest: Contest) -> QuerySet[ProcessingRun]:
    """Return the runs with scores, up to the one on the scoreboard."""
    return _runs_until_shown(contest).filter(annotator_scores__isnull=False).distinct()


def _scores(
    runs: Iterable[int], of_teams: bool
) -> Iterable[tuple[str, AnnotatorScore | TeamScore]]:
    if of_teams:
        for score in TeamScore.objects.filter(run__in=runs).select_related("team"):
            yield score.team.name, score
    else:
        for each in AnnotatorScore.objects.filter(run__in=runs).select_related("annotator"):
            yield str(each.annotator), each
