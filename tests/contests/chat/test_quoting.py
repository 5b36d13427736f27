"""Recognising a quotation: five words in a row, however they are written."""

import pytest

from contests.chat.domain import runs_of, runs_said, words_of

KEY = b"key"
INPUT = "Vu par le Dr Durand à 14h30, sortie prévue."


def quotes(*said: str) -> bool:
    *before, latest = said
    known = runs_of(words_of(INPUT), key=KEY)
    return bool(known & runs_said(latest, before=before, key=KEY))


@pytest.mark.parametrize(
    "text",
    [
        "Vu par le Dr Durand",
        "ils écrivent « VU PAR LE DR DURAND », alors ?",
        "vu, par: le - dr. durand",
        "par le dr durand a",
        "Durand a 14h30 SORTIE prevue",
        "vu par\nle dr\ndurand",
        "vu pa\u200br le dr du\u00adrand",
        "ｖｕ par le dr durand",
        "vu p\u034far le d\ufe0fr durand",
        "vu\u3164par\u3164le\u3164dr\u3164durand",
        "vu_par\u2011le\u2212dr\u2014durand",
    ],
)
def test_five_words_in_a_row_are_a_quotation(text):
    assert quotes(text)


@pytest.mark.parametrize(
    "text", ["vu par le dr", "le Dr Durand a été vu par", "Durand, Dr le par vu", "", "…"]
)
def test_four_words_or_another_order_are_none(text):
    assert not quotes(text)


@pytest.mark.parametrize(
    "said",
    [
        ("vu par", "le dr durand"),
        ("vu par le dr", "durand"),
        ("vu", "par", "le", "dr", "durand"),
        ("vu par le", "attends", "dr durand"),
        ("dr durand à", "hm", "vu par le"),
        ("je lis : vu par le", "dr durand, et puis rien"),
    ],
)
def test_a_quotation_in_pieces_is_one(said):
    assert quotes(*said)


def test_what_was_said_before_is_no_quotation_of_the_next_message():
    assert not quotes("vu par le dr durand", "qu’en dites-vous ?")


def test_a_text_of_fewer_than_five_words_has_nothing_to_recognise():
    assert runs_of(words_of("Pas d’allergie connue."), key=KEY) == set()


def test_hashes_of_two_rooms_differ():
    words = words_of(INPUT)
    assert not runs_of(words, key=b"one") & runs_of(words, key=b"other")
