"""Experiments of a contest, for its managers: results, data, and how many tasks they need."""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from io import StringIO

from django.http import HttpResponse
from django.shortcuts import render

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.roles import SignedInRequest
from contests.contest.access import for_managers
from contests.contest.domain import ARRANGE
from contests.contest.models import Contest
from contests.teams.models import Team
from feedback.experiments import selectors
from feedback.experiments.charts import Chart, Row, power_curve, whiskers
from feedback.experiments.domain import samples as exporting
from feedback.experiments.domain.analysis import Report, analyse
from feedback.experiments.domain.samples import MEASURES
from feedback.experiments.domain.welch import curve, detectable, power_at, tasks_needed
from feedback.experiments.forms import PowerForm
from feedback.experiments.tags import MEASURES as MEASURE_WORDS

CURVE_POINTS = 60


@for_managers("GET")
def experiments(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show what the contest's experiments have found so far."""
    report = analyse(selectors.observe(contest))
    has_tasks = any(
        team.duration.n or team.breaks or team.unknown
        for pair in report.pairs
        for team in pair.teams
    )
    context = {
        "contest": contest,
        "report": report,
        "has_tasks": has_tasks,
        "run": selectors.latest_run(contest),
        "incomparable": selectors.incomparable_groups(contest),
        "may_arrange": contest.permits(ARRANGE),
        "charts": list(_charts(report)) if has_tasks else [],
        "effects": _effects(report),
    }
    return render(request, "feedback/experiments/experiments.html", context)


def _charts(report: Report) -> Iterator[tuple[str, Chart]]:
    """Yield the means of all teams, measure by measure."""
    arms = dict(Team.Arm.choices)
    for measure in MEASURES:
        rows = []
        for pair in report.pairs:
            for team in pair.teams:
                average, design = team.of(measure), team.design
                label = f"{pair.group} · {design.name} ({arms[design.arm]})"
                bounds = (average.interval.low, average.interval.high) if average.interval else ()
                rows.append(Row(label, design.arm, average.mean, *bounds))
        if chart := whiskers(rows):
            yield measure, chart


def _effects(report: Report) -> Chart | None:
    """Return the effect sizes of all tests, one below the other."""
    rows = [
        Row(
            f"{pair.group} · {MEASURE_WORDS[test.measure]}",
            test.measure,
            test.comparison.effect,
            test.comparison.effect_interval.low,
            test.comparison.effect_interval.high,
        )
        for pair in report.pairs
        for test in pair.tests
        if test.comparison
    ]
    return whiskers(rows)


@for_managers("GET")
def durations_csv(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send the durations of all tasks, one line each."""
    rows = exporting.duration_rows(selectors.observe(contest))
    return _csv(request, contest, "durations", exporting.DURATION_FIELDS, rows)


@for_managers("GET")
def penalties_csv(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send the penalties of all annotators at all unitary alignments, one line each."""
    rows = exporting.penalty_rows(selectors.observe(contest))
    return _csv(request, contest, "penalties", exporting.PENALTY_FIELDS, rows)


def _csv(
    request: SignedInRequest,
    contest: Contest,
    name: str,
    fields: Iterable[str],
    rows: Iterable[exporting.Cells],
) -> HttpResponse:
    sheet = StringIO()
    writer = csv.DictWriter(sheet, list(fields))
    writer.writeheader()
    writer.writerows(rows)
    return _file(request, contest, sheet.getvalue(), f"{name}.csv", "text/csv; charset=utf-8")


@for_managers("GET")
def data_json(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send durations, penalties and the whole analysis."""
    observed = selectors.observe(contest)
    run = selectors.latest_run(contest)
    members = {
        "contest": contest.pk,
        "run": run.number if run else None,
        "durations": list(exporting.duration_rows(observed)),
        "penalties": list(exporting.penalty_rows(observed)),
        "report": asdict(analyse(observed)),
    }
    text = json.dumps(members, ensure_ascii=False, indent=1)
    return _file(request, contest, text, "experiments.json", "application/json")


def _file(
    request: SignedInRequest, contest: Contest, text: str, name: str, kind: str
) -> HttpResponse:
    exported = AuditEvent.Action.EXPORTED
    record(actor_of(request), exported, "experiment", contest_id=contest.pk, file=name)
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@for_managers("GET")
def power(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Say how many tasks an effect needs, and what a number of tasks can find."""
    planned = selectors.planned_tasks(contest)
    usual = {name: field.initial for name, field in PowerForm.base_fields.items()}
    usual |= {"tests": selectors.planned_tests(contest), "tasks": planned}
    form = PowerForm(request.GET or usual)
    context = {"contest": contest, "form": form, "planned": planned}
    if form.is_valid():
        context |= _power(form)
    return render(request, "feedback/experiments/power.html", context)


def _power(form: PowerForm) -> dict[str, object]:
    expected, level, wanted = form.expected, form.level, form.wanted_power
    needed = tasks_needed(expected, alpha=level, power=wanted)
    tasks: int | None = form.cleaned_data["tasks"]
    most = max(2 * needed if needed else 0, tasks or 0)
    sizes = sorted({max(2, round(most * each / CURVE_POINTS)) for each in range(CURVE_POINTS + 1)})
    points = curve(expected, sizes if most else [], alpha=level)
    return {
        "needed": needed,
        "level": 100 * level,
        "curve": power_curve(points, level=wanted, needed=needed),
        "tasks": tasks,
        "reached": 100 * power_at(expected, tasks, alpha=level) if tasks else None,
        "detectable": _detectable(form, tasks) if tasks else None,
    }


def _detectable(form: PowerForm, tasks: int) -> float | None:
    """Return the smallest change that so many tasks find, in percent, in the form's direction."""
    cleaned = form.cleaned_data
    if form.is_about_durations:
        sign, most = (-1, 0.99) if cleaned["ratio"] < 100 else (1, 9.0)
    else:
        control = cleaned["control_ratio"] / 100
        falls = cleaned["experimental_ratio"] < cleaned["control_ratio"]
        sign, most = (-1, control) if falls else (1, 1 - control)
    found = detectable(
        lambda change: form.expect_change(sign * change),
        most,
        tasks,
        alpha=form.level,
        power=form.wanted_power,
    )
    return None if found is None else 100 * sign * found
