"""The page where managers create and download answer files."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.audit import Actor, actor_of
from accounts.roles import SignedInRequest
from contests.annotating.models import Answer
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.downloads import services as downloading
from contests.downloads.domain import FORMATS
from contests.downloads.forms import AnswerFileForm
from contests.downloads.models import AnswerFile
from jobs.files import send_file
from jobs.selectors import with_jobs
from jobs.tasks import enqueue
from web.errors import attempt


@for_managers("GET", "POST")
def answer_files(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """List the answer files of a contest, and start a new one."""
    form = AnswerFileForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(request):
            _file, job = downloading.start_answer_file(
                contest=contest, **form.cleaned_data, actor=actor_of(request)
            )
            enqueue(job)
        return redirect("contests:answer_files", contest.pk)
    rows = contest.answer_files.select_related("created_by")[: downloading.KEPT]
    shown = [(row, _title(row.choice), job) for row, job in with_jobs(rows)]
    live = [job for _row, _name, job in shown if job is not None and job.is_live]
    context = {
        "contest": contest,
        "form": form,
        "rows": shown,
        "kept": downloading.KEPT,
        "has_answers": Answer.objects.filter(task__input__contest=contest).exists(),
        # The oldest running job, which finishes first.
        "job": live[-1] if live else None,
    }
    return render(request, "contests/downloads/answer_files.html", context)


def _title(choice: str) -> str:
    return FORMATS[choice].title if choice in FORMATS else choice


@for_managers("GET")
def download(request: SignedInRequest, contest: Contest, file_id: int) -> HttpResponseBase:
    """Send an answer file and record the download."""
    file = get_object_or_404(contest.answer_files, finished_at__isnull=False, pk=file_id)
    return send_answer_file(request, file, actor=actor_of(request))


def send_answer_file(
    request: HttpRequest, file: AnswerFile, *, actor: Actor
) -> StreamingHttpResponse:
    """Send an answer file and record the download."""
    downloading.note_answer_file(file=file, change="downloaded", actor=actor)
    # The file's format may no longer be offered.
    known = FORMATS.get(file.choice)
    kind = known.content_type if known else "application/octet-stream"
    return send_file(request, file, content_type=kind)
