"""An organisation's own number formats: found by what they say, refused where they could explode."""

import pytest

from detection.errors import FormatRefused, UnknownLexicon
from detection.rules.languages import LANGUAGES
from detection.rules.own import OwnFormat, check_format, own_rule
from detection.rules.pipeline import Additions, RuleDetector

LABEL = "ID:IPP"


def found(text, *formats):
    additions = Additions(rules=(own_rule(formats, label=LABEL),))
    detector = RuleDetector(LANGUAGES["en"], language="en", additions=additions)
    return [text[each.start : each.end] for each in detector.explain(text) if each.label == LABEL]


def test_a_format_finds_whole_numbers_only():
    assert found("K-123 4567 K-1234567 xK-1234567", OwnFormat(LABEL, r"K-\d{7}")) == ["K-1234567"]


def test_with_a_trigger_only_what_stands_behind_it_is_found():
    format_ = OwnFormat(LABEL, r"\d{4}", trigger="Dossier n°")
    assert found("dossier n° 1234, 5678", format_) == ["1234"]


def test_an_own_format_goes_before_the_rules():
    text = "079 123 45 67"
    assert found(text, OwnFormat(LABEL, r"079 \d{3} \d{2} \d{2}")) == [text]


@pytest.mark.parametrize(
    "pattern", [r"\d{6,10}", r"[A-Z]{2}[ -]?\d{4}", r"(?:B|CH)\d{7}", r"\bX\d{3}"]
)
def test_what_formats_need_is_taken(pattern):
    assert check_format(pattern)


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("[", "syntax_at"),
        ("(", "syntax_at"),
        (r"\d+", "unbounded"),
        (r"(a+)+$", "unbounded"),
        (r"(a|a)*b", "unbounded"),
        (r"(.*)*", "empty"),
        (r"(a?){30}b", "repeats_nothing"),
        (r"(a|a){30}b", "ways"),
        (r"\d{1,50}\d{1,50}\d{1,50}", "ways"),
        (r"(x{1,9}){1,9}", "ways"),
        (r"\d*", "empty"),
        ("a{1000}", "unbounded"),
        (r"a(?:\b){0,30000000}", "repeats_nothing"),
        (r"a(?:\b|b){2}", "repeats_nothing"),
        (r"a(?:b?){0,9}", "repeats_nothing"),
        (r"a(?:(?:\b){0,30000000}b){1,3}", "repeats_nothing"),
        (r"(\d)\1", "unsupported"),
        (r"(?=\d)\d", "unsupported"),
        (r"^\d{4}$", "unsupported"),
        (r"(?P<value>\d)", "unsupported"),
        (r"(?i)ab\d", "unsupported"),
        ("", "length"),
        ("a" * 201, "length"),
    ],
)
def test_what_is_wrong_or_could_explode_is_refused_with_a_code(pattern, code):
    with pytest.raises(FormatRefused) as refused:
        check_format(pattern)
    assert refused.value.code == code


def test_a_format_that_an_earlier_version_took_is_left_out():
    formats = (OwnFormat(LABEL, r"K-(?:\b){0,30000000}"), OwnFormat(LABEL, r"K-\d{7}"))
    assert found("K-1234567 K-", *formats) == ["K-1234567"]


def test_words_for_a_lexicon_that_no_rule_reads_are_refused():
    with pytest.raises(UnknownLexicon, match="nowhere"):
        RuleDetector(LANGUAGES["en"], language="en", additions=Additions(words={"nowhere": ("x",)}))
