"""What happens to runs by the clock."""

from celery import shared_task
from django.db import transaction

from agreement.services import requests
from agreement.tasks.processing import ask_for_run
from contests.models import Contest
from jobs.tasks import enqueue


@shared_task
def start_due_runs() -> None:
    """End runs that cannot end by themselves, and start those whose time has come."""
    requests.settle_runs()
    for contest, reason in requests.due_contests():
        with transaction.atomic():
            ask_for_run(requests.request_run(contest=contest, reason=reason))


@shared_task
def sweep_contests() -> None:
    """Look at everything once a day, so that a change that got lost costs hours and never a result."""
    for contest in Contest.objects.filter(state__in=requests.PROCESSED_STATES):
        with transaction.atomic():
            enqueue(requests.sweep_job(contest))
