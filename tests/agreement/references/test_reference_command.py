"""`manage.py reference`, as a person or a program calls it."""

import json

import pytest
from django.core.management import CommandError, call_command

TIME = "TEMPORAL:TEMPS"


def answer(annotator, *spans, text="Vu à 12h hier.", **more):
    marked = [{"start": start, "end": end, "label": label} for start, end, label in spans]
    return {"text": text, "annotator": annotator, "spans": marked} | more


@pytest.fixture
def refer(tmp_path):
    """Write records into a file, and return what the command makes of them."""

    def refer(*records, corrections=()):
        answers, target = tmp_path / "answers.jsonl", tmp_path / "out.jsonl"
        answers.write_text("".join(json.dumps(record) + "\n" for record in records))
        options = []
        if corrections:
            file = tmp_path / "corrections.jsonl"
            file.write_text("".join(json.dumps(one) + "\n" for one in corrections))
            options = ["--corrections", str(file)]
        call_command("reference", str(answers), str(target), *options)
        return [json.loads(line) for line in target.read_text().splitlines()]

    return refer


def test_one_record_for_each_text_with_votes_majority_reference_and_verdicts(refer):
    unit = (5, 8, TIME)
    (record,) = refer(answer("ana", unit), answer("bob", unit), answer("eve"))
    assert list(record)[:5] == ["text", "gamma", "observed", "annotators", "spans"]
    assert (record["annotators"], record["complete"]) == (3, True)
    assert record["spans"] == [{"start": 5, "end": 8, "label": TIME}]
    (alignment,) = record["alignments"]
    assert alignment["votes"] == {
        "segment": [[5, 8, 2], [None, None, 1]], "category": [[TIME, 2], [None, 1]],
    }  # fmt: skip
    assert alignment["majority"] == {"segment": [5, 8], "category": TIME}
    assert alignment["reference"] == {"segment": [5, 8], "category": TIME, "corrected": False}
    assert alignment["verdicts"]["eve"] == {
        "unit": None, "segment": "disagrees", "category": "disagrees", "penalised": True,
    }  # fmt: skip


def test_the_last_answer_counts_and_rejected_or_ignored_ones_take_no_part(refer):
    unit = (5, 8, TIME)
    (record,) = refer(
        answer("ana", (0, 2, TIME)),
        answer("ana", unit),
        answer("bob", unit),
        answer("eve", answer="reject"),
        answer("dan", answer="ignore"),
    )
    assert (record["annotators"], len(record["alignments"]), record["gamma"]) == (2, 1, 1)


def test_single_and_empty_texts_have_no_gamma(refer):
    single, empty = refer(
        answer("ana", (5, 8, TIME)), answer("ana", text="Rien."), answer("bob", text="Rien.")
    )
    assert (single["gamma"], single["spans"][0]["start"], single["annotators"]) == (None, 5, 1)
    assert single["alignments"][0]["majority"] == {"segment": None, "category": None}
    assert (empty["gamma"], empty["spans"], empty["alignments"]) == (None, [], [])


def test_an_id_tells_equal_texts_apart(refer):
    records = refer(answer("ana", id="one"), answer("bob", id="two"), answer("eve", id="one"))
    assert [(record["id"], record["annotators"]) for record in records] == [("one", 2), ("two", 1)]


def test_corrections_decide(refer):
    unit, text = (5, 8, TIME), "Vu à 12h hier."
    answers = [answer("ana", unit), answer("bob")]
    (undecided,) = refer(*answers)
    assert (undecided["spans"], undecided["complete"]) == ([], False)
    (record,) = refer(*answers, corrections=[{"text": text, "segment": [5, 8], "category": TIME}])
    assert [span["start"] for span in record["spans"]] == [5]
    assert record["alignments"][0]["verdicts"]["bob"]["penalised"]
    none = {"text": text, "anchor": [5, 8], "segment": None, "category": None}
    (record,) = refer(*answers, corrections=[none])
    assert record["alignments"][0]["reference"]["segment"] == "none"
    assert record["alignments"][0]["verdicts"]["ana"]["penalised"]


@pytest.mark.parametrize(
    ("correction", "words"),
    [
        ({"text": "Vu à 12h hier.", "anchor": [5, 8]}, ":1: The correction sets neither"),
        ({"text": "Vu à 12h hier.", "segment": [5, 80], "category": TIME}, "outside the text"),
        ({"text": "Vu à 12h hier.", "segment": [5, 8], "category": None}, "must both be none"),
        ({"text": "Autre.", "segment": [0, 3], "category": TIME}, "None of the answers"),
    ],
)
def test_a_correction_that_cannot_be_taken_is_named(refer, correction, words):
    with pytest.raises(CommandError, match=words):
        refer(answer("ana"), answer("bob"), corrections=[correction])


def test_an_answer_without_an_annotator_is_refused(refer, tmp_path):
    record = answer("ana")
    del record["annotator"]
    with pytest.raises(CommandError, match=r"answers.jsonl:1: “annotator” is missing"):
        refer(record)
    assert not (tmp_path / "out.jsonl").exists()
