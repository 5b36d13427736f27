"""Monitoring pages and charts for managers."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.roles import SignedInRequest
from agreement.runs.models import ProcessingRun
from agreement.runs.selectors import latest_run
from contests.annotating.models import Answer
from contests.categories.selectors import naming
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.people.selectors import collective_progress
from feedback.monitoring import selectors
from feedback.monitoring.selectors import workers_of
from web.charts import Chart, bars, chart_response, heat, lines, pairs


def _tasks(contest: Contest) -> Chart:
    words = {str(verdict.value): str(verdict.label) for verdict in Answer.Verdict}
    series = selectors.tasks_per_day(contest, words=words)
    return bars(series, x=_("day"), y=_("tasks"), stacked=True)


def _throughput(contest: Contest) -> Chart:
    series = selectors.throughput_per_day(contest, everyone=_("everyone"))
    return lines(series, x=_("day"), y=_("tasks per minute"))


def _gamma(contest: Contest) -> Chart:
    words = {
        "gamma": _("mean gamma"),
        "gamma_with_empty": _("mean gamma (empty inputs = 1)"),
        "pooled_gamma": _("pooled gamma"),
        "gamma_cat": _("mean gamma-cat"),
    }
    return lines(selectors.agreement_over_runs(contest, words=words), x="", y=_("agreement"))


def _per_category(run: ProcessingRun) -> Chart:
    series = selectors.agreement_per_category(run, word=_("mean gamma-k"))
    return bars(series, x=_("category"), y=_("mean gamma-k"), lying=True)


def _frequencies(run: ProcessingRun) -> Chart:
    words = (_("per person (mean)"), _("in the reference"))
    series = selectors.category_frequencies(run.contest, run, words=words)
    return bars(series, x=_("category"), y=_("per 100 texts"), lying=True)


def _coverage(run: ProcessingRun) -> Chart:
    series = selectors.annotators_per_input(run.contest, run, word=_("inputs"))
    return bars(series, x=_("annotators"), y=_("inputs"))


def _histogram(run: ProcessingRun) -> Chart:
    series = selectors.gamma_histogram(run, word=_("inputs"))
    return bars(series, x=_("gamma"), y=_("inputs"))


def _confusion(run: ProcessingRun) -> Chart:
    counts = selectors.confusion(run.contest)
    name_of = naming(run.contest)
    names = [name_of(label) if label else _("None") for label in counts.index]
    return heat(
        names, names, counts.to_numpy().tolist(), row=_("annotators"), column=_("reference")
    )


def _pairs(run: ProcessingRun) -> Chart:
    names, values = selectors.pairwise_agreement(run.contest)
    return pairs(names, values, x=_("annotators"))


OF_CONTEST: dict[str, Callable[[Contest], Chart]] = {
    "tasks": _tasks,
    "throughput": _throughput,
    "gamma": _gamma,
}
OF_RUN: dict[str, Callable[[ProcessingRun], Chart]] = {
    "categories": _per_category,
    "frequencies": _frequencies,
    "coverage": _coverage,
    "histogram": _histogram,
    "confusion": _confusion,
    "pairs": _pairs,
}


@for_managers("GET")
def monitoring(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the contest's progress, agreement and people to follow up with."""
    run = latest_run(contest)
    people = selectors.people_table(contest, run)
    context = {
        "contest": contest,
        "managing": True,
        "run": run,
        "people": people,
        "standing_out": [row for row in people if row["standing_out"]],
        "progress": collective_progress(contest),
        "coverage": selectors.coverage(contest),
        "stuck": selectors.stuck(contest, now=timezone.now()),
        "workers": workers_of(contest),
    }
    return render(request, "feedback/monitoring/monitoring.html", context)


@for_managers("GET")
def chart(request: SignedInRequest, contest: Contest, name: str) -> HttpResponse:
    """Return one chart of the page."""
    if name in OF_CONTEST:
        return chart_response(request, OF_CONTEST[name](contest), name=name)
    run = latest_run(contest)
    if run is None or name not in OF_RUN:
        raise Http404
    return chart_response(request, OF_RUN[name](run), name=name)
