"""`manage.py preprocess FILE…`: print the cleaned lines of documents, as an import would make them."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from formats.encodings import decode, recognise
from formats.problems import UnreadableFile
from text.cleaning import Rules, clean
from web.errors import explain

STANDARD_STREAM = "-"
_KINDS = {".xml": "xml", ".html": "html", ".htm": "html", ".xhtml": "html"}


class Command(BaseCommand):
    help = "Print the cleaned lines of XML, HTML or plain text files; nothing is stored."
    # Plain files in, plain text out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
        parser.add_argument(
            "--kind", choices=["xml", "html", "text"], help="default: by extension, else text"
        )
        parser.add_argument(
            "--keep-full-stops", action="store_true", help="leave 18.03.2022 as it is"
        )
        parser.add_argument("--keep-dashes", action="store_true", help="leave 1015-Lausanne")
        parser.add_argument(
            "--keep-noise", action="store_true", help="keep control and zero-width characters"
        )

    # In English, like the rest of the command line.
    @no_translations
    def handle(self, *, files: list[str], kind: str | None, **options: Any) -> None:
        rules = Rules(
            full_stops=not options["keep_full_stops"],
            dashes=not options["keep_dashes"],
            noise=not options["keep_noise"],
        )
        problems = [problem for name in files for problem in self._print(name, kind, rules)]
        if problems:
            raise CommandError("\n".join(problems))

    def _print(self, name: str, kind: str | None, rules: Rules) -> Iterator[str]:
        """Print a file's lines, or yield why it cannot be read."""
        kind = kind or _KINDS.get(Path(name).suffix.lower(), "text")
        try:
            content = _content(name)
            text = clean(decode(content, kind=kind), kind=kind, rules=rules)
        except OSError as error:
            yield f"{name}: {error.strerror}"
        except UnreadableFile as unreadable:
            place = f"{name}:{unreadable.line}" if unreadable.line else name
            yield f"{place}: {explain(unreadable)}"
        else:
            if recognise(content, kind=kind).is_guess:
                self.stderr.write(f"{name}: not UTF-8, read as Windows-1252.")
            _print_as_utf8(text)


def _content(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == STANDARD_STREAM else Path(name).read_bytes()


def _print_as_utf8(text: str) -> None:
    # The bytes, whatever the terminal says: the result is for another program, mostly.
    sys.stdout.buffer.write(f"{text}\n".encode() if text else b"")
    sys.stdout.buffer.flush()
