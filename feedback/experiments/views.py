"""Experiments of a contest, for its managers: results, data and the power calculator."""

import json
from dataclasses import asdict

import pandas as pd
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.roles import SignedInRequest
from agreement.runs.selectors import latest_run
from contests.contest.access import for_managers
from contests.contest.domain import ARRANGE
from contests.contest.models import Contest
from contests.teams.models import Team
from feedback.experiments import selectors
from feedback.experiments.domain.analysis import Report, analyse
from feedback.experiments.domain.samples import DURATION, MEASURES
from feedback.experiments.domain.welch import detectable, power_at, tasks_needed
from feedback.experiments.forms import PowerForm
from web.charts import Chart, Estimate, Series, chart_response, lines, whiskers
from web.frames import records
from web.streaming import attachment, table

CURVE_POINTS = 60
RATIOS = "ratios"
# Above this number of pairs, charts are taller.
MOST_PAIRS = 3


@for_managers("GET")
def experiments(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the results of the contest's experiments so far."""
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
        "run": latest_run(contest),
        "incomparable": selectors.incomparable_groups(contest),
        "may_arrange": contest.permits(ARRANGE),
        "measures": MEASURES,
        "many": len(report.pairs) > MOST_PAIRS,
    }
    return render(request, "feedback/experiments/experiments.html", context)


@for_managers("GET")
def chart(request: SignedInRequest, contest: Contest, name: str) -> HttpResponse:
    """Return the chart of all teams' means in a measure, or of all pairs' ratios of times."""
    if name != RATIOS and name not in MEASURES:
        raise Http404
    report = analyse(selectors.observe(contest))
    drawn = _ratios(report) if name == RATIOS else _means(report, name)
    return chart_response(request, drawn, name=name)


def _means(report: Report, measure: str) -> Chart:
    arms = dict(Team.Arm.choices)
    estimates = []
    for pair in report.pairs:
        for team in pair.teams:
            average, arm = team.of(measure), str(arms[team.design.arm])
            bounds = (average.interval.low, average.interval.high) if average.interval else ()
            label = f"{pair.group} · {team.design.name} ({arm})"
            estimates.append(Estimate(label, arm, average.mean_of_people, *bounds))
    return whiskers(estimates, x=_("seconds") if measure == DURATION else _("penalty ratio"))


def _ratios(report: Report) -> Chart:
    estimates = []
    for pair in report.pairs:
        label = f"{pair.group} · {pair.experimental.design.name} / {pair.control.design.name}"
        duration = next(test for test in pair.tests if test.measure == DURATION)
        found = duration.estimate_interval
        bounds = (found.low, found.high) if found else ()
        estimates.append(Estimate(label, "", duration.estimate, *bounds))
    return whiskers(estimates, x=_("ratio of times"), same=1)


@for_managers("GET")
def durations_csv(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send the durations of all tasks, one line each."""
    return _csv(request, contest, "durations.csv", selectors.observe(contest).durations)


@for_managers("GET")
def penalties_csv(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send the penalties of all annotators at all unitary alignments, one line each."""
    return _csv(request, contest, "penalties.csv", selectors.observe(contest).penalties)


def _csv(request: SignedInRequest, contest: Contest, file: str, rows: pd.DataFrame) -> HttpResponse:
    _note_export(request, contest, file)
    return table(rows.columns, (row.values() for row in records(rows)), name=file)


@for_managers("GET")
def data_json(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send durations, penalties and the whole analysis."""
    observed = selectors.observe(contest)
    run = latest_run(contest)
    members = {
        "contest": contest.pk,
        "run": run.number if run else None,
        "durations": records(observed.durations),
        "penalties": records(observed.penalties),
        "report": asdict(analyse(observed)),
    }
    text = json.dumps(members, ensure_ascii=False, indent=1)
    _note_export(request, contest, "experiments.json")
    return attachment(text, content_type="application/json", name="experiments.json")


def _note_export(request: SignedInRequest, contest: Contest, file: str) -> None:
    exported = AuditEvent.Action.EXPORTED
    record(actor_of(request), exported, "experiment", contest_id=contest.pk, file=file)


@for_managers("GET")
def power(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the number of tasks that an effect needs, and the effects that a number of tasks can find."""
    form = _power_form(request, contest)
    context = {"contest": contest, "form": form, "planned": selectors.planned_tasks(contest)}
    if form.is_valid():
        context |= _power(form)
    return render(request, "feedback/experiments/power.html", context)


def _power_form(request: SignedInRequest, contest: Contest) -> PowerForm:
    """Return the form with the query's values, and defaults for the others."""
    usual = {name: field.initial for name, field in PowerForm.base_fields.items()}
    usual["tests"] = selectors.planned_tests(contest)
    usual["tasks"] = selectors.planned_tasks(contest)
    return PowerForm(usual | request.GET.dict())


def _power(form: PowerForm) -> dict[str, object]:
    expected, level = form.expected, form.level
    tasks: int | None = form.cleaned_data["tasks"]
    return {
        "needed": tasks_needed(expected, alpha=level, power=form.wanted_power),
        "level": 100 * level,
        "tasks": tasks,
        "reached": 100 * power_at(expected, tasks, alpha=level) if tasks else None,
        "detectable": _detectable(form, tasks) if tasks else None,
    }


@for_managers("GET")
def power_chart(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return the chart of power by number of tasks, with the target."""
    form = _power_form(request, contest)
    if not form.is_valid():
        raise Http404
    return chart_response(request, _power_curve(form), name="power")


def _power_curve(form: PowerForm) -> Chart:
    wanted = form.wanted_power
    needed = tasks_needed(form.expected, alpha=form.level, power=wanted)
    most = max(2 * (needed or 0), form.cleaned_data["tasks"] or 0)
    sizes = sorted({max(2, round(most * each / CURVE_POINTS)) for each in range(CURVE_POINTS + 1)})
    powers = [power_at(form.expected, size, alpha=form.level) for size in sizes]
    series = [
        Series(_("power"), sizes, powers, mode="lines"),
        Series(_("wanted"), [0, sizes[-1]], [wanted, wanted], mode="lines", is_dashed=True),
    ]
    if needed:
        series.append(Series(_("needed"), [needed, needed], [wanted, 0], is_dashed=True))
    return lines(series, x=_("tasks per team"), y=_("power"), percent=True)


def _detectable(form: PowerForm, tasks: int) -> float | None:
    """Return the smallest change that this many tasks find, in percent, in the form's direction."""
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
