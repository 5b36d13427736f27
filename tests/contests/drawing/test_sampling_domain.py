"""Which lines may be drawn, how many of each type, and the same ones whenever asked."""

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contests.drawing.domain import (
    Criteria,
    Line,
    Profile,
    Reason,
    draw_evenly,
    draw_texts,
    is_blank,
    profile_texts,
    share_evenly,
    survey,
)
from text.tokens import digest_of

TYPES = st.sampled_from(["lettre", "laboratoire", "soins"])
TEXTS = st.sampled_from(["Anamnèse", "---", "ok", "Patient de 63 ans.", "Contrôle demain."])
LINES = st.lists(st.tuples(TYPES, TEXTS), max_size=40)
AVAILABLE = st.dictionaries(TYPES, st.integers(0, 30))


def lines_of(*rows):
    """Return lines of (type, text) pairs, each in a document of its own."""
    return [
        Line(digest_of(text), text, kind, f"doc-{number:03}", 1)
        for number, (kind, text) in enumerate(rows)
    ]


@pytest.mark.parametrize("text", ["---", "…", "* * *", "°", "____", " . "])
def test_a_line_without_letter_or_digit_is_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", ["é", "7", "- a", "½", "Ω", "二"])
def test_a_line_with_one_is_not(text):
    assert not is_blank(text)


def test_equal_texts_are_one_with_the_type_of_their_first_document():
    lines = lines_of(("soins", "Anamnèse"), ("lettre", "Anamnèse"), ("lettre", "Anamnèse"))
    expected = {digest_of("Anamnèse"): Profile("soins", 8, 3, is_blank=False)}
    assert profile_texts(lines) == expected
    assert profile_texts(reversed(lines)) == expected


@pytest.mark.parametrize(
    ("profile", "reason"),
    [
        (Profile("lettre", 10, 1, is_blank=False), None),
        (Profile("soins", 10, 1, is_blank=False), Reason.TYPE),
        (Profile("lettre", 10, 1, is_blank=True), Reason.BLANK),
        (Profile("lettre", 4, 1, is_blank=False), Reason.SHORT),
        (Profile("lettre", 5, 1, is_blank=False), None),
        (Profile("lettre", 80, 1, is_blank=False), None),
        (Profile("lettre", 81, 1, is_blank=False), Reason.LONG),
        (Profile("lettre", 10, 3, is_blank=False), None),
        (Profile("lettre", 10, 4, is_blank=False), Reason.FREQUENT),
        (Profile("lettre", 1, 9, is_blank=True), Reason.BLANK),
    ],
)
def test_each_limit_leaves_out_what_lies_beyond_it(profile, reason):
    criteria = Criteria(size=5, min_length=5, max_length=80, most_times=3, types={"lettre"})
    assert criteria.reason_against(profile) is reason


def test_without_limits_everything_but_blank_lines_may_be_drawn():
    assert Criteria(size=5).reason_against(Profile("", 100_000, 999, is_blank=False)) is None
    assert Criteria(size=5, takes_blank=True).reason_against(Profile("", 3, 1, True)) is None


@given(LINES, st.integers(0, 50), st.integers(0, 99), st.booleans())
def test_the_survey_tells_exactly_what_will_be_drawn(rows, size, seed, has_known):
    texts = profile_texts(lines_of(*rows))
    known = set(sorted(texts)[:1]) if has_known else set()
    criteria = Criteria(size=size, min_length=3, most_times=6)
    drawn = draw_texts(texts, criteria=criteria, known=known, seed=seed)
    told = survey(
        Counter(texts.values()),
        criteria=criteria,
        known=Counter(texts[digest] for digest in known),
    )
    counts = Counter(texts[digest].document_type for digest in drawn)
    assert counts == Counter({kind: count for kind, count in told.drawn.items() if count})
    assert told.lines == len(rows)
    assert told.texts == sum(told.left_out.values()) + told.known + sum(told.available.values())
    assert known.isdisjoint(drawn)


@given(LINES, st.integers(0, 99))
def test_a_draw_depends_on_the_texts_and_the_seed_alone(rows, seed):
    lines = lines_of(*rows)
    draws = [
        draw_texts(profile_texts(order), criteria=Criteria(size=3), known=set(), seed=seed)
        for order in (lines, list(reversed(lines)))
    ]
    assert draws[0] == draws[1]


@example(available={"lettre": 0, "laboratoire": 0, "soins": 2}, size=2)
@given(AVAILABLE, st.integers(0, 100))
def test_shares_are_those_of_the_draw_and_as_even_as_can_be(available, size):
    candidates = {kind: [f"{kind} {n}" for n in range(count)] for kind, count in available.items()}
    drawn = draw_evenly(candidates, size=size, seed=1)
    counts = Counter(item.split()[0] for item in drawn)
    shares = share_evenly(available, size=size)
    assert shares == {kind: counts[kind] for kind in sorted(available)}
    assert sum(shares.values()) == min(size, sum(available.values()))
    most = max(shares.values(), default=0)
    assert all(share >= most - 1 or share == available[kind] for kind, share in shares.items())
