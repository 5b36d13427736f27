"""A large file is read in little memory, or refused: never loaded as a whole."""

import json
import os
import subprocess
import sys

import pytest

from tests.services import ROOT


def read(name: str, folder) -> dict:
    environment = os.environ | {
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/palio.sqlite3",
        "DJANGO_SETTINGS_MODULE": "annotation_platform.settings",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.corpus.imports._read_large_file", name],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "documents", "problems", "most_megabytes"),
    [
        ("many.jsonl", 1, [], 60),
        ("one.txt", 0, [["document_too_large", None]], 60),
        # A document is cleaned as a whole: some bytes for each of its characters.
        ("line.txt", 0, [["line_too_long", 1]], 400),
    ],
)
def test_a_large_file_takes_little_memory(tmp_path, name, documents, problems, most_megabytes):
    outcome = read(name, tmp_path)
    assert (outcome["documents"][0], outcome["problems"]) == (documents, problems)
    assert outcome["received_megabytes"] >= 9.9
    assert outcome["grown_megabytes"] < most_megabytes
