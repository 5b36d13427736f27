"""Any detector: who is registered, what its findings must be, and how two are merged."""

import json

import pytest
from django.core.management import CommandError, call_command

from detection import detect, explain_all
from detection.base import MODES, RULES, Choice, Finding, detector, detector_names, found_by
from detection.errors import DetectorUnusable
from tests.detection.houses import UNIT, documented, installed, named, serving
from text.spans import Span

TEXT = "Vu par le Dr Durand en Zirconie le 18.03.2022"


def words(text, findings):
    return [(text[each.start : each.end], each.label) for each in findings]


def test_the_rules_are_a_detector_like_any_other():
    rules = detector(RULES)
    (found,) = found_by(rules, [TEXT])
    assert [each.span for each in found] == detect(TEXT)
    assert {each.detector for each in found} == {RULES}
    assert {each.label for each in found} <= set(rules.labels)
    assert len(rules.version) == 64


def test_a_package_adds_a_detector_as_the_documentation_says(tmp_path):
    assert detector_names() == [RULES]
    with installed(tmp_path):
        assert detector_names() == [RULES, "wards"]
        (found,) = explain_all([TEXT], choice=Choice("wards"))
        assert found == [Finding(23, 31, UNIT, "a ward of ours", None, 0.9, "wards")]
        (both,) = explain_all([TEXT], choice=Choice("wards", "rules-win"))
        assert [each.detector for each in both] == [RULES, "wards", RULES]
    assert detector_names() == [RULES]


def test_the_service_of_the_documentation_finds_the_same(tmp_path):
    code = documented("python", "import json\n")
    with installed(tmp_path, name="wards"):
        names: dict[str, type] = {}
        exec(code, names)
        with serving(names["Service"]) as address, named("afar", address):
            (found,) = found_by(detector("afar"), [TEXT])
    assert [each._replace(detector="wards") for each in found] == [
        Finding(23, 31, UNIT, "a ward of ours", None, 0.9, "wards")
    ]


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [
        ("import nothing_of_this_name\n", "Wards", "broken"),
        ("Wards = 3\n", "Warts", "broken"),
        ("def make(language):\n    return object()\n", "make", "broken"),
    ],
)
def test_what_cannot_be_loaded_is_said(tmp_path, source, target, code):
    with (
        installed(tmp_path, name="odd", source=source, target=target),
        pytest.raises(DetectorUnusable) as refused,
    ):
        detector("odd")
    assert refused.value.code == code
    assert "odd" in str(refused.value)


def test_a_detector_that_is_not_there_is_unknown():
    with pytest.raises(DetectorUnusable, match="is not installed"):
        detector("nowhere")


class Told:
    """A detector that finds what it is told."""

    name, version, labels = "told", "1", ("A", "B")

    def __init__(self, *findings):
        self.findings = findings

    def detect_all(self, texts):
        return ([*self.findings] for _ in texts)


@pytest.mark.parametrize(
    "wrong",
    [
        Finding(3, 3, "A"), Finding(-1, 3, "A"), Finding(0, 11, "A"), Finding(0, 3, ""), Finding(True, 3, "A"),
        Finding(0, 3, "A\n"), Finding(0, 3, "A" * 122), Finding(0, 3, None), Finding(0.0, 3, "A"),
        Finding(0, 3, "A", score=1.5), Finding(0, 3, "A", score=float("nan")), Finding(0, 3, "A", score="1"),
        Finding(0, 3, "A", score=True), Finding(0, 3, "A", "r" * 81), Finding(0, 3, "A", "r", (0, 11)), (0, 3, "A"),
    ],
)  # fmt: skip
def test_findings_that_cannot_be_refuse_the_answer(wrong):
    with pytest.raises(DetectorUnusable, match="did not return spans"):
        list(found_by(Told(Finding(0, 2, "A"), wrong), ["0123456789"]))


def test_a_missing_list_refuses_the_answer():
    short = Told()
    short.detect_all = lambda texts: iter([[]])
    with pytest.raises(DetectorUnusable):
        list(found_by(short, ["a", "b"]))


def test_of_findings_that_overlap_the_surest_stays():
    found = Told(Finding(0, 5, "A", score=0.4), Finding(4, 8, "B", score=0.6), Finding(8, 9, "A"))
    (kept,) = found_by(found, ["0123456789"])
    assert [each.span for each in kept] == [Span(4, 8, "B"), Span(8, 9, "A")]


RULE, MODEL = Finding(0, 4, "A"), Finding(2, 8, "B")
RULE_ALONE, MODEL_ALONE = Finding(10, 12, "B"), Finding(14, 15, "A")


@pytest.mark.parametrize(
    ("choice", "merged"),
    [
        (Choice("m", "rules-win"), [RULE, RULE_ALONE, MODEL_ALONE]),
        (Choice("m", "model-win"), [MODEL, RULE_ALONE, MODEL_ALONE]),
        (Choice("m", "union"), [MODEL, RULE_ALONE, MODEL_ALONE]),
        (Choice("m", "best-per-label", frozenset("A")), [RULE]),
        (Choice("m", "best-per-label", frozenset("B")), [RULE_ALONE, MODEL_ALONE]),
        (Choice("m", "best-per-label"), [MODEL, MODEL_ALONE]),
    ],
)
def test_two_are_merged_as_chosen(choice, merged):
    assert choice.merge([[RULE, RULE_ALONE], [MODEL, MODEL_ALONE]]) == merged


def test_in_a_union_the_longer_stays_and_of_two_alike_that_of_the_rules():
    longer, same = Finding(0, 9, "A"), Finding(2, 8, "C")
    assert Choice("m", "union").merge([[longer], [MODEL]]) == [longer]
    assert Choice("m", "union").merge([[same], [MODEL]]) == [same]


@pytest.mark.parametrize("key", [RULES, "m", *(f"m+{mode}" for mode in MODES)])
def test_a_choice_is_written_and_read(key):
    assert Choice.of(key).key == key


def test_the_command_reads_with_any_detector(tmp_path):
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"text": TEXT}))
    with installed(tmp_path):
        found = {}
        for more in ([], ["--with-rules", "union"]):
            call_command("detect", str(source), str(target), "--detector", "wards", *more)
            spans = json.loads(target.read_text())["spans"]
            found[len(more)] = [TEXT[span["start"] : span["end"]] for span in spans]
    assert found == {0: ["Zirconie"], 2: ["Durand", "Zirconie", "18.03.2022"]}
    for wrong in (["--detector", "nowhere"], ["--with-rules", "union"], ["--language", "xx"]):
        with pytest.raises(CommandError):
            call_command("detect", str(source), str(target), *wrong)
