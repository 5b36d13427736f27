"""`manage.py warmup`: compile the agreement engine now, so that no worker does it later."""

import os
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gamma.cache import cache_folder


class Command(BaseCommand):
    help = (
        "Compile the agreement engine into the data folder; takes seconds if that is done already."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--low-priority", action="store_true", help="leave the processor to everyone else"
        )

    def handle(self, *_args: Any, low_priority: bool, **_options: Any) -> None:
        started = time.monotonic()
        if low_priority and hasattr(os, "nice"):
            os.nice(19)
        # Not before: importing it is the greater part of the work once all is compiled.
        from gamma.gamma import warm_up  # noqa: PLC0415

        warm_up()
        seconds = time.monotonic() - started
        folder = cache_folder() or "memory only: no folder can be written to"
        self.stderr.write(f"The agreement engine is ready after {seconds:.1f} s ({folder}).", str)
