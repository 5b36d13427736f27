"""What stands around an input in its documents, for managers who decide about it."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from contests.inputs.models import ContestInput, InputPlace
from corpus.documents.models import Chunk, Corpus, Document

# Enough to see what a line is about, and far from reading the record of a person.
LINES = 3
DOCUMENTS = 3


@dataclass(frozen=True)
class Surroundings:
    """One document that an input stands in: the lines before it, itself, and those after it."""

    line: Chunk
    before: tuple[Chunk, ...]
    after: tuple[Chunk, ...]
    # Whether this person may read the whole document, too.
    is_open: bool

    @property
    def document(self) -> Document:
        return self.line.document

    @property
    def lines(self) -> tuple[Chunk, ...]:
        return *self.before, self.line, *self.after


def places_of_input(item: ContestInput) -> QuerySet[InputPlace]:
    """Return where an input stands, document by document."""
    places = InputPlace.objects.filter(input=item).select_related("chunk__document__corpus")
    return places.order_by("chunk__document__external_id", "chunk__document", "chunk__line")


def surroundings_of(item: ContestInput, *, reader: User) -> list[Surroundings]:
    """Return the lines around an input, in the first documents that it stands in."""
    kept = set(Corpus.objects.visible_to(reader).values_list("pk", flat=True))
    return [
        _around(place.chunk, is_open=place.chunk.document.corpus_id in kept)
        for place in places_of_input(item)[:DOCUMENTS]
    ]


def _around(line: Chunk, *, is_open: bool) -> Surroundings:
    lines = Chunk.objects.filter(document=line.document_id)
    before = lines.filter(line__lt=line.line).order_by("-line")[:LINES]
    after = lines.filter(line__gt=line.line).order_by("line")[:LINES]
    return Surroundings(line, tuple(reversed(before)), tuple(after), is_open)
