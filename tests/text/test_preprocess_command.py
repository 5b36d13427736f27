"""preprocess and convert on plain files: the result alone on standard output, the rest beside it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
CORPUS = DATA / "jsonl" / "corpus.jsonl"


def run(*arguments: object, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command as a stranger would: no setting, and nowhere to write."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": "/proc/nowhere", "LC_ALL": "C"}
    command = [sys.executable, ROOT / "manage.py", *map(str, arguments)]
    return subprocess.run(command, input=text, env=environment, capture_output=True, check=False)


@pytest.fixture
def printed(capfdbinary):
    def read() -> str:
        return capfdbinary.readouterr().out.decode()

    return read


def convert(source: object, target: object, **options: object) -> str:
    told = io.StringIO()
    arguments = [
        f"--{key.rstrip('_')}={value}" for key, value in options.items() if value is not True
    ]
    flags = [f"--{key}" for key, value in options.items() if value is True]
    try:
        call_command("convert", str(source), str(target), *arguments, *flags, stderr=told)
    except CommandError as error:
        return f"{told.getvalue()}{error}"
    return told.getvalue()


def test_preprocess_prints_the_lines_of_each_file_and_nothing_else(tmp_path):
    (tmp_path / "a.xml").write_text(
        '<?xml version="1.0" encoding="ISO-8859-1"?><d><t><![CDATA[<p>né le 18.03.2022</p><p>ici</p>]]></t></d>',
        encoding="latin-1",
    )
    (tmp_path / "b.html").write_text("<ul><li>un<li>deux</ul>")
    done = run(
        "preprocess", tmp_path / "a.xml", tmp_path / "b.html", "-", text="1015-Lausanne  é".encode()
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == "né le 18#03#2022\nici\nun\ndeux\n1015 Lausanne é\n"


def test_preprocess_names_files_that_cannot_be_read_and_prints_the_others(tmp_path, printed):
    (tmp_path / "bad.txt").write_bytes(b"\xc3\xa9\nn\xe9")
    (tmp_path / "good.txt").write_text("bon")
    with pytest.raises(CommandError) as refused:
        call_command(
            "preprocess", *(str(tmp_path / n) for n in ("bad.txt", "gone.txt", "good.txt"))
        )
    assert printed() == "bon\n"
    first, second = str(refused.value).splitlines()
    assert first.startswith(f"{tmp_path}/bad.txt:2: ")
    assert second == f"{tmp_path}/gone.txt: No such file or directory"


def test_preprocess_can_leave_rules_out_and_be_told_the_kind(tmp_path, printed):
    path = tmp_path / "note"
    path.write_text("<p>18.03.2022 1015-Lausanne a\u200bb</p>")
    rules = ["--keep-full-stops", "--keep-dashes", "--keep-noise"]
    call_command("preprocess", str(path), "--kind=html", *rules)
    assert printed() == "18.03.2022 1015-Lausanne a\u200bb\n"


def test_convert_writes_the_result_alone_to_standard_output():
    done = run("convert", "-", "-", "--from", "jsonl", "--to", "jsonl", text=CORPUS.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == CORPUS.read_bytes().replace(b"\n\n", b"\n")


def test_convert_writes_what_it_can_says_what_it_cannot_and_fails(tmp_path):
    (tmp_path / "in.jsonl").write_text('{"text": "a"}\n{"text": 3}\n{"text": "b"}\n')
    done = run("convert", tmp_path / "in.jsonl", tmp_path / "out.csv", "--from=jsonl", "--to=csv")
    assert done.returncode == 1
    assert f"{tmp_path}/in.jsonl:2: error: “text” must be a text." in done.stderr.decode()
    assert (tmp_path / "out.csv").read_text().splitlines()[1:] == [",a,,,,,,,", ",b,,,,,,,"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.csv"]


def test_strict_convert_writes_nothing_after_an_error(tmp_path, printed):
    (tmp_path / "in.jsonl").write_text('{"text": "a"}\n{"text": 3}\n')
    (tmp_path / "out.csv").write_text("avant")
    told = convert(
        tmp_path / "in.jsonl", tmp_path / "out.csv", from_="jsonl", to="csv", strict=True
    )
    assert told.endswith("1 error; nothing was written.")
    assert (tmp_path / "out.csv").read_text() == "avant"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.csv"]
    convert(tmp_path / "in.jsonl", "-", from_="jsonl", to="csv", strict=True)
    assert printed() == ""


def test_strict_convert_writes_everything_without_an_error(printed):
    assert convert(CORPUS, "-", from_="jsonl", to="jsonl", strict=True) == ""
    assert printed().count("\n") == 2


@pytest.mark.parametrize(
    "name", ["prodigy", "doccano", "labelstudio", "brat", "conll", "webanno", "docbin", "csv"]
)
def test_convert_goes_there_and_back(tmp_path, name):
    convert(CORPUS, tmp_path / "there", from_="jsonl", to=name)
    convert(tmp_path / "there", tmp_path / "back.jsonl", from_=name, to="jsonl")
    records = [json.loads(line) for line in (tmp_path / "back.jsonl").read_text().splitlines()]
    assert [record["text"] for record in records] == ["M. Dupont né.", "Rien."] or name == "brat"
    spans = {record["text"]: record.get("spans", []) for record in records}
    (span,) = spans["M. Dupont né."]
    assert (span["start"], span["end"], span["label"]) == (3, 9, "NOM:PATIENT_E")
    assert spans["Rien."] == []


def test_fields_that_a_format_has_no_place_for_are_a_warning(tmp_path):
    told = convert(CORPUS, tmp_path / "out.tsv", from_="jsonl", to="webanno")
    assert f"{CORPUS}:1: warning: Record 1: the format cannot hold source, gamma.\n" in told
    assert ": error: " not in told


def test_a_brat_folder_is_read_in_order_and_its_problems_name_the_file(tmp_path, printed):
    told = convert(DATA / "brat", "-", from_="brat", to="jsonl")
    assert [json.loads(line)["id"] for line in printed().splitlines()] == ["lettre", "vide"]
    assert f"{DATA}/brat/discontinu.ann:1: error: " in told


def test_annotations_without_their_text_are_named(tmp_path):
    (tmp_path / "a.ann").write_text("T1\tX 0 1\ta\n")
    told = convert(tmp_path, tmp_path / "out.jsonl", from_="brat", to="jsonl")
    assert f"{tmp_path}/a.ann: error: The text that belongs" in told


@pytest.mark.parametrize(
    ("source", "target", "formats", "reason"),
    [
        ("in.jsonl", "in.jsonl", ("jsonl", "csv"), "the same"),
        ("in.jsonl", "./full/../in.jsonl", ("jsonl", "csv"), "the same"),
        ("in.jsonl", "full", ("jsonl", "brat"), "not empty"),
        ("in.jsonl", "full", ("jsonl", "csv"), "this is a folder"),
        ("full", "out", ("jsonl", "csv"), "jsonl is a file"),
        ("in.jsonl", "out", ("brat", "csv"), "brat is a folder"),
        ("-", "out", ("brat", "csv"), "cannot be -"),
        ("in.jsonl", "-", ("jsonl", "brat"), "cannot be -"),
        ("gone.jsonl", "out", ("jsonl", "csv"), "No such file"),
        ("in.jsonl", "gone/out", ("jsonl", "csv"), "no folder"),
    ],
)
def test_convert_refuses_without_touching_anything(
    tmp_path, monkeypatch, source, target, formats, reason
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.jsonl").write_text('{"text": "a"}\n')
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("x")
    assert reason in convert(source, target, from_=formats[0], to=formats[1])
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "in.jsonl"]
    assert (tmp_path / "in.jsonl").read_text() == '{"text": "a"}\n'


def test_a_link_stays_a_link_and_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "target.csv").write_text("")
    (tmp_path / "link.csv").symlink_to(tmp_path / "target.csv")
    convert(CORPUS, tmp_path / "link.csv", from_="jsonl", to="csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "target.csv").read_text()
    (tmp_path / "empty").mkdir()
    convert(CORPUS, tmp_path / "empty", from_="jsonl", to="brat")
    assert (tmp_path / "empty" / "7.ann").exists()


def test_convert_can_be_told_the_encoding_and_what_offsets_count(tmp_path, printed):
    path = tmp_path / "in.jsonl"
    line = '{"text": "😀 Rey", "spans": [{"start": 3, "end": 6, "label": "NOM"}]}'
    path.write_bytes(line.encode("utf-16"))
    assert convert(path, "-", from_="jsonl", to="jsonl", encoding="utf-16", offsets="utf16") == ""
    assert json.loads(printed())["spans"] == [{"start": 2, "end": 5, "label": "NOM"}]
