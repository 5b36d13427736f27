"""Dates in words: as Django writes them, but for the first of a month, which French counts apart."""

from datetime import date

from django import template
from django.template.defaultfilters import date as django_date
from django.utils.translation import get_language

register = template.Library()
# The formats that begin with the day as a number and go on with the month's name.
WITH_MONTH = ("DATE_FORMAT", "DATETIME_FORMAT")


# The name of Django's own filter, which this one replaces in every template.
@register.filter("date", expects_localtime=True, is_safe=False)
def in_words(value: object, style: str | None = None) -> str:
    """Return a date in one of the site's formats; in French the first of a month is "1er"."""
    words = str(django_date(value, style))  # type: ignore[arg-type]
    is_first = isinstance(value, date) and value.day == 1 and style in WITH_MONTH
    if is_first and (get_language() or "").startswith("fr"):
        return words.replace("1 ", "1er ", 1)
    return words
