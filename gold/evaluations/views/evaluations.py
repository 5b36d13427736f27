"""The detector on a gold set: figures and errors of a version of its rules, and taking them away."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from detection.base import RULES
from gold.evaluations import selectors
from gold.evaluations import services as evaluating
from gold.evaluations.access import for_evaluation_readers, for_gold_readers
from gold.evaluations.domain import Tally, leak_at, matrix, table_at
from gold.evaluations.errors import AlreadyEvaluated
from gold.evaluations.forms import DetectorForm, ErrorsForm, GoldFileForm, SubsetForm
from gold.evaluations.models import Evaluation, FileEvaluation
from gold.evaluations.page import (
    ERRORS_PER_PAGE,
    address_of,
    confirmed_members,
    error_rows,
    figures_file,
    level_in,
)
from gold.evaluations.selectors import GoldSet, ReleaseGold
from jobs.tasks import enqueue
from text.errors import Refusal
from text.labels import readable
from web.errors import explain
from web.streaming import table

PLACES = (
    "kind", "gold_start", "gold_end", "gold_label",
    "found_start", "found_end", "found_label", "rule", "detector", "score",
)  # fmt: skip


@for_gold_readers("GET")
def present(request: SignedInRequest, gold: GoldSet) -> HttpResponse:
    """Show how a detector does on these texts as it is now, else as it was when it was last evaluated."""
    detector = DetectorForm(request.GET, gold=gold).key
    shown = selectors.evaluation_to_show(gold, detector)
    return figures_page(request, gold, shown, GoldFileForm(), detector)


@for_evaluation_readers("GET")
def evaluation(request: SignedInRequest, shown: Evaluation) -> HttpResponse:
    """Show how a version of the rules did."""
    return figures_page(request, selectors.gold_of(shown), shown, GoldFileForm(), shown.detector)


def figures_page(
    request: SignedInRequest,
    gold: GoldSet,
    shown: Evaluation | None,
    file_form: GoldFileForm,
    detector: str,
) -> HttpResponse:
    """Show an evaluation, if there is one, and ask for the next."""
    job = selectors.evaluating_job(gold)
    context: dict[str, Any] = {
        "gold": gold,
        "part": "figures",
        "categories": gold.categories(),
        "texts": len(gold.text_keys()),
        "file_form": file_form,
        "detector": detector,
        "detector_form": DetectorForm({"detector": detector}, gold=gold),
        "evaluated": selectors.evaluated_detectors(gold),
        "job": job,
        "has_failed": job is not None and job.is_final and job.state != job.State.SUCCEEDED,
        "evaluation": shown,
    }
    if isinstance(gold, ReleaseGold):
        context["form"] = SubsetForm(initial={"on": gold.key}, release=gold.release)
    else:
        own = FileEvaluation.objects.filter(created_by=request.user)
        context["has_file"] = own.filter(contest=gold.owner.pk).exists()
    if shown is not None:
        versions = selectors.history(gold, shown.detector)
        context |= _figures(request, gold, shown) | {
            "version": next(each for each in versions if each.evaluation == shown),
            "is_present": shown.digest == selectors.present_digest(gold, shown.detector),
        }
    return render(request, "gold/evaluations/evaluation.html", context)


def _names(labels: Sequence[str], gold: GoldSet) -> dict[str, str]:
    known = gold.categories()
    return {label: known[label].name if label in known else readable(label) for label in labels}


def _figures(request: SignedInRequest, gold: GoldSet, shown: Evaluation) -> dict[str, Any]:
    """Return the table, the matrix and a page of errors."""
    tally = Tally.of(shown.tally)
    table = table_at(level_in(request), tally)
    confusion = matrix(tally.confusion)
    choice = ErrorsForm(request.GET or None, labels=_names(confusion.labels, gold))
    errors = selectors.narrowed(shown.errors.all(), **choice.chosen)
    page = Paginator(selectors.with_texts(errors, gold), ERRORS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    query = request.GET.copy()
    query.pop("page", None)
    return {
        "leak": leak_at(table.level, tally),
        "confirmed": tally.confirmed,
        "confirmed_score": tally.confirmed.score(table.level) if tally.confirmed else None,
        "flatters": isinstance(gold, ReleaseGold) and gold.saw_proposals,
        "table": table,
        "tables": [table],
        "matrix": confusion,
        "unsought": sorted(tally.unsought.items()),
        "choice": choice,
        "page": page,
        "rows": error_rows(request, gold, page.object_list),
        "query": query.urlencode(),
    }


@for_gold_readers("POST")
def evaluate(request: SignedInRequest, gold: GoldSet) -> HttpResponse:
    """Start evaluating the present rules, unless it is known how they do."""
    there = address_of(gold, "detector")
    if request.POST.get("on", "") != gold.key:
        messages.error(request, _("Choose the texts to evaluate on."))
        return redirect(there)
    try:
        detector = DetectorForm(request.POST, gold=gold).key
        job = evaluating.start_evaluation(gold=gold, detector=detector, actor=actor_of(request))
    except AlreadyEvaluated as error:
        messages.info(request, explain(error))
        return redirect(address_of(gold, "evaluation", error.evaluation_id))
    except Refusal as error:
        messages.error(request, explain(error))
    else:
        enqueue(job)
        there = f"{there}?{urlencode({'on': gold.key, 'detector': detector})}"
        return redirect(there)
    return redirect(f"{there}?on={gold.key}" if gold.key else there)


@for_gold_readers("GET")
def latest_figures(request: SignedInRequest, gold: GoldSet, form: str) -> HttpResponse:
    """Lead from the address that a contest's figures had to those of the present rules."""
    latest = selectors.evaluation_to_show(gold, gold.detector)
    if latest is None:
        raise Http404
    return redirect(address_of(gold, f"figures_{form}", latest.pk))


@for_evaluation_readers("GET")
@never_cache
def figures(request: SignedInRequest, made: Evaluation, form: str) -> HttpResponse:
    """Send the figures; as JSON also what was evaluated, and the places of the errors."""
    evaluating.note_download(evaluation=made, form=form, actor=actor_of(request))
    tally, gold = Tally.of(made.tally), selectors.gold_of(made)
    if form == "csv":
        return figures_file(tally, form)
    about: dict[str, object] = {
        "texts": made.texts,
        "detector": made.detector,
        "detector_version": made.version,
        # As it was called when there were only rules.
        "rules": made.version if made.detector == RULES else "",
        "rules_and_own_words": made.digest,
    }
    if isinstance(gold, ReleaseGold):
        about |= {
            "release": gold.release.name,
            "version": gold.release.version,
            "checksum": gold.release.checksum,
            "split": gold.split.told if gold.split else None,
            "part": gold.part,
        }
    errors = [gold.named(key) | dict(zip(PLACES, row, strict=True)) for key, *row in _places(made)]
    alike = confirmed_members(tally.confirmed)
    return figures_file(tally, form, about=about, confirmed_without_proposals=alike, errors=errors)


@for_evaluation_readers("GET")
@never_cache
def errors(request: SignedInRequest, made: Evaluation) -> HttpResponse:
    """Send the places of the errors, by the ids that the texts have in every export."""
    evaluating.note_download(evaluation=made, form="errors.csv", actor=actor_of(request))
    return table(["id", *PLACES], _places(made), name="errors.csv")


def _places(made: Evaluation) -> Iterator[tuple[Any, ...]]:
    gold = selectors.gold_of(made)
    found = selectors.in_order(made.errors.all(), gold)
    return found.values_list(gold.key_of_errors, *PLACES).iterator()
