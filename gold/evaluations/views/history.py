"""The detector on a gold set over the versions of its rules, and between two of them."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.access import Guard
from accounts.roles import SignedInRequest
from detection.evaluation import Scores
from gold.evaluations import selectors
from gold.evaluations.access import finished_evaluation, for_gold_readers
from gold.evaluations.domain import Tally, scores_at, shifts
from gold.evaluations.forms import DetectorForm, SubsetForm
from gold.evaluations.models import Evaluation, EvaluationError
from gold.evaluations.page import ERRORS_PER_PAGE, error_rows, level_in
from gold.evaluations.selectors import GoldSet, ReleaseGold
from web.charts import Series, chart_response, lines, thinned

# Versions that have a column of their own in the table of categories; the chart has them all.
MOST_COLUMNS = 6


@for_gold_readers("GET")
def history(request: SignedInRequest, gold: GoldSet) -> HttpResponse:
    """Show how the versions of a detector did on the same texts."""
    level = level_in(request)
    detector = DetectorForm(request.GET, gold=gold).key
    versions = selectors.history(gold, detector)
    scores = [each.scores(level) for each in versions]
    labels = sorted({label for each in scores for label in each.labels})
    wanted = request.GET.get("label", "")
    context = {
        "gold": gold,
        "part": "history",
        "level": level,
        "detector": detector,
        "evaluated": selectors.evaluated_detectors(gold),
        "label": wanted if wanted in labels else "",
        "versions": [*zip(versions, scores, strict=True)][::-1],
        "columns": versions[-MOST_COLUMNS:],
        "rows": [_category(name, scores) for name in labels],
        "categories": gold.categories(),
    }
    if isinstance(gold, ReleaseGold):
        context["form"] = SubsetForm(initial={"on": gold.key}, release=gold.release)
    return render(request, "gold/evaluations/history.html", context)


@for_gold_readers("GET")
def chart(request: SignedInRequest, gold: GoldSet) -> HttpResponse:
    """Return the chart of that page: a category or, without one, the macro average."""
    detector = DetectorForm(request.GET, gold=gold).key
    versions, level = thinned(selectors.history(gold, detector)), level_in(request)
    label = request.GET.get("label", "")
    drawn = [
        each.labels.get(label) if label else each.macro
        for each in (version.scores(level) for version in versions)
    ]
    # Not numbers alone: between them there is nothing.
    names = [f"{each.number} · {each.evaluation.short_digest}" for each in versions]
    series = [
        Series(name, names, [getattr(each, measure) if each else None for each in drawn])
        for measure, name in (("precision", _("Precision")), ("recall", _("Recall")), ("f1", "F1"))
    ]
    return chart_response(
        request, lines(series, x=_("Version"), y="", ratios=True), name="versions"
    )


def _category(label: str, scores: Sequence[Scores]) -> dict[str, Any]:
    """Return a line of the table: F1 in the latest versions, and how it changed since the first."""
    values = [each.labels[label].f1 if label in each.labels else None for each in scores]
    known = [value for value in values if value is not None]
    return {"label": label, "columns": values[-MOST_COLUMNS:], "change": known[-1] - known[0]}


def _two(
    request: SignedInRequest, contest_id: int, release_id: int, evaluation_id: int, other_id: int
) -> tuple[Evaluation, Evaluation]:
    """Return two evaluations on the same texts."""
    before = finished_evaluation(request, contest_id, release_id, other_id)
    after = finished_evaluation(request, contest_id, release_id, evaluation_id)
    if selectors.gold_of(before) != selectors.gold_of(after):
        raise Http404
    return before, after


for_readers_of_two = Guard(_two, "contest_id", "release_id", "evaluation_id", "other_id")


@for_readers_of_two("GET")
def difference(request: SignedInRequest, two: tuple[Evaluation, Evaluation]) -> HttpResponse:
    """Show which errors are new and which are gone since another version."""
    before, after = two
    gold, level = selectors.gold_of(after), level_in(request)
    numbers = selectors.numbers_of(gold)
    compared = selectors.compare(before, after)
    show = "gone" if request.GET.get("show") == "gone" else "new"
    keys = compared.gone if show == "gone" else compared.new
    page = Paginator(keys, ERRORS_PER_PAGE).get_page(request.GET.get("page"))
    shown = EvaluationError.objects.filter(pk__in=list(page.object_list))
    scores = [scores_at(level, Tally.of(each.tally)) for each in two]
    context = {
        "gold": gold,
        "part": "difference",
        "before": before,
        "after": after,
        "numbers": (numbers[before.digest], numbers[after.digest]),
        "change": after.change_since(before),
        "level": level,
        "macro": (scores[0].macro, scores[1].macro, scores[1].macro.f1 - scores[0].macro.f1),
        "compared": compared,
        "shifts": shifts(*scores),
        "show": show,
        "page": page,
        "query": f"show={show}&level={level}",
        "rows": error_rows(request, gold, selectors.with_texts(shown, gold)),
        "categories": gold.categories(),
    }
    return render(request, "gold/evaluations/difference.html", context)
