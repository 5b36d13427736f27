"""`manage.py check_messages`: is everything that people read translated, and compiled?"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from annotation_platform.catalogues import problems, read_catalogue

CATALOGUE = Path("locale/fr/LC_MESSAGES/django.po")
LEFT_OUT = (".*", "var", "node_modules", "__pycache__")
ADVICE = f"Run `make messages`, complete {CATALOGUE}, and run it again."


class Command(BaseCommand):
    help = "Fail if a string of the source is not translated, or the translations are not compiled."
    requires_system_checks: list[str] = []  # noqa: RUF012  (declared so by Django)

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not shutil.which("xgettext"):
            raise CommandError("gettext is not installed; it finds the strings of the source.")
        path = settings.BASE_DIR / CATALOGUE
        catalogue = path.read_text()
        found = [
            *_differences(catalogue),
            *problems(catalogue, path.with_suffix(".mo").read_bytes()),
        ]
        if found:
            raise CommandError("\n".join([*found, ADVICE]))
        self.stdout.write(f"{len(read_catalogue(catalogue))} strings, all translated and compiled.")


def _differences(catalogue: str) -> list[str]:
    """Return a sentence for each string that only the source or only the catalogue has."""
    known = {entry.key for entry in read_catalogue(catalogue)}
    used = {entry.key for entry in read_catalogue(_extracted())}
    return [
        *(f"“{words}” is missing from {CATALOGUE}." for _, words in sorted(used - known, key=str)),
        *(f"“{words}” is no longer in the source." for _, words in sorted(known - used, key=str)),
    ]


def _extracted() -> str:
    """Return the catalogue as it would be now, made in a copy: a check changes nothing."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "palio"
        shutil.copytree(settings.BASE_DIR, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        words = ["manage.py", "makemessages", "--locale", "fr", "--no-obsolete", "--no-wrap"]
        run = subprocess.run(  # noqa: S603  (our own command, in our own copy)
            [sys.executable, *words], cwd=copy, capture_output=True, text=True, check=False
        )
        if run.returncode:
            raise CommandError(f"The strings of the source could not be collected: {run.stderr}")
        return (copy / CATALOGUE).read_text()
