"""Leakage, and how far figures would move on other texts: on numbers that can be checked by hand."""

import json
from collections import Counter
from dataclasses import dataclass
from io import StringIO

import pytest
from django.core.management import call_command

from detection.evaluation import TextCounts, evaluate
from detection.intervals import estimates
from text.markup import parse
from text.spans import Span

GOLD = "Vu par le Dr [Anne Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS)."


@dataclass
class Marked:
    text: str
    spans: list[Span]


def marked(line: str) -> Marked:
    return Marked(*parse(line))


def counts_of(found: str) -> TextCounts:
    (counts,) = evaluate([marked(GOLD)], [marked(found)]).texts
    return counts


@pytest.mark.parametrize(
    ("found", "uncovered"),
    [
        (GOLD, 0),
        # Another category hides a name as well, and so does one that enters no score.
        ("Vu par le Dr [Anne Durand](NOM:PATIENT_E) à [14h30](AUTRES).", 0),
        ("Vu par le Dr Anne [Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS).", 1),
        ("Vu [par le Dr](NOM:PERSONNEL_MÉDICAL) Anne Durand à 14h30.", 3),
    ],
)
def test_what_nothing_covers_leaks(found, uncovered):
    counts = counts_of(found)
    assert (counts.identifying, counts.uncovered) == (3, uncovered)


def test_figures_are_those_of_the_table_and_inside_their_intervals():
    texts = Counter(
        {TextCounts(3, 1, 0, 4, 1, 1, 5, 1): 30, TextCounts(0, 0, 2, 0, 0, 3, 3, 2): 10}
    )
    found = estimates(texts)
    assert found["exact.precision"].value == 0.75
    assert found["exact.recall"].value == pytest.approx(90 / 110)
    assert found["leakage"].value == pytest.approx(50 / 180)
    for each in found.values():
        assert (
            each.interval.low < each.value < each.interval.high or each.interval.low == each.value
        )


def test_an_interval_is_as_wide_as_the_textbook_says():
    texts = {TextCounts(1, 0, 0, 1, 0, 0, 1, 0): 300, TextCounts(0, 0, 1, 0, 0, 1, 1, 1): 100}
    low, high = estimates(texts)["exact.recall"].interval
    # Of 400 independent texts: 0.75 ± 1.96 · √(0.75 · 0.25 / 400).
    assert (low, high) == (pytest.approx(0.7076, abs=0.01), pytest.approx(0.7924, abs=0.01))


def test_the_same_texts_give_the_same_intervals_in_any_order():
    texts = {TextCounts(1, 2, 3, 4, 5, 6, 7, 1): 5, TextCounts(1, 0, 0, 1, 0, 0, 1, 0): 9}
    assert estimates(texts) == estimates(texts)


def test_without_texts_or_gold_there_is_nothing_to_say():
    assert estimates({}) == {}
    assert estimates({TextCounts(0, 0, 0, 0, 0, 0, 0, 0): 3})["leakage"].interval is None


def test_the_command_tells_leakage_and_intervals(tmp_path):
    text, spans = parse(GOLD)
    members = [{"start": each.start, "end": each.end, "label": each.label} for each in spans]
    for name, kept in (("gold", members), ("found", members[:1])):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"text": text, "spans": kept}))
    files = [str(tmp_path / "gold.jsonl"), str(tmp_path / "found.jsonl")]
    said, table = StringIO(), StringIO()
    call_command("evaluate", *files, "--json", stdout=said)
    told = json.loads(said.getvalue())
    assert (told["leakage"]["identifying"], told["leakage"]["uncovered"]) == (3, 1)
    assert told["leakage"]["ratio"] == pytest.approx(1 / 3)
    assert told["intervals"]["micro"]["exact"]["recall"] == [0.5, 0.5]
    call_command("evaluate", *files, stdout=table)
    assert "1 of 3 identifying tokens are covered by nothing" in table.getvalue()
