from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from text.tokens import tokenize


def test_tokens_are_words_and_punctuation_without_blanks():
    text = "Vu l'enfant  le 18#03#2022."
    assert [text[start:end] for start, end in tokenize(text)] == [
        "Vu",
        "l'",
        "enfant",
        "le",
        "18#03#2022",
        ".",
    ]


def test_another_language_has_its_own_tokenizer():
    assert tokenize("don't", language="en") == ((0, 2), (2, 5))


@given(st.text())
def test_tokens_are_ordered_disjoint_and_cover_all_but_blanks(text):
    tokens = tokenize(text)
    assert all(before[1] <= after[0] for before, after in pairwise(tokens))
    covered = {index for start, end in tokens for index in range(start, end)}
    assert all(text[index].isspace() for index in range(len(text)) if index not in covered)
