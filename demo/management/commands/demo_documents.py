"""Write invented documents as a zip of XML files, to try an import with."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser

from demo.notes.generator import DemoDocument, generate

# Any moment will do, as long as it is always the same: the same documents give the same bytes.
MOMENT = (2022, 3, 18, 0, 0, 0)


def write_archive(documents: Iterable[DemoDocument], path: Path) -> int:
    """Write the documents' XML into a zip file; return how many there are."""
    count = 0
    with ZipFile(path, "w") as archive:
        for document in documents:
            entry = ZipInfo(file_name(document), MOMENT)
            archive.writestr(entry, document.xml.encode(), ZIP_DEFLATED)
            count += 1
    return count


def file_name(document: DemoDocument) -> str:
    """Return the name of a document's file with its folder, in letters that every system knows."""
    letters = unicodedata.normalize("NFKD", document.document_type).encode("ascii", "ignore")
    folder = re.sub(r"[^a-z]+", "-", letters.decode().lower()).strip("-")
    return f"{folder}/{document.external_id}.xml"


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
