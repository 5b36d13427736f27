"""Entries are found word by word as spaCy finds them in the whole text, and memory stays within its bound."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.matcher import PhraseMatcher

from detection.rules.entries import Entries
from detection.rules.phrases import Phrases, blank
from detection.rules.reading import longest

LEXICONS = {
    "kin": ["mère", "belle-mère", "personne de contact", "de la famille"],
    "units": ["soins", "soins intensifs", "centre de soins de la tour", "d'Or"],
}
PIECES = ["mère", "Belle", "-", "personne", "de", "contact", "la", "Famille", "soins", "intensifs"]
PIECES += ["centre", "tour", "d", "'", "Or", "SoinsIntensifs", "12", "x", " ", " ", " ", "  ", "\n"]


@pytest.fixture(scope="module")
def entries():
    return Entries(Phrases("fr", LEXICONS), {"arrow": re.compile("->")})


def whole(text):
    """Return what spaCy finds when it reads the text at once."""
    pipeline = blank("fr")
    matcher = PhraseMatcher(pipeline.vocab, attr="NORM")
    for name, words in LEXICONS.items():
        matcher.add(name, [pipeline.make_doc(word) for word in words])
    document = pipeline.make_doc(text)
    found = {}
    for span in matcher(document, as_spans=True):
        found.setdefault(span.label_, []).append((span.start_char, span.end_char))
    return {name: longest(places) for name, places in found.items()}


@given(text=st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_what_is_found_word_by_word_is_what_the_whole_text_has(entries, text):
    found = entries.places(text)
    assert {name: places for name, places in found.items() if name in LEXICONS} == whole(text)


def test_entries_that_come_later_are_found_with_those_that_were_there_and_nowhere_else(entries):
    first = Phrases("fr", {"kin": LEXICONS["kin"]})
    both = Entries(first.with_more({"units": LEXICONS["units"], "kin": ["mère de la famille"]}), {})
    text = "centre de soins de la tour, la mère de la famille"
    assert both.places(text) == {"units": [(0, 26)], "kin": [(31, 49)]}
    assert Entries(first, {}).places(text) == {"kin": [(31, 35), (36, 49)]}


def test_shapes_and_words_with_numbers_are_found_like_entries(entries):
    assert entries.places("SIP ->NAT le 12.3 à B4")["arrow"] == [(4, 6)]
    assert entries.places("SIP ->NAT le 12.3 à B4")["figures.word"] == [(13, 17), (20, 22)]


def test_no_more_is_kept_than_the_bound(monkeypatch):
    monkeypatch.setattr("detection.rules.entries._KEPT", 20)
    small = Entries(Phrases("fr", LEXICONS), {})
    for number in range(100):
        assert small.places(f"mot{number} sa mère{'x' * number}").keys() >= {"figures.word"}
        assert len(small._memory) <= 20
    assert all(len(word) <= 48 for word in small._memory.recent)
