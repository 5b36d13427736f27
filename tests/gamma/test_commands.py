"""`manage.py gamma` and `manage.py warmup`, as a person or a program calls them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from gamma.errors import InvalidUnitsFile
from gamma.gamma import compute_gamma
from gamma.unit_files import read_units
from text.spans import Span

ROOT = Path(__file__).resolve().parents[2]
UNITS = "ana,DATE,0,4\nana,AGE,9,12\nbob,DATE,1,4\nbob,AGE,9,12\ncarl\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "units.csv"
    path.write_text(UNITS)
    return path


def gamma(capsys, *arguments):
    call_command("gamma", *map(str, arguments))
    return capsys.readouterr().out


def test_each_file_gives_one_line_of_json(capsys, file):
    lines = gamma(capsys, file, file, "--json").splitlines()
    assert len(lines) == 2
    result = json.loads(lines[0])
    assert list(result)[:2] == ["gamma", "gamma_cat"]
    assert {"observed", "expected", "samples", "proven", "alignment"} <= set(result)
    assert (result["samples"], result["proven"]) == (30, True)
    assert result["gamma"] == pytest.approx(1 - result["observed"] / result["expected"])
    first, second = result["alignment"]
    assert first["units"] == {"ana": [0, 4, "DATE"], "bob": [1, 4, "DATE"], "carl": None}
    assert second["disorder"] == pytest.approx(2 / 3)


def test_people_get_words(capsys, file):
    text = gamma(capsys, file)
    assert "gamma " in text
    assert "30 samples, 2 unitary alignments (proven)" in text
    assert "gamma-k DATE" in text


def test_options_reach_the_engine(capsys, file):
    plain = json.loads(gamma(capsys, file, "--json"))
    heavy = json.loads(gamma(capsys, file, "--json", "--alpha", 9, "--delta-empty", 2))
    assert heavy["observed"] > 2 * plain["observed"]
    shuffled = json.loads(gamma(capsys, file, "--json", "--sampler", "shuffle", "--samples", 7))
    assert shuffled["samples"] == 7
    exact = json.loads(gamma(capsys, file, "--json", "--precision", "0.02"))
    assert exact["samples"] > 30
    assert json.loads(gamma(capsys, file, "--json", "--seed", 5))["expected"] != plain["expected"]
    assert gamma(capsys, file, "--json", "--seed", 5) == gamma(capsys, file, "--json", "--seed", 5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ana,DATE,0\n", "line 1: annotator,category,start,end is needed"),
        ("ana,DATE,0,4\nbob,DATE,x,4\n", "line 2: start and end must be numbers"),
        ("ana,DATE,4,4\n", "line 1: A span needs 0 <= start < end"),
        ("ana,DATE,-2,4\n", "line 1: A span needs 0 <= start < end"),
        ("ana,,0,4\n", "line 1: A span needs a label"),
        ("ana,DATE,0,inf\n", "line 1: start and end must be numbers"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text, words):
    with pytest.raises(InvalidUnitsFile, match=words):
        read_units(text.splitlines())


def test_every_bad_line_is_named():
    text = "ana,DATE,0,4\n,DATE,0,4\nbob,DATE,5,4\n"
    with pytest.raises(InvalidUnitsFile) as caught:
        read_units(text.splitlines())
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["line 2", "line 3"]


def test_a_quote_that_never_ends_is_named_where_it_begins():
    with pytest.raises(InvalidUnitsFile, match="line 2"):
        read_units(["ana,DATE,0,4\n", 'bob,"DATE,0,4\n', "carl,DATE,0,4\n"])


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffana,DATE,0,4\r\nbob,DATE,1,4\r\n",
        "annotator,category,start,end\nana,DATE,0,4\nbob,DATE,1,4",
        " ana , DATE , 0 , 4 \n\nbob,DATE,1,4,\n,,,\n",
        "bob,DATE,1,4\nana,DATE,0,4\nana,DATE,0,4\n",
    ],
)
def test_marks_headings_spaces_and_order_do_not_matter(text):
    assert read_units(text.splitlines(keepends=True)) == read_units(
        ["ana,DATE,0,4", "bob,DATE,1,4"]
    )


def test_of_several_files_one_bad_one_stops_all_and_is_named(capsys, file, tmp_path):
    bad, binary = tmp_path / "bad.csv", tmp_path / "binary.csv"
    bad.write_text("ana,DATE,0,4\nbob,DATE,9\n")
    binary.write_bytes(b"ana,\xff,0,4\n")
    with pytest.raises(CommandError) as caught:
        call_command("gamma", str(file), str(bad), str(binary), "--json")
    assert "bad.csv: line 2" in str(caught.value)
    assert "binary.csv: it is not UTF-8" in str(caught.value)
    assert capsys.readouterr().out == ""


def test_an_empty_file_has_no_gamma(capsys, tmp_path):
    (tmp_path / "empty.csv").write_text("")
    result = json.loads(gamma(capsys, tmp_path / "empty.csv", "--json"))
    assert (result["gamma"], result["samples"], result["alignment"]) == (None, 0, [])


def test_the_names_of_the_json_are_those_of_the_result(capsys, file):
    found = json.loads(gamma(capsys, file, "--json"))
    result = compute_gamma(read_units(UNITS.splitlines()), samples=30, seed=0)
    for name in ("gamma", "gamma_cat", "observed", "expected", "samples", "proven"):
        assert found[name] == getattr(result, name)
    assert [one["disorder"] for one in found["alignment"]] == [
        one.disorder for one in result.alignment
    ]


def test_seconds_and_quotes_are_read_as_pygamma_writes_them():
    continuum = read_units(['ana,"a, b",0.5,2.0', "", "bob,"])
    assert continuum["ana"] == (Span(0.5, 2, "a, b"),)
    assert continuum["bob"] == ()


def test_a_missing_file_and_a_bad_option_are_told(file):
    with pytest.raises(CommandError, match="No such file"):
        call_command("gamma", str(file.with_name("none.csv")))
    with pytest.raises(CommandError, match="precision"):
        call_command("gamma", str(file), precision="best")
    with pytest.raises(CommandError, match="samples"):
        call_command("gamma", str(file), "--samples", "0")


def test_an_unknown_engine_is_told(file, settings):
    settings.AGREEMENT_ENGINE = "magic"
    with pytest.raises(CommandError, match="There is no engine magic: exact or pygamma"):
        call_command("gamma", str(file))


def test_pygamma_can_be_chosen_to_compare(capsys, file, settings):
    ours = json.loads(gamma(capsys, file, "--json"))
    settings.AGREEMENT_ENGINE = "pygamma"
    theirs = json.loads(gamma(capsys, file, "--json"))
    assert theirs["observed"] == pytest.approx(ours["observed"], abs=1e-5)
    assert [one["units"] for one in theirs["alignment"]] == [
        one["units"] for one in ours["alignment"]
    ]
    assert theirs["proven"] is False


def test_the_command_needs_no_data_folder_and_writes_its_result_alone(file, tmp_path):
    # A data folder that cannot be made: the user's cache folder is taken instead.
    (tmp_path / "no-folder").write_text("")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", str(tmp_path)),
        "DATA_DIR": str(tmp_path / "no-folder" / "var"),
    }
    run = subprocess.run(
        [sys.executable, "manage.py", "gamma", "-", "--json"],
        cwd=ROOT,
        env=environment,
        input=UNITS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["proven"] is True


def test_warming_up_says_how_long_it_took(capsys):
    call_command("warmup")
    assert "The agreement engine is ready after" in capsys.readouterr().err


def test_only_one_module_of_the_platform_knows_pygamma():
    named = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob("[a-z]*/**/*.py")
        if path.parts[len(ROOT.parts)] not in ("tests", "benchmarks", "var")
        and re.search(
            r"^\s*(import|from) (pygamma_agreement|pyannote)", path.read_text(), re.MULTILINE
        )
    }
    assert named == {"gamma/pygamma.py"}
