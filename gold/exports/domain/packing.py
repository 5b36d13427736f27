"""An export as a zip archive: the files of a format, their list, checksums, cards and what was aligned.

Nothing in it depends on when, where or how often it is made, so the same release gives the same bytes.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO, Protocol

from formats import EXPORTS
from formats.format import CreateFile
from formats.records import Problem, Record, WriteOptions
from gold.exports.domain.archives import Archive, Bounds, Listing, Misaligned, WrittenFile, align
from text.spans import Span


@dataclass(frozen=True)
class ExportText:
    """A text on its way into an export."""

    id: str
    text: str
    spans: Sequence[Span]
    tokens: Bounds
    # What else is known of it: gamma, annotators, …
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ExportPlan:
    """What is written: the format, and how spans that do not fall on tokens are treated."""

    choice: str
    policy: str
    language: str
    # What the manifest says of where it comes from.
    origin: Mapping[str, Any]
    # Data cards by their file names.
    cards: Mapping[str, str]


@dataclass(frozen=True)
class Packed:
    """What became of an export."""

    texts: int
    misaligned: int
    problems: int


class Texts(Protocol):
    """The texts of a part: how many, and one after the other."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[ExportText]: ...


def pack(parts: Mapping[str, Texts], plan: ExportPlan, sink: BinaryIO) -> Packed:
    """Write the archive of these parts (train, test, …), each with its texts in order.

    Texts are read once, and none is held when the next one is read, but by a format that is written as
    a whole: then by the file.
    """
    packing = _Packing(plan, Archive(sink))
    for name, texts in parts.items():
        packing.write_part(name, texts)
    counts = {name: len(texts) for name, texts in parts.items()}
    packing.write_rest(counts)
    return Packed(sum(counts.values()), packing.misaligned.count, packing.problems.count)


class _Packing:
    """An archive on its way, and what is listed in it."""

    def __init__(self, plan: ExportPlan, archive: Archive) -> None:
        self._plan = plan
        self._archive = archive
        self._format, self._layout = EXPORTS[plan.choice]
        self._options = WriteOptions(language=plan.language, scheme=self._layout.scheme)
        self.misaligned, self.problems = Listing(), Listing()

    def write_part(self, name: str, texts: Texts) -> None:
        records = (self._record(each, name) for each in texts)
        most = self._layout.most_texts
        if self._format.is_folder:
            create: CreateFile = lambda file: self._archive.create(f"{name}/{file}")  # noqa: E731
            self._note(name, self._format.write_folder(records, create, options=self._options))
        elif most and len(texts) > most:
            for number in range(1, 1 + -(-len(texts) // most)):
                self._write_file(f"{name}/{number:04}", name, islice(records, most))
        else:
            self._write_file(f"{self._layout.folder}{name}", name, records)

    def _write_file(self, stem: str, part: str, records: Iterable[Record]) -> None:
        with self._archive.create(f"{stem}{self._format.extensions[0]}") as file:
            self._note(part, self._format.write(records, file, options=self._options))

    def _record(self, each: ExportText, part: str) -> Record:
        spans, misaligned = align(each.spans, each.tokens, policy=self._plan.policy)
        for one in misaligned:
            self.misaligned.add(_listed(each.id, part, one))
        fields = {"id": each.id, "text": each.text, "spans": None}
        if self._layout.has_facts:
            fields |= dict(each.fields)
        return Record(each.text, spans, id=each.id, is_annotated=True, fields=fields)

    def _note(self, part: str, problems: Iterable[Problem]) -> None:
        for problem in problems:
            place = {"part": part, "code": problem.code, "line": problem.line}
            self.problems.add(place | {"details": dict(problem.details)})

    def write_rest(self, counts: Mapping[str, int]) -> None:
        """Write what goes with the parts, and close the archive."""
        plan, archive = self._plan, self._archive
        beside = self._layout.files_beside(counts, plan.language, plan.cards)
        for name, content in [*plan.cards.items(), *beside.items()]:
            archive.add(name, content)
        with archive.create("alignment.json") as file:
            file.write(f'{{\n  "policy": {json.dumps(plan.policy)},\n  "misaligned": '.encode())
            self.misaligned.write(file)
            file.write(b',\n  "problems": ')
            self.problems.write(file)
            file.write(b"\n}\n")
        archive.add("manifest.json", _json(_manifest(plan, counts, archive.files)))
        sums = [f"{each.checksum}  {each.name}\n" for each in archive.files]
        archive.add("SHA256SUMS", "".join(sums))
        archive.close()


def _listed(text_id: str, part: str, one: Misaligned) -> dict[str, Any]:
    became = None if one.became is None else [one.became.start, one.became.end]
    span = one.span
    return {
        "id": text_id, "part": part, "label": span.label, "span": [span.start, span.end],
        "became": became,
    }  # fmt: skip


def _manifest(
    plan: ExportPlan, counts: Mapping[str, int], files: Iterable[WrittenFile]
) -> dict[str, Any]:
    return {
        **plan.origin,
        "format": plan.choice,
        "policy": plan.policy,
        "language": plan.language,
        "texts": dict(counts),
        "files": [
            {"name": each.name, "bytes": each.size, "sha256": each.checksum} for each in files
        ],
    }


def _json(members: Mapping[str, Any]) -> str:
    return f"{json.dumps(members, ensure_ascii=False, indent=2)}\n"
