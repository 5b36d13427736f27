"""Chart axes with ticks at whole days and whole numbers."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from math import ceil
from typing import Any

Json = dict[str, Any]
DAY_MS = 86_400_000
# More days than these are not all named below an axis.
MOST_DAYS_NAMED = 10
# Values up to here are counted one by one.
FEW = 5


def time_axis(every: Sequence[object]) -> Json:
    """Return what an axis of days or moments needs: room around a single one, and ticks at whole days."""
    moments = [place for place in every if isinstance(place, datetime)]
    if moments:
        begin, end = min(moments), max(moments)
        room = max((end - begin) / 20, timedelta(minutes=30))
        return {"range": [(begin - room).isoformat(), (end + room).isoformat()]}
    days = [place for place in every if isinstance(place, date)]
    if not days:
        return {}
    first, last = min(days), max(days)
    step = ceil(((last - first).days + 1) / MOST_DAYS_NAMED)
    noon = datetime.combine(first, time(12)), datetime.combine(last, time(12))
    return {
        "range": [_before(noon[0]).isoformat(), noon[1].isoformat()],
        "tick0": first.isoformat(),
        "dtick": step * DAY_MS,
    }


def _before(noon: datetime) -> datetime:
    return noon - timedelta(days=1) if noon.date() > date.min else noon


def whole_numbers(values: Iterable[float | None]) -> Json:
    """Return ticks at whole numbers where there are only a few of them."""
    known = [value for value in values if value is not None]
    is_few = known and max(known) <= FEW and all(isinstance(value, int) for value in known)
    return {"dtick": 1} if is_few else {}
