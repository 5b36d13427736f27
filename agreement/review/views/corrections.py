"""All corrections of a contest: their versions, taking them back, and files of them."""

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import EXPORTED, READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.references import services
from agreement.references.errors import CorrectionRefused, CorrectionsRefused
from agreement.references.models import Correction
from agreement.references.selectors import exported_corrections, live_corrections, threads_of
from agreement.review.forms import CorrectionsFileForm
from agreement.runs.tasks import ask_after_correction
from contests.contest.access import for_managers
from contests.contest.domain import SCORE
from contests.contest.models import Contest
from text.errors import Refusal
from web.errors import attempt, explain
from web.streaming import stream

PER_PAGE = 30
MOST_PROBLEMS = 50
SHOWN = {"": None, "standing": False, "revoked": True}


@for_managers("GET", "POST")
def corrections(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """List all corrections; take a file of more."""
    if request.method == "POST":
        form = CorrectionsFileForm(request.POST, request.FILES)
        problems = _import(request, contest, form) if form.is_valid() else []
        if form.is_valid() and not problems:
            return redirect("agreement:corrections", contest.pk)
        return _show(request, contest, form, problems)
    return _show(request, contest, CorrectionsFileForm(), [])


def _show(
    request: SignedInRequest,
    contest: Contest,
    form: CorrectionsFileForm,
    problems: list[tuple[int, str]],
) -> HttpResponse:
    show = request.GET.get("show", "")
    found = live_corrections(contest, revoked=SHOWN.get(show))
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    threads = threads_of(list(page.object_list))
    if threads:
        inputs = sorted({thread.live.input_id for thread in threads})
        record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=inputs)
    context = {
        "contest": contest,
        "threads": threads,
        "page": page,
        "query": f"show={show}" if show in SHOWN and show else "",
        "shown": [("", _("all")), ("standing", _("in force")), ("revoked", _("withdrawn"))],
        "show": show,
        "form": form,
        "problems": [
            (line, explain(CorrectionRefused(code))) for line, code in problems[:MOST_PROBLEMS]
        ],
        "more_problems": max(0, len(problems) - MOST_PROBLEMS),
        "may_write": contest.permits(SCORE),
    }
    return render(request, "agreement/review/corrections.html", context)


def _import(
    request: SignedInRequest, contest: Contest, form: CorrectionsFileForm
) -> list[tuple[int, str]]:
    """Take the file and say how many; return what is wrong with it, line by line."""
    try:
        batch = services.import_corrections(
            contest=contest, lines=form.lines, actor=actor_of(request)
        )
    except CorrectionsRefused as refusal:
        form.add_error("file", explain(refusal))
        return list(refusal.problems)
    except UnicodeDecodeError:
        form.add_error("file", _("The file is not UTF-8 text."))
        return []
    except Refusal as error:
        form.add_error(None, explain(error))
        return []
    count = Correction.objects.filter(batch=batch).count() if batch else 0
    words = ngettext("%(count)d correction imported.", "%(count)d corrections imported.", count)
    messages.success(request, words % {"count": count})
    ask_after_correction(request, contest)
    return []


@for_managers("GET")
def export(request: SignedInRequest, contest: Contest) -> HttpResponseBase:
    """Hand out the corrections in force as a file."""
    record(actor_of(request), EXPORTED, "correction", contest_id=contest.pk)
    lines = (line.encode() for line in exported_corrections(contest))
    name, kind = f"corrections-{contest.pk}.jsonl", "application/x-ndjson; charset=utf-8"
    return stream(request, lines, content_type=kind, name=name)


@for_managers("POST")
def revoke(request: SignedInRequest, contest: Contest, thread: UUID) -> HttpResponse:
    """Let a correction count no more."""
    return _change(request, contest, thread, is_revoking=True)


@for_managers("POST")
def restore(request: SignedInRequest, contest: Contest, thread: UUID) -> HttpResponse:
    """Let a correction count again."""
    return _change(request, contest, thread, is_revoking=False)


def _change(
    request: SignedInRequest, contest: Contest, thread: UUID, *, is_revoking: bool
) -> HttpResponse:
    service = services.revoke if is_revoking else services.restore
    with attempt(request):
        service(contest=contest, thread=thread, actor=actor_of(request))
        taken, back = _("Correction withdrawn."), _("Correction restored.")
        messages.success(request, taken if is_revoking else back)
        ask_after_correction(request, contest)
    return redirect("agreement:corrections", contest.pk)
