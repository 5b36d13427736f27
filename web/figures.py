"""Figures as people read them: rounded half up, and everywhere the same."""

from django.template.defaultfilters import floatformat

NONE = "–"


def figure(value: float | str | None, digits: int | str = -1) -> str:
    """Return a number with so many digits, grouped, with a real minus sign; a dash for none.

    Negative digits leave those of a whole number away. Django's own `number_format` does not round: it cuts off.

    >>> figure(2.5, 0), figure(-2.5, 0), figure(3.0), figure(None, 1)
    ('3', '−3', '3', '–')
    """
    # What a template does not know is an empty string.
    return NONE if value in (None, "") else floatformat(value, f"{digits}g").replace("-", "−")
