"""Reading translation catalogues, and what can be wrong with them.

In Python alone: the tests also run where gettext is not installed.
"""

import ast
import gettext
import io
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
FIELD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])? (".*")')
# The source says one and many; French uses the first form for one and the second from two on.
COUNTS = (1, 2)


@dataclass(frozen=True)
class Entry:
    """One string of the source with its translations: one, or one for each plural form."""

    words: str
    context: str | None
    plural: str | None
    translations: tuple[str, ...]
    is_fuzzy: bool

    @property
    def key(self) -> tuple[str | None, str]:
        return self.context, self.words


def read_catalogue(text: str) -> list[Entry]:
    """Return the entries of a .po file, without its header."""
    entries = (_read_entry(block) for block in re.split(r"\n\s*\n", text))
    return [entry for entry in entries if entry.words]


def _read_entry(block: str) -> Entry:
    fields = _read_fields(block)
    return Entry(
        words=fields.get("msgid", [""])[0],
        context=next(iter(fields.get("msgctxt", [])), None),
        plural=next(iter(fields.get("msgid_plural", [])), None),
        translations=tuple(fields.get("msgstr", [])),
        is_fuzzy=bool(re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE)),
    )


def _read_fields(block: str) -> dict[str, list[str]]:
    """Return the values of each field; a value may go on over several lines."""
    fields: dict[str, list[str]] = {}
    name = ""
    for line in block.splitlines():
        if match := FIELD.fullmatch(line.strip()):
            name, quoted = match.groups()
            fields.setdefault(name, []).append(ast.literal_eval(quoted))
        elif line.startswith('"'):
            fields[name][-1] += ast.literal_eval(line)
    return fields


def problems(catalogue: str, compiled: bytes) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with a .po file and the .mo beside it."""
    entries = read_catalogue(catalogue)
    for entry in entries:
        if entry.is_fuzzy:
            yield f"“{entry.words}” is marked fuzzy."
        elif not all(entry.translations):
            yield f"“{entry.words}” is not translated."
        elif not _keeps_placeholders(entry):
            yield f"“{entry.words}” has other placeholders than its translation."
    if not _is_compiled_from(entries, compiled):
        yield "The .mo file is not what the .po file compiles to."


def _keeps_placeholders(entry: Entry) -> bool:
    wanted = set(PLACEHOLDER.findall(entry.words + (entry.plural or "")))
    return all(set(PLACEHOLDER.findall(text)) <= wanted for text in entry.translations) and (
        set(PLACEHOLDER.findall(entry.translations[-1])) == wanted
    )


def _is_compiled_from(entries: list[Entry], compiled: bytes) -> bool:
    known = gettext.GNUTranslations(io.BytesIO(compiled))
    (count,) = struct.unpack("<I", compiled[8:12])
    # One more than the entries: the header.
    return count == len(entries) + 1 and all(
        _look_up(known, entry) == entry.translations for entry in entries
    )


def _look_up(known: gettext.GNUTranslations, entry: Entry) -> tuple[str, ...]:
    words, plural, context = entry.words, entry.plural, entry.context
    if plural is None:
        return (known.gettext(words) if context is None else known.pgettext(context, words),)
    if context is None:
        return tuple(known.ngettext(words, plural, count) for count in COUNTS)
    return tuple(known.npgettext(context, words, plural, count) for count in COUNTS)


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
