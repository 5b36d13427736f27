"""Patterns that read backwards say what `re.search` says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detection.rules.lookback import Lookback

PATTERNS = [
    r"\b(?:score|index)s?\s(?:de\s|d')?$",
    r"(?<![a-z])(?:le|du|jusqu'au) \Z",
    r"(?:^|[,;]\s?|\ba )$",
    r"(?:en|fin) \Z|[*?]\Z",
    r"(?:(?<=d')un|deux) ?\Z",
    r"[a-c]{1,3}(?:[ -][a-z]+)?(?=\s)\s$",
    # Words with the same end, in part or in whole, and words that may end in more ways than one.
    r"\b(?:une?|lune?s?|bune|(?:belle|demi)-(?:lune|nues?)|au|(?P<in>la|da)nce?|d'un)[ ,]{0,2}(?:bel\s)?$",
    r"(?<![a-c])(?:elle|(?i:DELLE)|el(?:le)?s|)(?:-| )?\Z",
    # What may be nothing, more often than there is room for.
    r"b(?:a?){4}\Z",
]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text(alphabet="abcdelnuxs'- ,;*\n", max_size=30), cut=st.integers(0, 10))
def test_a_pattern_finds_the_same_backwards(pattern, text, cut):
    cut = min(cut, len(text))
    ours, written = Lookback(pattern), re.compile(pattern)
    for start, end in ((0, len(text)), (cut, len(text)), (0, len(text) - cut)):
        found, expected = ours.search(text, start, end), written.search(text, start, end)
        assert (found and found.span()) == (expected and expected.span())
        assert ours.fits(text, start, end) == (expected is not None)


def test_a_pattern_that_does_not_end_at_its_place_is_refused():
    with pytest.raises(ValueError, match="must end at its place"):
        Lookback(r"\bscore ")


def test_a_pattern_that_cannot_be_turned_around_is_refused():
    with pytest.raises(ValueError, match="cannot have"):
        Lookback(r"(a|b)\1$")
