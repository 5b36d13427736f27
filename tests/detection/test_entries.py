"""Entries of lexicons, shapes and numbers are found where they stand."""

import re

from detection.rules.entries import Entries, matcher

LEXICONS = {
    "kin": ["mère", "belle-mère", "personne de contact", "de la famille"],
    "units": ["soins", "soins intensifs", "centre de soins de la tour", "d'Or"],
}


def places(text, *lexicons):
    matchers = [matcher("fr", each) for each in lexicons or [LEXICONS]]
    entries = Entries("fr", matchers, {"arrow": re.compile("->")}, {})
    return dict(entries.places(text))


def test_entries_are_found_however_they_are_written_and_the_longest_wins():
    assert places("La MERE, sa Belle-Mère") == {"kin": [(3, 7), (12, 22)]}
    assert places("centre de soins de la tour") == {"units": [(0, 26)]}
    assert places("SoinsIntensifs d'or") == {"units": [(0, 14), (15, 19)]}
    assert places("personne  de contact") == {}


def test_entries_of_several_matchers_are_found_together_and_nowhere_else():
    more = {"units": ["tour"], "kin": ["mère de la famille"]}
    text = "la tour, la mère de la famille"
    assert places(text, LEXICONS, more) == {"units": [(3, 7)], "kin": [(12, 30)]}
    assert places(text) == {"kin": [(12, 16), (17, 30)]}


def test_shapes_and_words_with_numbers_are_found_like_entries():
    found = places("SIP ->NAT le 12.3 à B4")
    assert found == {"arrow": [(4, 6)], "figures.word": [(13, 17), (20, 22)]}


def test_half_a_surrogate_pair_moves_nothing():
    assert places("\ud800 sa mère") == {"kin": [(5, 9)]}
