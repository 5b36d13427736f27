"""brat: texts in `x.txt`, annotations in `x.ann`; offsets in code points.

A span that crosses a line end is written in fragments, one per line, as brat does, and such fragments
are read as one span; other discontinuous spans are refused. brat wants types of ASCII letters, digits,
`_` and `-`: other characters are written `_x00C9_` (as in Office Open XML) and read back.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

from formats import problems
from formats.checks import checked_label, checked_span
from formats.format import CreateFile, Format, Read
from formats.lines import Line, lines, whole_text
from formats.members import ID, other_fields
from formats.problems import RecordRefused
from formats.records import ERROR, Problem, ReadOptions, Record, WriteOptions
from text.spans import Span

_KINDS = {
    "R": "relations", "*": "relations", "E": "events", "A": "attributes", "M": "attributes",
    "N": "normalizations", "#": "notes",
}  # fmt: skip
_FRAGMENTS = re.compile(r"(\S+) (\d{1,15} \d{1,15}(?:;\d{1,15} \d{1,15})*)")
_LINE_ENDS = re.compile(r"[\r\n]+")
_LINE = re.compile(r"[^\r\n]+")

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]|_(?=x[0-9A-F]{4,6}_)")
_ESCAPE = re.compile(r"_x([0-9A-F]{4,6})_")
_UNSAFE_IN_NAMES = re.compile(r"[^\w.-]+")
# In bytes; file systems allow 255 including the extension.
_LONGEST_NAME = 200


def read(file: BinaryIO, *, options: ReadOptions, companion: BinaryIO | None) -> Read:
    """Yield the record of a `.txt`; without its `.ann` as companion it is not annotated."""
    text = whole_text(file, options)
    if isinstance(text, Problem):
        yield text
        return
    if companion is None:
        yield Record(text, id=options.name, annotator=options.annotator, line=1)
        return
    annotations = _Annotations(text, options)
    yield from annotations.read(companion)
    if not annotations.has_errors:
        yield Record(
            text,
            tuple(annotations.spans),
            id=options.name,
            annotator=options.annotator,
            is_annotated=True,
            line=1,
        )


class _Annotations:
    """Reads the lines of an `.ann` into spans; errors carry the line in the `.ann`."""

    def __init__(self, text: str, options: ReadOptions) -> None:
        self._text = text
        self._options = options
        self._unread = Counter[str]()
        self.spans: list[Span] = []
        self.has_errors = False

    def read(self, file: BinaryIO) -> Iterator[Problem]:
        for line in lines(file, self._options):
            problem = line if isinstance(line, Problem) else self._problem_of(line)
            if problem:
                self.has_errors = self.has_errors or problem.severity == ERROR
                yield replace(problem, details={**problem.details, "companion": True})
        for kind, count in self._unread.items():
            yield Problem.warn(
                problems.ANNOTATIONS_NOT_READ, kind=kind, count=count, companion=True
            )

    def _problem_of(self, line: Line) -> Problem | None:
        try:
            is_quote_right = self._take(line.text)
        except RecordRefused as refused:
            return Problem.of(refused, line.number)
        if is_quote_right:
            return None
        return Problem.warn(problems.QUOTE_DIFFERS, line.number, span=len(self.spans))

    def _take(self, line: str) -> bool:
        """Read one line; return whether its quote matches the text at its offsets."""
        if not line.strip():
            return True
        if kind := _KINDS.get(line[0]):
            self._unread[kind] += 1
            return True
        parts = line.split("\t", 2)
        match = _FRAGMENTS.fullmatch(parts[1].strip()) if len(parts) > 1 else None
        if line[0] != "T" or not match:
            raise RecordRefused(problems.BAD_LINE)
        span = self._span(_unescaped(match[1]), match[2])
        self.spans.append(span)
        found = self._text[span.start : span.end]
        return len(parts) < 3 or found.split() == parts[2].split()

    def _span(self, label: str, fragments: str) -> Span:
        number = len(self.spans) + 1
        numbers = [int(n) for n in fragments.replace(";", " ").split()]
        gaps = zip(numbers[1:-1:2], numbers[2:-1:2], strict=True)
        if not all(_LINE_ENDS.fullmatch(self._text, start, end) for start, end in gaps):
            raise RecordRefused(problems.SPAN_DISCONTINUOUS, span=number)
        label = checked_label(label, number=number, options=self._options)
        return checked_span(numbers[0], numbers[-1], label, text=self._text, number=number)


def _escaped(label: str) -> str:
    return _UNSAFE.sub(lambda match: f"_x{ord(match[0]):04X}_", label)


def _unescaped(name: str) -> str:
    return _ESCAPE.sub(_character, name)


def _character(escape: re.Match[str]) -> str:
    code = int(escape[1], 16)
    return escape[0] if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)


def write(
    records: Iterable[Record], create: CreateFile, *, options: WriteOptions
) -> Iterator[Problem]:
    """Write `x.txt`, `x.ann` for annotated texts, and the configuration that brat needs."""
    names, labels = _Names(), dict[str, None]()
    for number, record in enumerate(records, 1):
        name = names.next(record.id or f"{number:06}")
        with create(f"{name}.txt") as file:
            # Escape a first character that would be read as a byte order mark.
            mark = "\ufeff" if record.text.startswith("\ufeff") else ""
            file.write((mark + record.text).encode())
        if record.is_annotated or record.spans:
            with create(f"{name}.ann") as file:
                file.writelines(_annotation_lines(record))
        labels |= dict.fromkeys(span.label for span in record.spans)
        if lost := _lost_fields(record, name):
            yield Problem.warn(problems.FIELDS_NOT_KEPT, record.line, record=number, fields=lost)
    _write_configuration(create, labels)


def _annotation_lines(record: Record) -> Iterator[bytes]:
    for number, span in enumerate(record.spans, 1):
        lines_of_span = list(_LINE.finditer(record.text, span.start, span.end))
        places = [match.span() for match in lines_of_span]
        # The fragments begin and end where the span does, even at a line end.
        places = _stretched(places, span) if places else [(span.start, span.end)]
        fragments = ";".join(f"{start} {end}" for start, end in places)
        quote = " ".join(_LINE_ENDS.sub(" ", record.text[start:end]) for start, end in places)
        quote = quote.replace("\t", " ")
        yield f"T{number}\t{_escaped(span.label)} {fragments}\t{quote}\n".encode()


def _stretched(places: list[tuple[int, int]], span: Span) -> list[tuple[int, int]]:
    starts, ends = [start for start, _ in places], [end for _, end in places]
    starts[0], ends[-1] = span.start, span.end
    return list(zip(starts, ends, strict=True))


def _lost_fields(record: Record, name: str) -> list[str]:
    return [field for field in other_fields(record) if field != ID or record.id != name]


class _Names:
    """Unique file names for ids."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last_numbers = Counter[str]()

    def next(self, wanted: str) -> str:
        safe = _UNSAFE_IN_NAMES.sub("_", wanted).strip(".")
        stem = safe.encode()[:_LONGEST_NAME].decode(errors="ignore") or "_"
        name = stem
        # In lower case: not every file system distinguishes `a` from `A`.
        while name.lower() in self._taken:
            self._last_numbers[stem] += 1
            name = f"{stem}-{self._last_numbers[stem] + 1}"
        self._taken.add(name.lower())
        return name


def _write_configuration(create: CreateFile, labels: Iterable[str]) -> None:
    names = {_escaped(label): label for label in labels}
    with create("annotation.conf") as file:
        overlap = "<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>"
        sections = [
            "[entities]",
            *names,
            "",
            "[relations]",
            overlap,
            "",
            "[events]",
            "",
            "[attributes]",
            "",
        ]
        file.write("\n".join(sections).encode())
    with create("visual.conf") as file:
        shown = [f"{name} | {label}" for name, label in names.items() if name != label]
        file.write("\n".join(["[labels]", *shown, "", "[drawing]", ""]).encode())


BRAT = Format(
    name="brat",
    title="brat",
    extensions=(".txt",),
    reader=read,
    folder_writer=write,
    companion_extension=".ann",
    keeps_fields=False,
)
