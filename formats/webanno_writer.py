"""Write records as WebAnno TSV 3.3, a sentence each; `formats.webanno` reads them.

Every span is written exactly: parts of tokens as sub-tokens, and blanks as tokens where a span begins or
ends in them or the text begins with them, which WebAnno itself would cut off.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import BinaryIO

from formats import problems
from formats.checks import CONTROL
from formats.members import ID, other_fields
from formats.records import Problem, Record, WriteOptions
from formats.tags import Place, cut_tokens
from formats.units import to_utf16
from formats.webanno_schema import escape_text, escape_value
from text.spans import Span

_HEADER = """\
#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value


"""


@dataclass(slots=True)
class _Unit:
    """A row: a token or sub-token, with the numbers of its spans."""

    name: str
    start: int
    end: int
    spans: list[int] = field(default_factory=list)


def write(records: Iterable[Record], file: BinaryIO, *, options: WriteOptions) -> Iterator[Problem]:
    """Write one document with a sentence per record."""
    file.write(_HEADER.encode())
    position = sentence = used_numbers = 0
    for number, record in enumerate(records, 1):
        for problem in _problems(record):
            details = {**problem.details, "record": number}
            yield Problem(problem.code, record.line, problem.severity, details)
        if not record.text:
            continue
        sentence += 1
        spans = [span for span in record.spans if not CONTROL.search(span.label)]
        units = _units(record.text, spans, sentence, options)
        block = _Block(record.text, spans, units, position, used_numbers)
        file.write("\n".join([*_head(record), *block.rows(), "", ""]).encode())
        used_numbers += len(spans)
        # One more for the line end between two sentences.
        position += to_utf16(record.text)(len(record.text)) + 1


def _problems(record: Record) -> Iterator[Problem]:
    if not record.text:
        # A sentence needs tokens, and an empty text has none.
        yield Problem(problems.RECORD_NOT_KEPT)
        return
    if any(CONTROL.search(span.label) for span in record.spans):
        yield Problem(problems.LABEL_NOT_KEPT)
    lost = [name for name in other_fields(record) if name != ID or not _is_writable(record.id)]
    if lost:
        yield Problem.warn(problems.FIELDS_NOT_KEPT, fields=lost)


def _is_writable(record_id: str) -> bool:
    return record_id.isprintable() and record_id == record_id.strip()


def _head(record: Record) -> Iterator[str]:
    if record.id and _is_writable(record.id):
        yield f"#Sentence.id={record.id}"
    for line in record.text.split("\n"):
        yield f"#Text={escape_text(line)}"


@dataclass(frozen=True, slots=True)
class _Block:
    """The rows of a sentence; offsets and numbers continue those of the document."""

    text: str
    spans: list[Span]
    units: list[_Unit]
    position: int
    used_numbers: int

    def rows(self) -> Iterator[str]:
        convert = to_utf16(self.text)
        numbered = self._numbered()
        for unit in self.units:
            start, end = self.position + convert(unit.start), self.position + convert(unit.end)
            form = escape_text(self.text[unit.start : unit.end])
            values = "|".join(self._value(index, index in numbered) for index in unit.spans) or "_"
            yield f"{unit.name}\t{start}-{end}\t{form}\t{values}\t"

    def _value(self, index: int, is_numbered: bool) -> str:
        number = f"[{self.used_numbers + index + 1}]" if is_numbered else ""
        return escape_value(self.spans[index].label) + number

    def _numbered(self) -> set[int]:
        """Return the spans that need a number: those on several rows or stacked on one row."""
        seen: set[int] = set()
        numbered: set[int] = set()
        for unit in self.units:
            own = set(unit.spans)
            numbered |= (own & seen) | (own if len(own) > 1 else set())
            seen |= own
        return numbered


def _units(text: str, spans: list[Span], sentence: int, options: WriteOptions) -> list[_Unit]:
    tokens = []
    for number, parts in enumerate(_tokens(text, spans, options), 1):
        name = f"{sentence}-{number}"
        inner = [_Unit(f"{name}.{k}", *part) for k, part in enumerate(parts, 1)]
        tokens.append(
            _Token(_Unit(name, parts[0][0], parts[-1][1]), inner if len(parts) > 1 else [])
        )
    _attach(tokens, spans)
    return [unit for token in tokens for unit in (token.whole, *token.parts)]


def _attach(tokens: list["_Token"], spans: list[Span]) -> None:
    """Add each span to the tokens that it covers, and to the sub-tokens of those it covers in part."""
    ends = [token.whole.end for token in tokens]
    for index, span in enumerate(spans):
        place = bisect_right(ends, span.start)
        while place < len(tokens) and tokens[place].whole.start < span.end:
            for unit in tokens[place].covered_by(span):
                unit.spans.append(index)
            place += 1


@dataclass(frozen=True, slots=True)
class _Token:
    """A token and its parts between borders of spans."""

    whole: _Unit
    parts: list[_Unit]

    def covered_by(self, span: Span) -> list[_Unit]:
        if span.start <= self.whole.start and self.whole.end <= span.end:
            return [self.whole]
        return [part for part in self.parts if span.start <= part.start and part.end <= span.end]


def _tokens(text: str, spans: list[Span], options: WriteOptions) -> Iterator[list[Place]]:
    """Yield the tokens with their parts, including whitespace that must be a token."""
    starts, ends = {span.start for span in spans}, {span.end for span in spans}
    position = 0
    for parts in [*cut_tokens(text, spans, language=options.language), [(len(text), len(text))]]:
        gap = range(position, parts[0][0])
        is_touched = any(place in starts or place + 1 in ends for place in gap)
        if gap and (position == 0 or is_touched):
            borders = [place for place in gap[1:] if place in starts or place in ends]
            yield list(pairwise([gap.start, *borders, gap.stop]))
        if parts[0][0] < len(text):
            yield parts
        position = parts[-1][1]
