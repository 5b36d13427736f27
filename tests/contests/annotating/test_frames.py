"""Answers and units as tables: the columns that are documented, filled with what was given."""

import pytest

from contests.annotating.frames import ANSWERS, SEEN, UNITS, answers, units
from contests.annotating.services.answers import hand_out, take_answer
from tests.factories import submission

DATE = "TEMPORAL:DATE"


@pytest.fixture
def given(contest, ana_in_contest):
    """Ana has answered one input twice."""
    (task,) = hand_out(annotator=ana_in_contest, count=1)
    for spans in ([(0, 4, DATE)], [(0, 3, DATE), (4, 6, DATE)]):
        answer = submission(*spans, duration_ms=4200)
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=answer)
    return task


def test_an_answer_is_a_row_with_its_task_its_person_and_its_team(contest, given, ana_in_contest):
    table = answers(contest)
    assert dict(table.dtypes.astype(str)) == {
        name: str(kind) for name, (_, kind) in ANSWERS.items()
    }
    (row,) = table.to_dict("records")
    assert (row["task"], row["annotator"], row["version"]) == (given.pk, ana_in_contest.pk, 2)
    assert (row["team"], row["answer"]) == (ana_in_contest.team.name, "accept")
    assert row["duration_ms"] == 4200


def test_earlier_versions_and_texts_come_when_asked_for(contest, given):
    table = answers(contest, "version", *SEEN, tasks=[given.pk], all_versions=True)
    assert table.columns.to_list() == ["version", "text", "shown"]
    assert table["version"].to_list() == [1, 2]
    assert set(table["text"]) == {given.input.text}


def test_a_unit_is_a_row_with_its_answer(contest, given):
    table = units(contest)
    assert table.columns.to_list() == list(UNITS)
    assert table[["start", "end", "label"]].to_numpy().tolist() == [[0, 3, DATE], [4, 6, DATE]]
    assert set(table["answer_id"]) == set(answers(contest)["answer_id"])
    assert len(units(contest, all_versions=True)) == 3


def test_a_contest_without_answers_has_the_same_columns(contest):
    assert dict(answers(contest).dtypes) == dict(answers(contest, *ANSWERS).dtypes)
    assert units(contest).empty
