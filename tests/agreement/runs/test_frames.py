"""What a run says of people as tables: the columns that are documented, filled by a run."""

from agreement.runs.frames import CONTRIBUTIONS, JUDGEMENTS, contributions, judgements
from tests.agreement.running import answer, join, run_now

DATE, AGE = "TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"


def test_a_judgement_is_a_row_for_each_person_and_place(contest):
    people = join(contest, "ada", "ben", "cid")
    item = contest.inputs.get(text__contains="18#03#2022")
    for member, label in zip(people, (DATE, DATE, AGE), strict=True):
        answer(member, item, (12, 22, label))
    run_now(contest)
    table = judgements(contest).sort_values("annotator")
    assert {name: str(kind) for name, kind in table.dtypes.items()} == {
        name: kind for name, (_, kind) in JUDGEMENTS.items()
    }
    assert table["label"].to_list() == [DATE, DATE, AGE]
    assert set(table["reference_label"]) == {DATE}
    assert table["category_agrees"].to_list() == [True, True, False]
    assert table["segment_agrees"].all()
    assert judgements(contest, "input")["input"].to_list() == [item.pk] * 3


def test_a_contribution_is_a_row_for_each_answer_that_counts(contest):
    ada, ben = join(contest, "ada", "ben")
    item = contest.inputs.get(text__startswith="Pas d")
    answer(ada, item, duration_ms=10_000)
    answer(ben, item, duration_ms=None)
    run_now(contest)
    table = contributions(contest).sort_values("annotator")
    assert table.columns.to_list() == list(CONTRIBUTIONS)
    assert table["duration_ms"].fillna(0).to_list() == [10_000, 0]
    assert set(table["team"]) == {ada.team.name}
