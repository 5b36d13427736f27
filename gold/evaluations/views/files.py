"""How well the rules of a contest do on a file, which is read and forgotten."""

from io import BytesIO
from itertools import islice

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.roles import SignedInRequest
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.proposals.domain.proposer import proposer
from contests.proposals.selectors import setup_of
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record
from gold.evaluations.domain import LEVELS, GoldText, Tally, assess, matrix, table_at
from gold.evaluations.forms import GoldFileForm
from gold.evaluations.page import Surroundings, error_row, figures_file
from gold.evaluations.selectors import ContestGold, evaluation_to_show
from gold.evaluations.services import unsaved
from gold.evaluations.views.evaluations import figures_page
from web.errors import explain

# A file that is evaluated while someone waits.
MOST_RECORDS = 5000
SHOWN_ERRORS = 300
SHOWN_PROBLEMS = 10


@for_managers("POST")
@never_cache
def evaluate_file(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Evaluate on a file; answer as a page, as CSV or as JSON."""
    gold = ContestGold(contest)
    form = GoldFileForm(request.POST, request.FILES)
    records = _records(form) if form.is_valid() else None
    if records is None:
        return figures_page(request, gold, evaluation_to_show(gold), form)
    texts = [GoldText(each.text, each.spans) for each in records]
    assessment = assess(texts, proposer(setup_of(contest)))
    action = AuditEvent.Action.READ
    record(actor_of(request), action, "evaluation", contest_id=contest.pk, records=len(records))
    tally = Tally().plus(assessment.result, assessment.unsought)
    answer = request.POST.get("answer", "")
    if answer in ("csv", "json"):
        return figures_file(tally, answer)
    rows = [
        error_row(
            number,
            unsaved(error, proposal),
            Surroundings(records[error.number].text, contest.language),
        )
        for number, (error, proposal) in enumerate(islice(assessment.errors, SHOWN_ERRORS))
    ]
    context = {
        "gold": gold,
        "families": gold.families(),
        "tables": [table_at(level, tally) for level in LEVELS],
        "matrix": matrix(tally.confusion),
        "unsought": sorted(tally.unsought.items()),
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
