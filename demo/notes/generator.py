"""Invented documents with their exact gold, as many as wanted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from demo.notes.documents import DOCUMENT_TYPES, Block, DocumentType, write_blocks
from demo.notes.identifiers import draw_ipp, draw_stay_number
from demo.notes.layout import draw_taste, render_blocks, wrap
from demo.notes.marks import GoldLine, lift
from demo.notes.moments import DATE_STYLES, TIME_STYLES
from demo.notes.noise import draw_habits
from demo.notes.people import draw_person
from demo.notes.places import draw_address
from demo.notes.scene import Scene, weighted
from text.cleaning import CleanText, clean_with_offsets
from text.spans import Span

_FIRST_DAY = date(2009, 1, 5)
_DAYS = 365 * 14
_PAEDIATRIC_AGES_DAYS = (3, 60, 700, 2000, 5800)


@dataclass(frozen=True, slots=True)
class DemoDocument:
    """An invented record and the gold units of every line of its clean text."""

    external_id: str
    document_type: str
    xml: str
    gold: tuple[GoldLine, ...]


def generate(
    count: int, *, seed: int, types: Iterable[str] | None = None
) -> Iterator[DemoDocument]:
    """Yield `count` documents, the types in turn; the i-th depends on seed, types and i alone."""
    kinds = _kinds(types)
    return (_document(kinds[i % len(kinds)], seed, i) for i in range(count))


def _kinds(types: Iterable[str] | None) -> list[DocumentType]:
    by_name = {kind.name: kind for kind in DOCUMENT_TYPES}
    names = list(by_name) if types is None else list(types)
    unknown = sorted(set(names) - set(by_name))
    if unknown or not names:
        raise ValueError(
            f"Document types are {', '.join(by_name)}; not {', '.join(unknown) or 'none'}."
        )
    return [by_name[name] for name in names]


def _document(kind: DocumentType, seed: int, index: int) -> DemoDocument:
    rng = Random(f"{seed}/{index}/{kind.name}")
    scene = _scene(kind, rng)
    external_id = f"demo-{seed}-{index:06d}"
    sections = _sections(write_blocks(kind, scene), rng)
    marked = wrap(scene, external_id=external_id, document_type=kind.name, sections=sections)
    xml, spans = lift(marked)
    return DemoDocument(external_id, kind.name, xml, gold_lines(xml, spans))


def _scene(kind: DocumentType, rng: Random) -> Scene:
    today = _FIRST_DAY + timedelta(days=rng.randrange(_DAYS))
    scene = Scene(
        rng=rng,
        patient=draw_person(rng),
        staff=[draw_person(rng) for _ in range(rng.randint(2, 5))],
        birth=today - timedelta(days=_age_days(kind, rng)),
        today=today,
        date_style=weighted(rng, DATE_STYLES),
        time_style=weighted(rng, TIME_STYLES),
        home="",
        ipp=draw_ipp(rng),
        stay_number=draw_stay_number(rng),
    )
    scene.home = draw_address(scene)
    return scene


def _age_days(kind: DocumentType, rng: Random) -> int:
    if not kind.is_paediatric:
        return round(rng.triangular(19, 97, 68) * 365.25)
    band = rng.randrange(len(_PAEDIATRIC_AGES_DAYS) - 1)
    return rng.randint(_PAEDIATRIC_AGES_DAYS[band], _PAEDIATRIC_AGES_DAYS[band + 1])


def _sections(blocks: list[Block], rng: Random) -> list[str]:
    taste, habits = draw_taste(rng), draw_habits(rng)
    count = rng.choices((1, 2, 3), (60, 25, 15))[0]
    size = -(-len(blocks) // count)
    parts = [blocks[start : start + size] for start in range(0, len(blocks), size)]
    return [render_blocks(part, taste, habits, rng) for part in parts]


def gold_lines(xml: str, spans: list[Span]) -> tuple[GoldLine, ...]:
    """Return the lines of the clean text with the spans, given in the record, that fall on each."""
    cleaned = clean_with_offsets(xml, kind="xml")
    remaining = iter(_cleaned_spans(cleaned, spans))
    span = next(remaining, None)
    lines, offset = [], 0
    for text in cleaned.text.split("\n"):
        found = []
        while span and span.end <= offset + len(text):
            found.append(Span(span.start - offset, span.end - offset, span.label))
            span = next(remaining, None)
        lines.append(GoldLine(text, tuple(found)))
        offset += len(text) + 1
    return tuple(lines)


def _cleaned_spans(cleaned: CleanText, spans: list[Span]) -> Iterator[Span]:
    for span in spans:
        start, end = cleaned.clean_range(span.start, span.end)
        yield Span(start, end, span.label)
