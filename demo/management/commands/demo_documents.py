"""Write invented documents as a zip of XML files, to try an import with."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from demo.archives import write_archive
from demo.notes import generate

MOST_DOCUMENTS = 100_000


class Command(BaseCommand):
    help = "Write invented hospital documents into a zip file: XML, in a folder per document type."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("archive", type=Path, metavar="OUT.zip")
        parser.add_argument("--documents", type=int, default=100, metavar="N")
        parser.add_argument("--seed", type=int, default=7, metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["documents"] <= MOST_DOCUMENTS:
            raise CommandError(f"--documents must lie between 1 and {MOST_DOCUMENTS}.")
        documents = generate(options["documents"], seed=options["seed"])
        try:
            count = write_archive(documents, options["archive"])
        except OSError as error:
            raise CommandError(
                f"{options['archive']} cannot be written: {error.strerror}."
            ) from error
        self.stderr.write(f"{count} documents are in {options['archive']}.", str)
