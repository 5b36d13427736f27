"""Figures about the lengths of lines."""

from corpus.documents.domain import Bin, describe_lengths, histogram


def test_lengths_fall_into_bins_that_double():
    assert histogram([(1, 2), (10, 3), (11, 4), (40, 5)]) == [
        Bin(1, 10, 5),
        Bin(11, 20, 4),
        Bin(21, 40, 5),
    ]


def test_an_empty_bin_between_two_filled_ones_is_kept_and_those_outside_are_not():
    assert [each.count for each in histogram([(15, 1), (100, 1)])] == [1, 0, 0, 1]


def test_the_last_bin_has_no_end():
    assert histogram([(1_000_000, 1)]) == [Bin(2561, None, 1)]


def test_median_and_long_lines_count_every_line():
    lengths = describe_lengths({5: 50, 30: 45, 200: 4, 900: 1})
    assert (lengths.lines, lengths.characters) == (100, 250 + 1350 + 800 + 900)
    assert (lengths.shortest, lengths.median, lengths.long, lengths.longest) == (5, 5, 30, 900)
    assert lengths.highest == 50


def test_without_lines_there_is_nothing_to_describe():
    assert describe_lengths({}) is None
    assert describe_lengths({12: 0}) is None
