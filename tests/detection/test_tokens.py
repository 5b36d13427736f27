"""Words are cut as spaCy cuts them, without asking it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detection.rules.phrases import blank, cut
from text.markup import parse

NOTES = sorted((Path(__file__).parents[1] / "data" / "detection").glob("*.txt"))


def by_spacy(word: str) -> list[str]:
    return [token.text for token in blank("fr").make_doc(word)]


@given(word=st.text(alphabet="aAéÉœßz.#,'’-/°19_(:²µ…@\u0301", min_size=1, max_size=10))
def test_any_word_is_cut_as_spacy_does(word):
    assert cut(word) == by_spacy(word)


@pytest.mark.parametrize("path", NOTES[:4], ids=lambda path: path.stem)
def test_words_of_notes_are_cut_as_spacy_does(path):
    texts = [parse(line)[0] for line in path.read_text(encoding="utf-8").splitlines()]
    words = {word for text in texts for word in text.split(" ") if word}
    assert {word: cut(word) for word in words} == {word: by_spacy(word) for word in words}


@pytest.mark.parametrize("word", ["", "a\tb", "\ud800", "deux mots"])
def test_what_only_spacy_can_tell_is_left_to_it(word):
    assert cut(word) is None
