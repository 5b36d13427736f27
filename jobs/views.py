"""The pages about jobs: a list, one job, and how to cancel it. They update themselves."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HTMX_STOP_POLLING, HttpResponseClientRefresh

from accounts.audit import actor_of
from accounts.models import User
from jobs import services
from jobs import services as selectors
from jobs.models import Job

PAGE_SIZE = 50
View = Callable[..., HttpResponse]


def _part_of_page(view: View) -> View:
    """Serve a part that a page asks for by itself; after a sign-out the whole page is to reload."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return HttpResponseClientRefresh()
        return view(request, *args, **kwargs)

    return never_cache(require_safe(answer))


def _page(request: HttpRequest) -> Page[Job]:
    jobs = selectors.listed_jobs(user=cast(User, request.user))
    return Paginator(jobs, PAGE_SIZE).get_page(request.GET.get("page"))


def _job(request: HttpRequest, job_id: UUID) -> Job:
    return get_object_or_404(selectors.visible_jobs(user=cast(User, request.user)), pk=job_id)


def _is_settled(page: Page[Job]) -> bool:
    return all(job.is_final for job in page)


@login_required
@require_safe
def job_list(request: HttpRequest) -> HttpResponse:
    """Show the jobs that this person may see."""
    page = _page(request)
    context = {"page": page, "is_settled": _is_settled(page)}
    return render(request, "jobs/list.html", context)


@_part_of_page
def job_rows(request: HttpRequest) -> HttpResponse:
    """Return the table again, until all of its jobs have ended."""
    page = _page(request)
    status = HTMX_STOP_POLLING if _is_settled(page) else 200
    return render(request, "jobs/_rows.html", {"page": page}, status=status)


@login_required
@require_safe
def job_detail(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Show one job."""
    return render(request, "jobs/detail.html", {"job": _job(request, job_id)})


@_part_of_page
def job_progress(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Return how far the job is, until it has ended."""
    job = _job(request, job_id)
    status = HTMX_STOP_POLLING if job.is_final else 200
    return render(request, "jobs/_progress.html", {"job": job, "is_update": True}, status=status)


@_part_of_page
def job_at_work(request: HttpRequest, ticket: str) -> HttpResponse:
    """Return how far the job is that a page shows; once it has ended, the whole page is to reload."""
    job = get_object_or_404(Job.objects.with_ticket(ticket))
    if job.is_final:
        return HttpResponseClientRefresh()
    return render(request, "web/_job_progress.html", {"job": job})


def reloading(guard: Callable[[Any, int], object]) -> View:
    """Return a view for an address that pages of earlier versions ask how far a job is.

    It lets them reload. `guard` raises Http404 unless the person may see the page, whose id comes first.
    """

    @_part_of_page
    def reload(request: HttpRequest, **ids: int) -> HttpResponse:
        guard(request, next(iter(ids.values())))
        return HttpResponseClientRefresh()

    return reload


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def job_cancel(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Ask whether the job is really to be cancelled, then cancel it."""
    job = _job(request, job_id)
    if request.method != "POST" and job.is_cancellable:
        return render(request, "jobs/cancel.html", {"job": job})
    if request.method == "POST":
        job = services.cancel_job(job=job, actor=actor_of(request))
        if job.state == Job.State.CANCELLED:
            messages.success(request, _("The job has been cancelled."))
        elif not job.is_final:
            messages.success(request, _("The job will stop at its next step."))
    return redirect("jobs:detail", job_id=job.pk)
