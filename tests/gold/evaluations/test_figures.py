"""Table 4.1, versions of the rules and what they do differently, without a database."""

import doctest

from contests.proposals.domain.proposer import Setup
from detection.evaluation import Score, Scores
from detection.rules.own import OwnWords
from gold.evaluations import domain as detector

AGE, FAX, URL = "DÉMOGRAPHIE:ÂGE", "CONTACT:FAX", "CONTACT:URL"
NOTHING = (None, None, "")


def test_the_examples_in_the_modules_are_true():
    assert doctest.testmod(detector).failed == 0


def test_categories_stand_under_their_supercategory_whose_line_counts_them_together():
    scores = Scores({URL: Score(1, 0, 0), FAX: Score(1, 1, 1), "ORGANISATION": Score(0, 0, 2)})
    contact, organisation = detector.supercategories_in(scores)
    assert [line.label for line in contact.lines] == [FAX, URL]
    assert contact.together == Score(2, 1, 1)
    assert [line.name for line in organisation.lines] == ["ORGANISATION"]


def test_precision_is_undefined_where_nothing_was_found():
    (supercategory,) = detector.supercategories_in(
        Scores({FAX: Score(0, 0, 2), URL: Score(0, 1, 0)})
    )
    assert [line.is_precision_undefined for line in supercategory.lines] == [True, False]


def test_a_version_changes_with_the_words_of_any_contest():
    plain = Setup("fr")
    taught = Setup("fr", words=(OwnWords("units", "CHUV:STRUCTURE_RÉFÉRENCE", ("Azur",)),))
    assert detector.version_of({1: plain, 2: plain}) == detector.version_of({2: plain, 1: plain})
    assert detector.version_of({1: plain, 2: taught}) != detector.version_of({1: plain, 2: plain})
    assert detector.version_of({1: plain, 2: taught}) != detector.version_of({1: taught, 2: plain})


def test_an_error_that_is_wrong_in_another_way_is_gone_and_new():
    missed = detector.Mistake(1, (0, 4, AGE), NOTHING)
    wider = detector.Mistake(1, (0, 4, AGE), (0, 6, AGE))
    same = detector.Mistake(2, NOTHING, (3, 5, URL))
    found = detector.difference({missed: 1, same: 2}, {wider: 3, same: 4})
    assert (list(found.new), list(found.gone), found.kept) == ([3], [1], 1)


def test_the_largest_loss_comes_first_and_what_stays_is_left_out():
    before = Scores({AGE: Score(2, 0, 0), FAX: Score(1, 1, 1), URL: Score(3, 0, 0)})
    after = Scores({AGE: Score(1, 0, 1), FAX: Score(2, 0, 0), URL: Score(3, 0, 0)})
    assert [each.label for each in detector.shifts(before, after)] == [AGE, FAX]
