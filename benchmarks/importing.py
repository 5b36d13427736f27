"""How fast hospital XML comes into a corpus, on one core.

`python -m benchmarks.importing` makes a zip of invented documents, imports it into a temporary SQLite
as a worker would, and prints megabytes of XML a minute: of the whole way, of its parts, and of a named
peer on the same files in the same run: lxml with `lxml.html.text_content`, which keeps no offsets,
checks nothing and stores nothing. Seconds are those that one core worked, so that other programs on the
machine do not count; the time that passed is printed too, with the pauses that a job makes for others.
"""

import json
import os
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from lxml import etree
from lxml.html import fromstring

from benchmarks._installation import installation
from demo.notes.generator import generate
from formats.xml import XmlPaths, read_xml
from text.cleaning import clean_with_offsets

DOCUMENTS = 4000
LEAST_MB_PER_MINUTE = 20
# Where the type and the id of an invented document are; every CDATA section is text.
PATHS = XmlPaths(document_type="/Document/Entete/Type", id="//Identifiant")
MEGABYTE = 1_000_000


def main() -> int:
    """Print the rates and their ratio; return 1 if the import is slower than promised."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sources = [document.xml for document in generate(DOCUMENTS, seed=1)]
    size = sum(len(source.encode()) for source in sources) / MEGABYTE
    print(f"{len(sources)} documents, {size:.1f} MB of XML, one core")
    print(f"{'':<52} MB/minute  seconds")
    whole, passed = _import(sources)
    _print_row("import: received, read, cleaned, stored", size, whole)
    _print_row("  as time passed", size, passed)
    parts = {
        "  of it, XML checked and its paths followed": _seconds(_read, sources),
        "  of it, cleaned with the way back to the source": _seconds(_clean, sources),
    }
    for name, seconds in parts.items():
        _print_row(name, size, seconds)
    _print_row("  the rest, most of it storing", size, whole - sum(parts.values()))
    peer = _seconds(_peer, sources)
    _print_row("peer: lxml + lxml.html text_content, stores nothing", size, peer)
    print(f"import / peer: time × {whole / peer:.1f}")
    is_fast = size / whole * 60 >= LEAST_MB_PER_MINUTE
    print(f"{'at least' if is_fast else 'wrong: less than'} {LEAST_MB_PER_MINUTE} MB a minute")
    return 0 if is_fast else 1


def _print_row(name: str, size: float, seconds: float) -> None:
    print(f"{name:<52} {size / seconds * 60:>9.0f} {seconds:>8.2f}", flush=True)


def _import(sources: Sequence[str]) -> tuple[float, float]:
    """Import the sources; return the seconds of work and those that passed."""
    with installation() as place:
        archive = place.folder / "notes.zip"
        _zip(sources, archive)
        paths = (PATHS.document_type, PATHS.id)
        answer = place.call("-m", "benchmarks._importing_inside", str(archive), *paths)
    outcome = json.loads(answer)
    if outcome["documents"] != len(sources) or outcome["errors"]:
        raise RuntimeError(f"Not all was imported: {outcome}")
    return outcome["work_seconds"], outcome["passed_seconds"]


def _zip(sources: Sequence[str], path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, source in enumerate(sources):
            archive.writestr(f"notes/{number}.xml", source)


def _seconds(work: Callable[[str], object], sources: Sequence[str]) -> float:
    started = time.process_time()
    for source in sources:
        work(source)
    return time.process_time() - started


def _read(source: str) -> object:
    return read_xml(source, paths=PATHS)


def _clean(source: str) -> object:
    return clean_with_offsets(source, kind="xml")


def _peer(source: str) -> object:
    root = etree.fromstring(source.encode())
    notes = root.find("Donnees").iter()
    return [fromstring(node.text).text_content() for node in notes if (node.text or "").strip()]


if __name__ == "__main__":
    sys.exit(main())
