"""Dates in words, in both languages."""

from datetime import UTC, datetime

import pytest
from django.template import engines
from django.utils.translation import override

from web.dates import in_words

FIRST, ELEVENTH = (datetime(2026, 11, day, 8, 30, tzinfo=UTC) for day in (1, 11))


@pytest.mark.parametrize(
    ("language", "moment", "style", "words"),
    [
        ("fr", FIRST, "DATE_FORMAT", "1er novembre 2026"),
        ("fr", FIRST, "DATETIME_FORMAT", "1er novembre 2026, 09:30"),
        ("fr", FIRST, "SHORT_DATE_FORMAT", "01.11.2026"),
        ("fr", FIRST, "c", "2026-11-01T09:30:00+01:00"),
        ("fr", ELEVENTH, "DATE_FORMAT", "11 novembre 2026"),
        ("en", FIRST, "DATE_FORMAT", "1 November 2026"),
        ("en", FIRST, "DATETIME_FORMAT", "1 November 2026, 09:30"),
        ("fr", None, "DATE_FORMAT", ""),
    ],
)
def test_templates_write_dates_as_their_language_does(language, moment, style, words):
    template = engines["django"].from_string("{{ moment|date:style }}")
    with override(language):
        assert template.render({"moment": moment, "style": style}) == words


def test_so_do_messages():
    with override("fr"):
        assert in_words(FIRST, "DATE_FORMAT") == "1er novembre 2026"
