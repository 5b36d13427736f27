"""Reading translation catalogues, and what can be wrong with them.

In Python alone: the tests also run where gettext is not installed.
"""

import ast
import gettext
import io
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

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
