"""Whatever the text, the detector answers with valid spans, in order and apart."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from detection import detect, explain
from detection.rules.pipeline import detector
from tests.detection.test_examples import EXAMPLES
from text.markup import parse

LANGUAGES = ["fr", "en"]
# Pieces that set rules off, to be put together at random with anything else.
PIECES = sorted({word for _, line in EXAMPLES[::7] for word in parse(line)[0].split()})
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=30).map(" ".join),
    st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join),
)


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
@settings(max_examples=300, deadline=None)
def test_any_text_gets_valid_spans_that_never_overlap(language, text):
    spans = detect(text, language=language)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
@settings(max_examples=100, deadline=None)
def test_every_finding_says_which_rule_and_which_words_found_it(language, text):
    known = {
        f"{group.name}.{rule}" for group in detector(language).groups for rule in group.meanings
    }
    for finding in explain(text, language=language):
        assert finding.rule in known
        assert finding.trigger is None or 0 <= finding.trigger[0] <= finding.trigger[1] <= len(text)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\t", "\x00", "#" * 5000, "1" * 5000, "a" * 5000, "[" * 3000, "Dr " * 3000,
     "M#" * 3000, "12#" * 3000, "rue de " * 2000, "-" * 5000, "é\u0301" * 2000, "😀Dr😀Roux", "à" * 5000,
     "1 " * 5000, "A" * 5000, "A. " * 3000, "Mme Roux-" * 2000, "né le " * 2000, "12h" * 3000],
)  # fmt: skip
def test_texts_that_wear_patterns_out_are_read_all_the_same(text):
    spans = detect(text)
    assert all(span.end <= len(text) for span in spans)
