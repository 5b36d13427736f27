"""The page of the independent check, and the file of a contest's continua."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.audit import EXPORTED, Actor, actor_of, record
from accounts.roles import SignedInRequest
from agreement.checks.forms import CheckForm
from agreement.checks.selectors import checks_of, shared_inputs, unit_files
from agreement.checks.services import KEPT, job_key, start_check
from agreement.runs.selectors import latest_run
from contests.contest.access import for_managers
from contests.contest.models import Contest
from jobs.models import Job
from jobs.tasks import enqueue
from web.errors import attempt
from web.streaming import stream, zipped


@for_managers("GET", "POST")
def checks(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the checks of a contest, and start another."""
    form = CheckForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(request):
            _check, job = start_check(contest=contest, **form.cleaned_data, actor=actor_of(request))
            enqueue(job)
            messages.success(request, _("Check started."))
        return redirect("agreement:checks", contest.pk)
    finished = list(checks_of(contest).filter(finished_at__isnull=False)[:KEPT])
    context = {
        "contest": contest,
        "form": form,
        "run": latest_run(contest),
        "job": Job.objects.live().filter(key=job_key(contest.pk)).first(),
        "latest": finished[0] if finished else None,
        "earlier": finished[1:],
        "has_continua": bool(shared_inputs(contest)),
    }
    return render(request, "agreement/checks/checks.html", context)


@for_managers("GET")
def continua(request: SignedInRequest, contest: Contest) -> HttpResponseBase:
    """Send the continua of a contest; people are pseudonyms unless their aliases are asked for."""
    with_names = bool(request.GET.get("names"))
    return send_continua(request, contest, with_names=with_names, actor=actor_of(request))


def send_continua(
    request: HttpRequest, contest: Contest, *, with_names: bool, actor: Actor
) -> StreamingHttpResponse:
    """Send an archive with a file of units for each input, and write down who took it."""
    record(actor, EXPORTED, "continua", contest_id=contest.pk, names=with_names)
    files = unit_files(contest, with_names=with_names)
    name = f"contest-{contest.pk}-continua.zip"
    return stream(request, zipped(files), content_type="application/zip", name=name)
