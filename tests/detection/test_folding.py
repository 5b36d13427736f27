"""Folded text stands place by place for the text itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detection import detect
from text.spans import Span
from text.tokens import plain


@given(text=st.text(alphabet=st.characters(), max_size=60))
def test_folded_text_is_as_long_as_the_text(text):
    assert len(plain(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Né à Bâle, FÊTE", "ne a bale, fete"),
        ("l’été – 14\u202fh\u00a030", "l'ete - 14 h 30"),
        ("Nº 3 ≥ 2 → sœur", "n° 3 > 2 > s?ur"),
    ],
)
def test_accents_capitals_and_typographic_signs_are_gone(text, folded):
    assert plain(text) == folded


def test_half_a_surrogate_pair_moves_no_span():
    assert detect("\ud800 le 18.03.2022") == [Span(5, 15, "TEMPORAL:DATE")]
