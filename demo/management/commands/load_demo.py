"""Load the demo contest; its simulated people then work in the background."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from contests.contest.models import Contest
from demo.recipes import DemoRefused
from jobs import tasks


class Command(BaseCommand):
    help = "Load the demo contest with its accounts, unless there is already a contest."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo's accounts have a public password: not in production.")
        if Contest.objects.exists():
            self.stderr.write("There is already a contest: nothing to load.", str)
            return
        # Here, not above: spaCy comes with it, and most starts find nothing to load.
        from demo.tasks import load_demo  # noqa: PLC0415

        try:
            job = load_demo()
        except DemoRefused as error:
            raise CommandError(str(error)) from error
        if job is not None:
            tasks.enqueue(job)
            self.stderr.write("The demo contest is loaded; its annotators are starting work.", str)
