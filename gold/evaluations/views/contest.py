"""How well the rules do: on the contest's gold, or on a file of one's own."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.roles import SignedInRequest
from contests.categories.selectors import families_by_label
from contests.contest.access import managed_contest
from contests.contest.models import Contest
from contests.proposals.domain.proposer import proposer
from contests.proposals.models import DetectorError, DetectorEvaluation
from contests.proposals.selectors import setup_of
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record
from gold.evaluations import selectors
from gold.evaluations import services as evaluating
from gold.evaluations.domain import GoldText, Tally, assess
from gold.evaluations.forms import ErrorsForm, GoldFileForm
from gold.evaluations.views.errors import (
    ERRORS_PER_PAGE,
    Surroundings,
    as_file,
    chosen_in,
    error_row,
)
from jobs.selectors import latest_job
from jobs.tasks import enqueue
from text.errors import Refusal
from web.errors import explain

# A file that is evaluated while someone waits.
MOST_RECORDS = 5000
SHOWN_ERRORS = 300
SHOWN_PROBLEMS = 10


@login_required
@require_safe
def evaluation(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show the latest evaluation on the contest's gold, and its errors one by one."""
    contest = managed_contest(request, contest_id)
    return _show(request, contest, GoldFileForm())


def _show(request: SignedInRequest, contest: Contest, form: GoldFileForm) -> HttpResponse:
    latest = selectors.latest_evaluation(contest)
    job = latest_job(contest.pk, selectors.evaluating_key(contest.pk))
    context: dict[str, Any] = {
        "contest": contest,
        "form": form,
        "job": job,
        "with_gold": selectors.inputs_with_gold(contest).count(),
        "evaluation": latest,
        "families": families_by_label(contest),
    }
    if latest is not None:
        context |= _stored(request, contest, latest)
        context["is_outdated"] = latest.digest != setup_of(contest).digest
    return render(request, "gold/evaluations/evaluation.html", context)


def _stored(
    request: SignedInRequest, contest: Contest, latest: DetectorEvaluation
) -> dict[str, Any]:
    """Return figures and errors of an evaluation, and write down whose texts were read."""
    found = selectors.report(Tally.of(latest.tally))
    choice = ErrorsForm(request.GET or None, labels=found.matrix.labels)
    chosen = chosen_in(choice)
    every = latest.errors.select_related("input").order_by("pk")
    errors = selectors.narrowed(every, **chosen)
    page = Paginator(errors, ERRORS_PER_PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    rows = [error_row(number, each, _around(contest, each)) for number, each in enumerate(shown)]
    if rows:
        ids = sorted({error.input_id for error in shown})
        actor = actor_of(request)
        record(actor, AuditEvent.Action.READ, "input", contest_id=contest.pk, inputs=ids)
    query = request.GET.copy()
    query.pop("page", None)
    return {
        "report": found,
        "choice": choice,
        "is_chosen": any(chosen.values()),
        "page": page,
        "rows": rows,
        "query": query.urlencode(),
    }


def _around(contest: Contest, error: DetectorError) -> Surroundings:
    there = reverse("contests:find_input", args=[contest.pk, error.input_id])
    return Surroundings(error.input.text, contest.language, [(_("Its input"), there)])


@login_required
@require_POST
def evaluate(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Start evaluating on the contest's gold."""
    contest = managed_contest(request, contest_id)
    try:
        job = evaluating.start_evaluating(contest=contest, actor=actor_of(request))
    except Refusal as error:
        messages.error(request, explain(error))
    else:
        enqueue(job)
    return redirect("contests:evaluation", contest.pk)


@login_required
@require_POST
@never_cache
def evaluate_file(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Evaluate on a file, which is read and forgotten; answer as a page, as CSV or as JSON."""
    contest = managed_contest(request, contest_id)
    form = GoldFileForm(request.POST, request.FILES)
    records = _records(form) if form.is_valid() else None
    if records is None:
        return _show(request, contest, form)
    assessment = assess(
        [GoldText(each.text, each.spans) for each in records], proposer(setup_of(contest))
    )
    record(
        actor_of(request), AuditEvent.Action.READ, "evaluation", contest_id=contest.pk,
        records=len(records),
    )  # fmt: skip
    tally = Tally().plus(assessment.result, assessment.unsought)
    answer = request.POST.get("answer", "")
    if answer in ("csv", "json"):
        return as_file(selectors.report(tally), answer)
    rows = [
        error_row(
            number,
            evaluating.describe(DetectorError(), error, proposal),
            Surroundings(records[error.number].text, contest.language),
        )
        for number, (error, proposal) in enumerate(assessment.errors[:SHOWN_ERRORS])
    ]
    context = {
        "contest": contest,
        "families": families_by_label(contest),
        "report": selectors.report(tally),
        "records": len(records),
        "rows": rows,
        "errors": len(assessment.errors),
    }
    return render(request, "gold/evaluations/file.html", context)


def _records(form: GoldFileForm) -> list[Record] | None:
    """Return the annotated records of the form's file, or None with the form's problems."""
    upload: UploadedFile = form.cleaned_data["gold"]
    lines = BytesIO(upload.read())
    found = list(JSONL.read(lines, options=ReadOptions(), companion=None))
    problems = [each for each in found if isinstance(each, Problem)]
    for problem in problems[:SHOWN_PROBLEMS]:
        words = _("Line %(line)s: %(problem)s")
        form.add_error("gold", words % {"line": problem.line, "problem": explain(problem)})
    if len(problems) > SHOWN_PROBLEMS:
        more = len(problems) - SHOWN_PROBLEMS
        words = ngettext("and %(n)s more problem", "and %(n)s more problems", more)
        form.add_error("gold", words % {"n": more})
    records = [each for each in found if isinstance(each, Record) and each.is_annotated]
    if not problems and not records:
        form.add_error("gold", _("No record of the file has spans."))
    if len(records) > MOST_RECORDS:
        form.add_error("gold", _("The file has more than %(n)s records.") % {"n": MOST_RECORDS})
    return None if form.errors else records


@login_required
@require_safe
@never_cache
def download_evaluation(request: SignedInRequest, contest_id: int, form: str) -> HttpResponse:
    """Send the figures of the latest evaluation; as JSON also the places of its errors."""
    contest = managed_contest(request, contest_id)
    latest = selectors.latest_evaluation(contest)
    if latest is None:
        raise Http404
    record(
        actor_of(request), AuditEvent.Action.EXPORTED, "evaluation", latest.pk,
        contest_id=contest.pk,
    )  # fmt: skip
    errors = list(_placed(latest)) if form == "json" else []
    return as_file(selectors.report(Tally.of(latest.tally)), form, errors=errors)


def _placed(latest: DetectorEvaluation) -> Iterator[dict[str, object]]:
    fields = (
        "input_id", "kind", "gold_start", "gold_end", "gold_label",
        "found_start", "found_end", "found_label", "rule",
    )  # fmt: skip
    yield from latest.errors.order_by("pk").values(*fields).iterator()
