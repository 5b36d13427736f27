"""Pages that list, show and cancel jobs."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.http import HTMX_STOP_POLLING, HttpResponseClientRefresh

from accounts.access import View, for_signed_in
from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from jobs import selectors, services
from jobs.models import Job

PAGE_SIZE = 50


def _page(request: SignedInRequest) -> Page[Job]:
    jobs = selectors.listed_jobs(user=request.user)
    return Paginator(jobs, PAGE_SIZE).get_page(request.GET.get("page"))


def _job(request: SignedInRequest, job_id: UUID) -> Job:
    return get_object_or_404(selectors.visible_jobs(user=request.user), pk=job_id)


def _is_settled(page: Page[Job]) -> bool:
    return all(job.is_final for job in page)


@for_signed_in("GET")
def job_list(request: SignedInRequest) -> HttpResponse:
    """Show the jobs that this person may see."""
    page = _page(request)
    context = {"page": page, "is_settled": _is_settled(page)}
    return render(request, "jobs/list.html", context)


@never_cache
@for_signed_in("GET")
def job_rows(request: SignedInRequest) -> HttpResponse:
    """Return the table of jobs; stop the polling once all have ended."""
    page = _page(request)
    status = HTMX_STOP_POLLING if _is_settled(page) else 200
    return render(request, "jobs/_rows.html", {"page": page}, status=status)


@for_signed_in("GET")
def job_detail(request: SignedInRequest, job_id: UUID) -> HttpResponse:
    """Show one job."""
    return render(request, "jobs/detail.html", {"job": _job(request, job_id)})


@never_cache
@for_signed_in("GET")
def job_progress(request: SignedInRequest, job_id: UUID) -> HttpResponse:
    """Return the job's progress; stop the polling once it has ended."""
    job = _job(request, job_id)
    status = HTMX_STOP_POLLING if job.is_final else 200
    return render(request, "jobs/_progress.html", {"job": job, "is_update": True}, status=status)


@never_cache
@for_signed_in("GET")
def job_at_work(request: SignedInRequest, ticket: str) -> HttpResponse:
    """Return the progress of a page's job; reload the page once the job has ended."""
    job = get_object_or_404(Job.objects.with_ticket(ticket))
    if job.is_final:
        return HttpResponseClientRefresh()
    return render(request, "web/_job_progress.html", {"job": job})


def reloading(guard: Callable[[Any, int], object]) -> View:
    """Return a view that reloads pages of earlier versions, which poll an old URL.

    `guard` raises Http404 unless the person may see the page, whose id comes first.
    """

    @never_cache
    @for_signed_in("GET")
    def reload(request: SignedInRequest, **ids: int) -> HttpResponse:
        guard(request, next(iter(ids.values())))
        return HttpResponseClientRefresh()

    return reload


@for_signed_in("GET", "POST")
def job_cancel(request: SignedInRequest, job_id: UUID) -> HttpResponse:
    """Ask for confirmation, then cancel the job."""
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
