"""`manage.py split` on plain files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]


def line(number):
    spans = [{"start": 0, "end": 3, "label": "NOM"}] if number % 3 else []
    return json.dumps(
        {
            "note": f"é {number}",
            "id": number,
            "text": "Ana lit.\u2028Bien.",
            "spans": spans,
            "gamma": 0.1 * (number % 10) if spans else None,
            "annotators": 1 + number % 4,
            "document": [f"d{number // 4}"],
            "nested": {"b": [1, 2.50], "a": None},
        },
        ensure_ascii=False,
    )


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(f"{line(number)}\n" for number in range(80)), encoding="utf-8")
    return path


def run(*arguments):
    call_command("split", *map(str, arguments))


def lines(*paths):
    return [text for path in paths for text in path.read_text(encoding="utf-8").split("\n")[:-1]]


def test_each_record_goes_unchanged_into_exactly_one_file(file, tmp_path, capsys):
    out = tmp_path / "new" / "split"
    run(file, out)
    names = ["train", "validation", "test"]
    parts = [lines(out / f"{name}.jsonl") for name in names]
    assert [len(part) for part in parts] == [56, 12, 12]
    assert sorted(text for part in parts for text in part) == sorted(lines(file))
    for part in parts:
        ids = [json.loads(text)["id"] for text in part]
        assert ids == sorted(ids)
    report = json.loads((out / "report.json").read_text())
    assert (report["samples"], report["deviation"], report["method"]) == (80, 0, "default")
    assert "deviation of 1 categories: 0" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.jsonl", "new"]


def test_a_field_with_one_or_several_documents_groups(file, tmp_path):
    run(file, tmp_path / "out", "--group-by", "document")
    sides = {
        name: {
            tuple(json.loads(text)["document"]) for text in lines(tmp_path / f"out/{name}.jsonl")
        }
        for name in ("train", "validation", "test")
    }
    assert sum(map(len, sides.values())) == 20
    assert json.loads((tmp_path / "out/report.json").read_text())["groups"] == 20


def test_records_without_the_group_are_counted(file, tmp_path, capsys):
    texts = lines(file)
    some = [text.replace('"document"', '"patient"') for text in texts[:60]] + texts[60:]
    file.write_text("".join(f"{text}\n" for text in some), encoding="utf-8")
    run(file, tmp_path / "out", "--group-by", "patient")
    assert "without patient, and so alone: 20 records" in capsys.readouterr().out
    assert json.loads((tmp_path / "out/report.json").read_text())["groups"] == 15 + 20


def test_folds_are_folders_with_train_and_test(file, tmp_path):
    run(file, tmp_path / "out", "--folds", "4", "--seed", "3")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "fold-1", "fold-2", "fold-3", "fold-4", "report.json",
    ]  # fmt: skip
    tests = []
    for number in range(1, 5):
        test = lines(tmp_path / f"out/fold-{number}/test.jsonl")
        train = lines(tmp_path / f"out/fold-{number}/train.jsonl")
        assert sorted(test + train) == sorted(lines(file))
        tests += test
    assert sorted(tests) == sorted(lines(file))


def test_without_validation_there_is_no_such_file(file, tmp_path):
    run(file, tmp_path / "out", "--ratios", "80,0,20", "--method", "thesis")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "report.json", "test.jsonl", "train.jsonl",
    ]  # fmt: skip


def test_an_empty_folder_is_used_and_a_full_one_is_left_alone(file, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    run(file, out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    with pytest.raises(CommandError, match="not empty"):
        run(file, out, "--seed", "1")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ratios", "70,30"], "The ratios are three numbers"),
        (["--ratios", "a,b,c"], "three numbers like 70,15,15"),
        (["--ratios", "0,50,50"], "above 0"),
        (["--folds", "1"], "2 or more"),
        (["--folds", "81"], "80 samples cannot be split into 81 parts"),
        (["--folds", "3", "--ratios", "1,1,1"], "not both"),
        (["--group-by", "patient"], "no record has the field patient"),
        (["--group-by", "nested"], "“nested” has to be a text, or a list of texts"),
        (["--seed", "-1"], "The seed is a whole number"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(file, tmp_path, arguments, words):
    with pytest.raises(CommandError, match=words):
        run(file, tmp_path / "out", *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.jsonl"]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ('{"text": "a", "gamma": "high"}', "“gamma” has to be a number or null"),
        ('{"text": "a", "gamma": true}', "“gamma” has to be a number or null"),
        ('{"text": "a", "annotators": 1.5}', "“annotators” has to be a whole number"),
        ('{"text": "a", "annotators": ["ana"]}', "“annotators” has to be a number"),
        ('{"text": 3}', "“text” must be a text"),
        ("{", "JSON"),
    ],
)
def test_a_bad_record_is_named_with_its_line(file, tmp_path, record, words):
    with file.open("a") as sink:
        sink.write(f"{record}\n")
    with pytest.raises(CommandError, match=words) as refused:
        run(file, tmp_path / "out")
    assert f"{file}:81: " in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_an_empty_corpus_is_refused(tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(CommandError, match="no sample"):
        run(tmp_path / "empty.jsonl", tmp_path / "out")


def test_standard_input_is_read_without_any_service(file, tmp_path):
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", "split", "-", str(tmp_path / "out"), "--min-count", "5"],
        cwd=ROOT,
        env=environment,
        input=file.read_bytes(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(lines(tmp_path / "out/test.jsonl")) == 12


def test_standard_output_is_no_folder(file):
    with pytest.raises(CommandError, match="no folder"):
        run(file, "-")
