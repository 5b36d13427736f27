"""Samples out of records of plain files: what a split reads in `gamma`, `annotators` and a group's field."""

from collections import Counter
from collections.abc import Sequence

from corpus.domain.records import Record
from gold.domain.splitting.samples import Sample
from gold.exceptions import InvalidSample

GAMMA, ANNOTATORS = "gamma", "annotators"


def sample_of(record: Record, *, group_by: str | None = None) -> Sample:
    """Return the sample of a record; raise InvalidSample where a field is not what it should be.

    >>> from corpus.domain.spans import Span
    >>> record = Record("Vu par Anne", (Span(7, 11, "NOM"),), fields={"gamma": 0.9, "document": ["d1"]})
    >>> sample = sample_of(record, group_by="document")
    >>> dict(sample.categories), sample.gamma, sample.groups
    ({'NOM': 1}, 0.9, ('d1',))
    """
    return Sample(
        id=record.id,
        categories=dict(Counter(span.label for span in record.spans)),
        gamma=_number(record, GAMMA),
        annotators=_whole_number(record, ANNOTATORS),
        groups=() if group_by is None else tuple(_keys(record, group_by)),
    )


def _number(record: Record, field: str) -> float | None:
    value = record.fields.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidSample(f"“{field}” has to be a number or null.")
    return float(value)


def _whole_number(record: Record, field: str) -> int | None:
    number = _number(record, field)
    if number is None:
        return None
    if number < 0 or not number.is_integer():
        raise InvalidSample(f"“{field}” has to be a whole number from 0 on, or null.")
    return int(number)


def _keys(record: Record, field: str) -> Sequence[str]:
    value = record.fields.get(field)
    values = value if isinstance(value, list) else [] if value is None else [value]
    if any(isinstance(key, bool) or not isinstance(key, str | int) for key in values):
        raise InvalidSample(f"“{field}” has to be a text, or a list of texts.")
    return [str(key) for key in values]
