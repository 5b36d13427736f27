"""Whether what annotators marked in a place agrees with the reference."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agreement.domain.quality import Score
from agreement.domain.voting import Decision, Segment, V
from corpus.domain.spans import Span


@dataclass(frozen=True)
class Verdict:
    """What one annotator had in one place; agreement is None where there is no reference."""

    annotator: str
    unit: Span | None
    segment_agrees: bool | None
    category_agrees: bool | None

    @property
    def is_penalised(self) -> bool:
        """Whether either disagrees: one penalty."""
        return self.segment_agrees is False or self.category_agrees is False


def judge(
    units: Mapping[str, Span | None], segment: Decision[Segment], category: Decision[str]
) -> tuple[Verdict, ...]:
    """Return a verdict for every annotator, in their order."""
    return tuple(_judge(who, unit, segment, category) for who, unit in units.items())


def _judge(
    annotator: str, unit: Span | None, segment: Decision[Segment], category: Decision[str]
) -> Verdict:
    return Verdict(
        annotator=annotator,
        unit=unit,
        segment_agrees=_agrees((unit.start, unit.end) if unit else None, segment),
        category_agrees=_agrees(unit.label if unit else None, category),
    )


def _agrees(own: V | None, reference: Decision[V]) -> bool | None:
    return own == reference.value if reference.is_available else None


def score(verdicts: Iterable[Verdict]) -> Score:
    """Return how often one annotator agreed and disagreed."""
    given = list(verdicts)
    return Score(
        segment_agreements=sum(one.segment_agrees is True for one in given),
        segment_disagreements=sum(one.segment_agrees is False for one in given),
        category_agreements=sum(one.category_agrees is True for one in given),
        category_disagreements=sum(one.category_agrees is False for one in given),
        penalties=sum(one.is_penalised for one in given),
    )
