"""How a contest goes: figures for its managers, counted in the database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from agreement.references.domain.voting import LONGEST_TASK_MS
from agreement.runs.models import AnnotatorTally, Contribution, ProcessingRun, Verdict
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.monitoring.domain import Work, standing_out
from jobs.models import Job
from web.charts import Series, thinned

MINUTE_MS = 60_000
# Names beside each other that can still be read.
MOST_PEOPLE = 40
# More days than these are no chart any more.
MOST_DAYS = 366
# Who has not answered for so long, while the contest runs, may need a word.
SILENT = timedelta(days=3)
# Further behind the collective pace than this share.
FAR_BEHIND = 0.5


def _answers(contest: Contest) -> QuerySet[Answer]:
    return Answer.objects.filter(task__input__contest=contest, is_live=True)


def tasks_per_day(contest: Contest, *, words: dict[str, str]) -> list[Series]:
    """Return how many tasks were accepted, rejected and ignored on each day."""
    rows = (
        _answers(contest)
        .annotate(day=TruncDate("answered_at"))
        .values("day", "verdict")
        .annotate(count=Count("pk"))
    )
    counts = {(row["day"], row["verdict"]): row["count"] for row in rows}
    days = _every_day([day for day, _ in counts])
    return [
        Series(word, days, [counts.get((day, verdict), 0) for day in days])
        for verdict, word in words.items()
    ]


def _every_day(days: Sequence[date]) -> list[date]:
    """Return all days from the first to the last: one without answers is a fact, too.

    Where they lie far apart, as in imported answers, only those with answers, and the latest of them.
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
    """Return tasks a minute on each day, of everyone and of each team."""
    timed = Contribution.objects.filter(
        result__input__contest=contest, result__is_current=True, duration_ms__lte=LONGEST_TASK_MS
    )
    rows = (
        timed.annotate(day=TruncDate("answer__answered_at"), team=F("annotator__team__name"))
        .values("day", "team")
        .annotate(count=Count("pk"), total=Sum("duration_ms"))
    )
    by_team: dict[str, Counter[date]] = {}
    spent: dict[str, Counter[date]] = {}
    for row in rows:
        for name in {everyone, row["team"] or ""} - {""}:
            by_team.setdefault(name, Counter())[row["day"]] += row["count"]
            spent.setdefault(name, Counter())[row["day"]] += row["total"]
    names = sorted(by_team, key=lambda name: (name != everyone, name))
    return [
        Series(
            name,
            days := _latest_days(by_team[name]),
            [_per_minute(by_team[name][day], spent[name][day]) for day in days],
        )
        for name in names
    ]


def _per_minute(tasks: int, milliseconds: int) -> float | None:
    return round(MINUTE_MS * tasks / milliseconds, 2) if milliseconds else None


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
    names = sorted(known, key=lambda name: known[name])
    return [Series(word, names, [round(known[name], 3) for name in names])]


def category_frequencies(
    contest: Contest, run: ProcessingRun, *, words: Sequence[str]
) -> list[Series]:
    """Return how often each category is in a hundred answers, and in a hundred inputs with a reference.

    Not counts: each input has as many answers as people, and one reference.
    """
    units = Unit.objects.filter(
        answer__is_live=True, answer__verdict="accept", answer__task__input__contest=contest
    )
    answers = _answers(contest).filter(verdict="accept").count()
    inputs = sum(run.counts.get(kind, 0) for kind in ("compared", "empty", "single"))
    counted = units.values_list("category__label").annotate(count=Count("pk"))
    given = {label: _in_a_hundred(count, answers) for label, count in counted}
    gold = {
        label: _in_a_hundred(count, inputs)
        for label, count in run.figures.get("gold_units", {}).items()
    }
    labels = sorted({*given, *gold}, key=lambda label: (-given.get(label, 0), label))
    of_people, of_reference = words
    return [
        Series(of_people, labels, [given.get(label, 0) for label in labels]),
        Series(of_reference, labels, [gold.get(label, 0) for label in labels]),
    ]


def _in_a_hundred(count: int, of: int) -> float:
    return round(100 * count / of, 2) if of else 0.0


def annotators_per_input(contest: Contest, run: ProcessingRun, *, word: str) -> list[Series]:
    """Return how many inputs have so many annotators; none is a number as well."""
    counts = {int(number): count for number, count in run.figures.get("annotators", {}).items()}
    rest = contest.inputs.count() - sum(counts.values())
    counts[0] = counts.get(0, 0) + max(0, rest)
    numbers = range(max(counts, default=0) + 1)
    return [Series(word, [str(number) for number in numbers], [counts.get(n, 0) for n in numbers])]


def gamma_histogram(run: ProcessingRun, *, word: str) -> list[Series]:
    """Return how many inputs have a gamma of about so much."""
    bins = run.figures.get("gamma_bins", {})
    places = sorted(bins, key=float)
    return [Series(word, [float(place) for place in places], [bins[place] for place in places])]


@dataclass(frozen=True)
class PersonRow:
    """One annotator in the table: what they have done, and in what they stand out."""

    member: Membership
    work: Work
    accepted: int
    standing_out: tuple[str, ...]


def people_table(contest: Contest, run: ProcessingRun | None) -> list[PersonRow]:
    """Return the annotators who take part or have answered, by alias."""
    verdicts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    given = _answers(contest).values_list("task__annotator", "verdict").annotate(Count("pk"))
    for annotator, verdict, count in given:
        verdicts[annotator][verdict] = count
    tallies = {one.annotator_id: one for one in run.tallies.all()} if run else {}
    members = [
        member
        for member in contest.memberships.annotators().select_related("team")
        if member.removed_at is None or member.pk in verdicts
    ]
    works = [_work(verdicts[member.pk], tallies.get(member.pk)) for member in members]
    rows = zip(members, works, standing_out(works), strict=True)
    return [
        PersonRow(member, work, verdicts[member.pk]["accept"], codes)
        for member, work, codes in rows
    ]


def _work(verdicts: Counter[str], tally: AnnotatorTally | None) -> Work:
    answered = verdicts.total()
    tally = tally or AnnotatorTally()
    return Work(
        answered=answered,
        per_minute=MINUTE_MS * tally.timed / tally.timed_ms if tally.timed_ms else None,
        quality=tally.quality,
        agreement=tally.agreement,
        rejects=verdicts["reject"] / answered if answered else None,
    )


def pairwise_agreement(contest: Contest) -> tuple[list[str], list[list[float | None]]]:
    """Return names, and how often each two of them vote alike; None where they never met.

    Of very many people those with most places; a person and themselves are no pair.
    """
    judged = Verdict.objects.filter(
        place__result__input__contest=contest, place__result__is_current=True
    )
    other = "place__verdicts__"
    both_none = Q(start=None, **{f"{other}start": None})
    same_segment = Q(start=F(f"{other}start"), end=F(f"{other}end")) | both_none
    same_category = Q(category=F(f"{other}category")) | both_none
    rows = judged.values_list("annotator", f"{other}annotator").annotate(
        met=Count("pk"),
        segments=Count("pk", filter=same_segment),
        categories=Count("pk", filter=same_category),
    )
    shares: dict[tuple[int, int], float] = {}
    places: Counter[int] = Counter()
    for one, another, met, segments, categories in rows:
        if one == another:
            places[one] = met
        else:
            shares[one, another] = (segments + categories) / (2 * met)
    shown = [pk for pk, _ in places.most_common(MOST_PEOPLE)]
    members = Membership.objects.filter(pk__in=shown).order_by("alias", "pk")
    order = [member.pk for member in members]
    values = [[shares.get((one, another)) for another in order] for one in order]
    return [str(member) for member in members], values


def confusion(contest: Contest) -> tuple[list[str], dict[tuple[str, str], int]]:
    """Return labels, and how often people said one where the reference is another; "" is none."""
    judged = Verdict.objects.filter(
        annotator__contest=contest, place__result__is_current=True
    ).exclude(place__category_source="")
    rows = judged.values_list("category__label", "place__reference_category__label").annotate(
        count=Count("pk")
    )
    pairs = {(said or "", reference or ""): count for said, reference, count in rows}
    labels = sorted({label for pair in pairs for label in pair} - {""})
    return [*labels, ""], pairs


@dataclass(frozen=True)
class Stuck:
    """Someone who may need a word, and the reasons by their codes."""

    member: Membership
    reasons: tuple[str, ...]
    last_answer: datetime | None


NO_TEAM, NO_ALIAS, IN_TRAINING, NOT_BEGUN, SILENT_FOR_DAYS, BEHIND = (
    "no-team", "no-alias", "in-training", "not-begun", "silent", "behind",
)  # fmt: skip


def stuck(contest: Contest, *, now: datetime) -> list[Stuck]:
    """Return the annotators that do not get on, while the contest is open."""
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
    """Return how many tasks a person would have by now who goes to the goal in even steps."""
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
    """How many inputs there are, and how many have been answered by anyone."""

    inputs: int
    answered: int


def coverage(contest: Contest) -> Coverage:
    answered = contest.inputs.filter(tasks__answered_at__isnull=False).distinct().count()
    return Coverage(contest.inputs.count(), answered)


# A job that is due and that nobody has begun for so long: no worker is there, or all are busy.
WAITING_TOO_LONG = timedelta(minutes=2)


@dataclass(frozen=True)
class Workers:
    """What is at work, what waits, and what went wrong last."""

    running: list[Job]
    waiting: int
    is_waiting_long: bool
    last_run: ProcessingRun | None
    last_failure: Job | None


def workers_of(contest: Contest, *, now: datetime | None = None) -> Workers:
    """Return the state of everything that is computed for this contest."""
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
