"""Where in their source documents the texts and units of a release stand."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from django.utils.crypto import salted_hmac

from contests.models import InputPlace
from corpus.domain.preprocessing import CleanText, clean_with_offsets
from corpus.domain.xml_source import text_sections
from corpus.models import Document

Bounds = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class _Traced:
    """A document cleaned once more, with the way back."""

    document: Document

    @cached_property
    def cleaned(self) -> CleanText:
        document = self.document
        path = document.corpus.text_path if document.kind == Document.Kind.XML else ""
        return clean_with_offsets(
            document.source,
            kind=document.kind,
            rules=document.corpus.rules,
            sections=text_sections(document.source, text_path=path),
        )

    @cached_property
    def line_starts(self) -> list[int]:
        lines = self.cleaned.text.split("\n")
        return list(accumulate((len(line) + 1 for line in lines), initial=0))

    def source(self, line: int, text: str, bounds: Bounds) -> dict[str, Any]:
        """Return where a line's text and its units stand; nothing of offsets if it is not there."""
        found: dict[str, Any] = {
            "document": self.document.external_id,
            "type": self.document.document_type,
            "line": line,
        }
        if self.document.patient:
            found["patient"] = _pseudonym(self.document.patient)
        start = self.line_starts[line - 1] if line <= len(self.line_starts) else -1
        # A document that was imported as a record of JSON may keep its text elsewhere.
        if start < 0 or not self.cleaned.text.startswith(text, start):
            return found | {"start": None, "end": None, "units": None}
        whole = self.cleaned.source_range(start, start + len(text))
        units = [list(self.cleaned.source_range(start + a, start + b)) for a, b in bounds]
        return found | {"start": whole[0], "end": whole[1], "units": units}


def _pseudonym(patient: str) -> str:
    """Return a name for a patient that is the same everywhere and leads back to nobody."""
    return salted_hmac("gold.patient", patient, algorithm="sha256").hexdigest()[:16]


def sources_of(units: Mapping[int, tuple[str, Bounds]]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the sources of inputs, of which the text and the bounds of the units are given."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for document, places in _by_document(units):
        traced = _Traced(document)
        for place in places:
            text, bounds = units[place.input_id]
            found[place.input_id].append(traced.source(place.chunk.line, text, bounds))
    return found


def _by_document(inputs: Iterable[int]) -> Iterable[tuple[Document, list[InputPlace]]]:
    places = InputPlace.objects.filter(input__in=list(inputs)).select_related(
        "chunk__document__corpus"
    )
    documents: dict[int, Document] = {}
    rows: dict[int, list[InputPlace]] = defaultdict(list)
    for place in places.order_by("chunk__document__external_id", "chunk__document", "chunk__line"):
        documents[place.chunk.document_id] = place.chunk.document
        rows[place.chunk.document_id].append(place)
    return [(documents[pk], rows[pk]) for pk in rows]
