"""Invented documents as a zip of XML files, in a folder per document type."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from demo.notes import DemoDocument

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
