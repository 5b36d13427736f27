"""The detector on a release: figures and errors of a version of its rules, and taking them away."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from gold.evaluations import selectors
from gold.evaluations import services as evaluating
from gold.evaluations.domain import EXACT, LEVELS, Tally, families_in, scores_at, version_of
from gold.evaluations.errors import AlreadyEvaluated
from gold.evaluations.forms import ErrorsForm, SubsetForm
from gold.evaluations.models import ReleaseError, ReleaseEvaluation
from gold.evaluations.selectors import narrowed, report
from gold.evaluations.views.errors import (
    ERRORS_PER_PAGE,
    ErrorRow,
    Surroundings,
    as_file,
    chosen_in,
    error_row,
)
from gold.releases.access import frozen_release
from gold.releases.models import Release
from gold.releases.selectors import families_of
from gold.releases.services import note_reading
from gold.releases.views import PAGE_SIZE as TEXTS_PER_PAGE
from jobs.tasks import enqueue
from text.errors import Refusal
from web.errors import explain

PLACES = (
    "input__position", "kind", "gold_start", "gold_end", "gold_label",
    "found_start", "found_end", "found_label", "rule",
)  # fmt: skip


def finished_evaluation(release: Release, evaluation_id: int) -> ReleaseEvaluation:
    """Return an evaluation on this release that came to its end."""
    made = release.evaluations.finished().select_related("release", "split", "created_by")
    return get_object_or_404(made, pk=evaluation_id)


def level_in(request: SignedInRequest) -> str:
    """Return whether exact spans or tokens are asked for."""
    wanted = request.GET.get("level", EXACT)
    return wanted if wanted in LEVELS else EXACT


def subset_in(request: SignedInRequest, release: Release) -> selectors.Subset:
    """Return the texts that the address names, else those that were evaluated on last."""
    form = SubsetForm(request.GET, release=release)
    return form.subset if form.is_valid() else selectors.latest_subset(release)


@login_required
@require_safe
def detector(request: SignedInRequest, release_id: int) -> HttpResponse:
    """Show how the present rules do on these texts, else how the latest that were evaluated do."""
    release = frozen_release(request, release_id)
    subset = subset_in(request, release)
    return _show(request, release, subset, selectors.evaluation_to_show(release, subset))


@login_required
@require_safe
def evaluation(request: SignedInRequest, release_id: int, evaluation_id: int) -> HttpResponse:
    """Show how a version of the rules did."""
    release = frozen_release(request, release_id)
    shown = finished_evaluation(release, evaluation_id)
    return _show(request, release, selectors.subset_of(shown), shown)


def _show(
    request: SignedInRequest,
    release: Release,
    subset: selectors.Subset,
    shown: ReleaseEvaluation | None,
) -> HttpResponse:
    job = selectors.evaluating_job(release)
    context: dict[str, Any] = {
        "release": release,
        "subset": subset,
        "form": SubsetForm(initial={"on": subset.key}, release=release),
        "job": job,
        "has_failed": job is not None and job.is_final and job.state != job.State.SUCCEEDED,
        "evaluation": shown,
    }
    if shown is not None:
        versions = selectors.history(release, subset)
        number = next(at for at, each in enumerate(versions) if each.evaluation == shown)
        present = version_of(selectors.setups_of(release))
        context |= _figures(request, shown) | {
            "version": versions[number],
            "before": versions[number - 1] if number else None,
            "is_present": shown.digest == present,
        }
    return render(request, "gold/evaluations/detector.html", context)


def _figures(request: SignedInRequest, shown: ReleaseEvaluation) -> dict[str, Any]:
    """Return the table, the matrix and a page of errors."""
    tally, level = Tally.of(shown.tally), level_in(request)
    found = report(tally)
    choice = ErrorsForm(request.GET or None, labels=found.matrix.labels)
    chosen = chosen_in(choice)
    errors = selectors.with_texts(narrowed(shown.errors.all(), **chosen))
    page = Paginator(errors, ERRORS_PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    scores = scores_at(level, tally)
    table = families_in(scores)
    # What every address of the page repeats.
    kept = [("on", selectors.subset_of(shown).key), ("level", level)]
    return {
        "report": found,
        "level": level,
        "keep": f"{urlencode(kept)}&",
        "keep_rest": f"{urlencode(kept[:1])}&",
        "kept": kept,
        "scores": scores,
        "table": table,
        "has_undefined": any(line.is_precision_undefined for each in table for line in each.lines),
        "averages": [(name, getattr(scores, name)) for name in ("micro", "macro", "weighted")],
        "choice": choice,
        "is_chosen": any(chosen.values()),
        "page": page,
        "rows": error_rows(request, shown.release, page.object_list),
        "families": families_of(shown.release),
        "query": query.urlencode(),
    }


def error_rows(
    request: SignedInRequest, release: Release, errors: Iterable[ReleaseError]
) -> list[ErrorRow]:
    """Return errors in their texts with where these stand, and write down whose texts were read."""
    shown = list(errors)
    places = selectors.contest_places(shown, request.user)
    positions = sorted({error.input.position for error in shown})
    note_reading(release=release, positions=positions, actor=actor_of(request))
    return [
        error_row(number, error, _around(release, error, places.get(error.input.input_id)))
        for number, error in enumerate(shown)
    ]


def _around(
    release: Release, error: ReleaseError, place: selectors.ContestPlace | None
) -> Surroundings:
    item = error.input
    page = (item.position - 1) // TEXTS_PER_PAGE + 1
    there = f"{reverse('gold:release', args=[release.pk])}?page={page}#text-{item.position}"
    links = [(_("Text %(number)s") % {"number": item.position}, there)]
    if place is not None and place.has_result:
        extent = f"{error.gold_start}-{error.gold_end}"
        at = f"?at={extent}" if error.gold_start is not None else ""
        review = reverse("agreement:review_item", args=[place.contest_id, place.input_id])
        links.append((_("Its review"), f"{review}{at}"))
    elif place is not None:
        inputs = reverse("contests:find_input", args=[place.contest_id, place.input_id])
        links.append((_("Its input"), inputs))
    return Surroundings(item.text, item.contest.language, links)


@login_required
@require_POST
def evaluate(request: SignedInRequest, release_id: int) -> HttpResponse:
    """Start evaluating the present rules, unless it is known how they do."""
    release = frozen_release(request, release_id)
    form = SubsetForm(request.POST, release=release)
    if not form.is_valid():
        messages.error(request, _("Choose the texts to evaluate on."))
        return redirect("gold:detector", release.pk)
    subset = form.subset
    try:
        _made, job = evaluating.start_evaluating_evaluating(
            release=release, subset=subset, actor=actor_of(request)
        )
    except AlreadyEvaluated as error:
        messages.info(request, explain(error))
        return redirect("gold:evaluation", release.pk, error.evaluation_id)
    except Refusal as error:
        messages.error(request, explain(error))
    else:
        enqueue(job)
    return redirect(f"{reverse('gold:detector', args=[release.pk])}?on={subset.key}")


@login_required
@require_safe
@never_cache
def download_figures(
    request: SignedInRequest, release_id: int, evaluation_id: int, form: str
) -> HttpResponse:
    """Send the figures; as JSON also what was evaluated, and the places of the errors."""
    release = frozen_release(request, release_id)
    made = finished_evaluation(release, evaluation_id)
    evaluating.note_download(evaluation=made, form=form, actor=actor_of(request))
    found = report(Tally.of(made.tally))
    if form == "csv":
        return as_file(found, form)
    about = {
        "release": release.name,
        "version": release.version,
        "checksum": release.checksum,
        "split": made.split.options if made.split else None,
        "part": made.part,
        "texts": made.texts,
        "rules": made.rules,
        "rules_and_own_words": made.digest,
    }
    errors = [_named(row) for row in _places(made)]
    return as_file(found, form, about=about, errors=errors)


@login_required
@require_safe
@never_cache
def download_errors(request: SignedInRequest, release_id: int, evaluation_id: int) -> HttpResponse:
    """Send the places of the errors, by the ids that the texts have in every export."""
    made = finished_evaluation(frozen_release(request, release_id), evaluation_id)
    evaluating.note_download(evaluation=made, form="errors.csv", actor=actor_of(request))
    sheet = StringIO()
    writer = csv.writer(sheet)
    writer.writerow(["id", *PLACES[1:]])
    writer.writerows(row.values() for row in _places(made))
    response = HttpResponse(sheet.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="errors.csv"'
    return response


def _places(made: ReleaseEvaluation) -> Iterator[dict[str, Any]]:
    yield from made.errors.order_by("input__position", "pk").values(*PLACES).iterator()


def _named(row: dict[str, Any]) -> dict[str, Any]:
    return {"id": str(row.pop("input__position"))} | row
