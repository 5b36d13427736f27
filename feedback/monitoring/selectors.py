"""Figures about a contest's progress and agreement for its managers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd
from django.db.models import Count, Max
from django.utils import timezone
from scipy.sparse import csr_array

from agreement.references.domain.voting import LONGEST_TASK_MS
from agreement.runs.frames import contributions, judgements
from agreement.runs.models import ProcessingRun
from contests.annotating.frames import answers
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.categories.selectors import naming
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.monitoring.domain import standing_out
from jobs.models import Job
from web.charts import Series, series_of, thinned
from web.frames import REAL, WHOLE, frame_of, records

MINUTE_MS = 60_000
# More names would not be readable side by side.
MOST_PEOPLE = 40
# A chart with more days is unreadable.
MOST_DAYS = 366
# People without answers for this long are listed.
SILENT = timedelta(days=3)
# People below this share of the expected pace are listed.
FAR_BEHIND = 0.5
TALLY = {
    "annotator": WHOLE, "timed": REAL, "timed_ms": REAL, "quality": REAL, "agreement": REAL,
}  # fmt: skip


def tasks_per_day(contest: Contest, *, words: dict[str, str]) -> list[Series]:
    """Return the number of accepted, rejected and ignored tasks per day."""
    given = answers(contest, "answered_at", "answer")
    counts = pd.crosstab(_days(given["answered_at"]), given["answer"])
    days = _every_day(counts.index)
    found = counts.reindex(index=days, columns=list(words), fill_value=0)
    return series_of(found.rename(columns=words))


def _days(moments: pd.Series) -> pd.Series:
    return moments.dt.tz_convert(timezone.get_current_timezone()).dt.date


def _every_day(days: Iterable[date]) -> list[date]:
    """Return all days from the first to the last, also those without answers.

    If they span more than MOST_DAYS (imported answers), return only the latest days with answers.
    """
    known = _latest_days(days)
    if not known:
        return []
    first, last = known[0], known[-1]
    if (last - first).days >= MOST_DAYS:
        return known
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _latest_days(days: Iterable[date]) -> list[date]:
    return sorted(set(days))[-MOST_DAYS:]


def throughput_per_day(contest: Contest, *, everyone: str) -> list[Series]:
    """Return the tasks per minute of everyone and of each team, per day."""
    done = contributions(contest)
    timed = done[done["duration_ms"] <= LONGEST_TASK_MS]
    of_teams = timed[timed["team"].notna() & (timed["team"] != everyone)]
    both = pd.concat([timed.assign(team=everyone), of_teams])
    found = both.groupby(["team", _days(both["answered_at"])])["duration_ms"].agg(["size", "sum"])
    spent = found["sum"].where(found["sum"] > 0)
    pace = (MINUTE_MS * found["size"] / spent).map(
        lambda value: round(value, 2), na_action="ignore"
    )
    teams = sorted(both["team"].unique(), key=lambda name: (name != everyone, name))
    return [
        series for name in teams for series in series_of(pace[name][-MOST_DAYS:].to_frame(name))
    ]


def agreement_over_runs(contest: Contest, *, words: dict[str, str]) -> list[Series]:
    """Return the contest's mean gammas after each run."""
    runs = thinned(contest.runs.published().order_by("number"))
    moments = [timezone.localtime(run.finished_at) for run in runs if run.finished_at]
    return [
        Series(word, moments, [run.figures.get(name) for run in runs])
        for name, word in words.items()
    ]


def agreement_per_category(run: ProcessingRun, *, word: str) -> list[Series]:
    """Return the mean gamma-k of each category, the lowest first."""
    known = {
        name: value for name, value in run.figures.get("gamma_k", {}).items() if value is not None
    }
    labels = sorted(known, key=lambda label: known[label])
    names = [*map(naming(run.contest), labels)]
    return [Series(word, names, [round(known[label], 3) for label in labels])]


def category_frequencies(
    contest: Contest, run: ProcessingRun, *, words: Sequence[str]
) -> list[Series]:
    """Return the units of each category per 100 answers, and per 100 inputs with a reference.

    Counts could not be compared: an input has several answers, but one reference.
    """
    accepted = Answer.objects.filter(
        task__input__contest=contest, is_live=True, verdict=Answer.Verdict.ACCEPT
    )
    answered, units = accepted.count(), Unit.objects.filter(answer__in=accepted)
    inputs = sum(run.counts.get(kind, 0) for kind in ("compared", "empty", "single"))
    counted = units.values_list("category__label").annotate(count=Count("pk"))
    given = {label: _per_hundred(count, answered) for label, count in counted}
    gold = {
        label: _per_hundred(count, inputs)
        for label, count in run.figures.get("gold_units", {}).items()
    }
    labels = sorted({*given, *gold}, key=lambda label: (-given.get(label, 0), label))
    of_people, of_reference = words
    names = [*map(naming(contest), labels)]
    return [
        Series(of_people, names, [given.get(label, 0) for label in labels]),
        Series(of_reference, names, [gold.get(label, 0) for label in labels]),
    ]


def _per_hundred(count: int, of: int) -> float:
    return round(100 * count / of, 2) if of else 0.0


def annotators_per_input(contest: Contest, run: ProcessingRun, *, word: str) -> list[Series]:
    """Return the number of inputs by number of annotators, from 0."""
    counts = {int(number): count for number, count in run.figures.get("annotators", {}).items()}
    rest = contest.inputs.count() - sum(counts.values())
    counts[0] = counts.get(0, 0) + max(0, rest)
    numbers = range(max(counts, default=0) + 1)
    return [Series(word, [str(number) for number in numbers], [counts.get(n, 0) for n in numbers])]


def gamma_histogram(run: ProcessingRun, *, word: str) -> list[Series]:
    """Return the number of inputs per gamma interval."""
    bins = run.figures.get("gamma_bins", {})
    places = sorted(bins, key=float)
    return [Series(word, [float(place) for place in places], [bins[place] for place in places])]


def people_table(contest: Contest, run: ProcessingRun | None) -> list[dict[str, Any]]:
    """Return a row of figures for each annotator who is present or has answered, by alias."""
    given = answers(contest, "annotator", "answer")
    known = pd.crosstab(given["annotator"], given["answer"])
    members = {
        member.pk: member
        for member in contest.memberships.annotators().select_related("team")
        if member.removed_at is None or member.pk in known.index
    }
    table = known.reindex(index=list(members), columns=Answer.Verdict.values, fill_value=0)
    answered = table.sum(axis=1)
    rows = run.tallies.all() if run else ()
    tallies = frame_of(map(attrgetter("annotator_id", *list(TALLY)[1:]), rows), TALLY)
    of_run = tallies.set_index("annotator").reindex(table.index)
    table = table.join(of_run).assign(
        member=list(members.values()),
        answered=answered,
        rejects=(table["reject"] / answered).where(answered > 0),
        per_minute=MINUTE_MS * of_run["timed"] / of_run["timed_ms"].where(of_run["timed_ms"] > 0),
    )
    return records(table.assign(standing_out=standing_out(table)))


def pairwise_agreement(contest: Contest) -> tuple[list[str], list[list[float | None]]]:
    """Return names, and the share of equal votes of each pair; None without common spans.

    At most MOST_PEOPLE are shown, those with the most spans. The diagonal is None.
    """
    judged = judgements(contest, "input", "place", "annotator", "start", "end", "label")
    place = ["input", "place"]
    met = _together(judged, place)
    alike = _together(judged, [*place, "start", "end"]) + _together(judged, [*place, "label"])
    places = (
        judged["annotator"].value_counts(sort=False).sort_values(ascending=False, kind="stable")
    )
    shown = Membership.objects.filter(pk__in=places.index[:MOST_PEOPLE]).order_by("alias", "pk")
    order = [member.pk for member in shown]
    shares = (alike / (2 * met.where(met > 0))).loc[order, order].astype(object)
    is_pair = shares.notna() & ~np.eye(len(order), dtype=bool)
    return [str(member) for member in shown], shares.where(is_pair, None).to_numpy().tolist()


def _together(judged: pd.DataFrame, what: list[str]) -> pd.DataFrame:
    """Return how often each pair of annotators has equal values in these columns; missing is a value."""
    people, order = pd.factorize(judged["annotator"], sort=True)
    same = judged.groupby(what, dropna=False).ngroup()
    # A table of pairs would have 100,000 rows for a thousand places with ten people.
    held = csr_array((np.ones(len(judged)), (same, people)))
    return pd.DataFrame((held.T @ held).toarray(), index=order, columns=order)


def confusion(contest: Contest) -> pd.DataFrame:
    """Return counts of annotated labels (rows) by reference label (columns); "" is none."""
    judged = judgements(contest, "label", "reference_label", "category_source")
    said = judged[judged["category_source"] != ""].fillna("")
    counts = pd.crosstab(said["label"], said["reference_label"])
    labels = [*sorted({*counts.index, *counts.columns} - {""}), ""]
    return counts.reindex(index=labels, columns=labels, fill_value=0)


@dataclass(frozen=True)
class Stuck:
    """An annotator to follow up with, and the codes of the reasons."""

    member: Membership
    reasons: tuple[str, ...]
    last_answer: datetime | None


NO_TEAM, NO_ALIAS, IN_TRAINING, NOT_BEGUN, SILENT_FOR_DAYS, BEHIND = (
    "no-team", "no-alias", "in-training", "not-begun", "silent", "behind",
)  # fmt: skip


def stuck(contest: Contest, *, now: datetime) -> list[Stuck]:
    """Return the annotators to follow up with while the contest is open."""
    if not contest.takes_answers_at(now):
        return []
    members = list(
        contest.memberships.annotators()
        .present()
        .filter(user__is_active=True)
        .select_related("team")
    )
    last = dict(
        AnnotationTask.objects.filter(annotator__in=members, answered_at__isnull=False)
        .values_list("annotator")
        .annotate(last=Max("answered_at"))
    )
    pace = _pace(contest, now)
    found = [
        Stuck(member, _reasons(member, last.get(member.pk), pace, now), last.get(member.pk))
        for member in members
    ]
    return [each for each in found if each.reasons]


def _pace(contest: Contest, now: datetime) -> float:
    """Return the number of tasks expected by now at a constant pace to the goal."""
    if contest.starts_at is None or contest.ends_at is None:
        return 0
    passed = (now - contest.starts_at) / (contest.ends_at - contest.starts_at)
    return contest.goal_per_annotator * min(1, max(0, passed))


def _reasons(
    member: Membership, last: datetime | None, pace: float, now: datetime
) -> tuple[str, ...]:
    first_days = now - member.joined_at < SILENT
    reasons = {
        NO_ALIAS: member.needs_alias,
        NO_TEAM: member.team is None,
        IN_TRAINING: member.needs_training and not first_days,
        NOT_BEGUN: last is None and not member.needs_training and not first_days,
        SILENT_FOR_DAYS: last is not None and now - last >= SILENT,
        BEHIND: last is not None and member.accepted_tasks < FAR_BEHIND * pace,
    }
    return tuple(code for code, holds in reasons.items() if holds)


@dataclass(frozen=True)
class Coverage:
    """The number of inputs, and of inputs with an answer."""

    inputs: int
    answered: int


def coverage(contest: Contest) -> Coverage:
    answered = contest.inputs.filter(tasks__answered_at__isnull=False).distinct().count()
    return Coverage(contest.inputs.count(), answered)


# If a job is due for longer, no worker is running or all are busy.
WAITING_TOO_LONG = timedelta(minutes=2)


@dataclass(frozen=True)
class Workers:
    """Running and waiting jobs, the last run and the last failure."""

    running: list[Job]
    waiting: int
    is_waiting_long: bool
    last_run: ProcessingRun | None
    last_failure: Job | None


def workers_of(contest: Contest, *, now: datetime | None = None) -> Workers:
    """Return the state of this contest's jobs and runs."""
    jobs = Job.objects.filter(contest_id=contest.pk)
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    longest = (now or timezone.now()) - WAITING_TOO_LONG
    return Workers(
        running=list(jobs.filter(state=Job.State.RUNNING)),
        waiting=jobs.filter(state=Job.State.QUEUED).count(),
        is_waiting_long=waiting.filter(due_at__lt=longest).exists(),
        last_run=contest.runs.order_by("-number").first(),
        last_failure=jobs.filter(state__in=["failed", "given-up"]).order_by("-finished_at").first(),
    )
