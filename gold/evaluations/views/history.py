"""The detector on a release over the versions of its rules, and between two of them."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.roles import SignedInRequest
from detection.evaluation import Scores
from gold.evaluations import selectors
from gold.evaluations.charts import line_chart
from gold.evaluations.domain import MEASURES, Tally, scores_at, shifts
from gold.evaluations.forms import SubsetForm
from gold.evaluations.models import ReleaseError
from gold.evaluations.tags import measure_words
from gold.evaluations.views.errors import ERRORS_PER_PAGE
from gold.evaluations.views.release import error_rows, finished_evaluation, level_in, subset_in
from gold.releases.access import frozen_release
from gold.releases.selectors import families_of

# Versions that have a column of their own in the table of categories; the line has them all.
MOST_COLUMNS = 6


@login_required
@require_safe
def history(request: SignedInRequest, release_id: int) -> HttpResponse:
    """Show how the versions of the rules did on the same texts."""
    release = frozen_release(request, release_id)
    subset, level = subset_in(request, release), level_in(request)
    versions = selectors.history(release, subset)
    scores = [each.scores(level) for each in versions]
    labels = sorted({label for each in scores for label in each.labels})
    wanted = request.GET.get("label", "")
    label = wanted if wanted in labels else ""
    drawn = [each.labels.get(label) if label else each.macro for each in scores]
    curves = {
        measure_words(measure): [getattr(each, measure) if each else None for each in drawn]
        for measure in MEASURES
    }
    context = {
        "release": release,
        "subset": subset,
        "keep": f"{urlencode({'on': subset.key, 'level': level})}&",
        "keep_rest": f"{urlencode({'on': subset.key, 'label': label})}&",
        "form": SubsetForm(initial={"on": subset.key}, release=release),
        "level": level,
        "label": label,
        "versions": [*zip(versions, scores, [None, *versions], strict=False)][::-1],
        "chart": line_chart([each.name for each in versions], curves),
        "columns": versions[-MOST_COLUMNS:],
        "categories": [_category(name, scores) for name in labels],
        "families": families_of(release),
    }
    return render(request, "gold/evaluations/detector_history.html", context)


def _category(label: str, scores: Sequence[Scores]) -> dict[str, Any]:
    """Return a line of the table: F1 in every version, and how it changed at last."""
    values = [each.labels[label].f1 if label in each.labels else None for each in scores]
    known = [value for value in values if value is not None]
    return {
        "label": label,
        "values": values,
        "columns": values[-MOST_COLUMNS:],
        "change": known[-1] - known[0],
    }


@login_required
@require_safe
def difference(
    request: SignedInRequest, release_id: int, evaluation_id: int, other_id: int
) -> HttpResponse:
    """Show which errors are new and which are gone since another version."""
    release = frozen_release(request, release_id)
    after = finished_evaluation(release, evaluation_id)
    before = finished_evaluation(release, other_id)
    if selectors.subset_of(after) != selectors.subset_of(before):
        raise Http404
    numbers, level = selectors.numbers_of(release), level_in(request)
    compared = selectors.compare(before, after)
    show = "gone" if request.GET.get("show") == "gone" else "new"
    keys = compared.gone if show == "gone" else compared.new
    page = Paginator(keys, ERRORS_PER_PAGE).get_page(request.GET.get("page"))
    errors = selectors.with_texts(ReleaseError.objects.filter(pk__in=list(page.object_list)))
    scores = [scores_at(level, Tally.of(each.tally)) for each in (before, after)]
    context = {
        "release": release,
        "subset": selectors.subset_of(after),
        "before": before,
        "after": after,
        "numbers": (numbers[before.digest], numbers[after.digest]),
        "has_other_rules": before.rules != after.rules,
        "level": level,
        "macro": (scores[0].macro, scores[1].macro, scores[1].macro.f1 - scores[0].macro.f1),
        "compared": compared,
        "shifts": shifts(*scores),
        "show": show,
        "page": page,
        "keep": f"level={level}&",
        "keep_rest": f"show={show}&",
        "query": f"show={show}&level={level}",
        "rows": error_rows(request, release, errors),
        "families": families_of(release),
    }
    return render(request, "gold/evaluations/detector_difference.html", context)
