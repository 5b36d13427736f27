"""Exports: every format reads back what was written, twice to the same bytes, nothing lost silently."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO

import pytest

from corpus.domain.formats import FORMATS
from corpus.domain.markup import parse
from corpus.domain.records import Record
from corpus.domain.tokens import tokenize
from gold.domain.packing import CHOICES, ExportPlan, ExportText, pack
from gold.domain.token_alignment import POLICIES

LINES = (
    "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS).",
    "Né à [Nyon](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE).",
    "Rien à signaler.",
)
GLUED = "Voir IPP[8003456](ID:IPP) hier."


def text_of(number: int, marked: str) -> ExportText:
    text, spans = parse(marked)
    fields = {"gamma": None if number > 1 else 0.5, "annotators": 3, "complete": True}
    return ExportText(str(number), text, spans, tuple(tokenize(text, language="fr")), fields)


def packed(choice: str, *, policy: str = "keep", lines=LINES) -> bytes:
    texts = [text_of(number, marked) for number, marked in enumerate(lines, 1)]
    cards = {"DATACARD.en.md": "# Card\n", "DATACARD.fr.md": "# Fiche\n"}
    plan = ExportPlan(choice, policy, "fr", {"release": "letters 1"}, cards)
    sink = BytesIO()
    pack({"train": texts[:2], "test": texts[2:] or texts[:1]}, plan, sink)
    return sink.getvalue()


def files_of(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


ONE_FILE = [choice for choice in CHOICES if choice != "brat"]


@pytest.mark.parametrize("choice", ONE_FILE)
def test_what_is_written_is_read_back(choice):
    files = files_of(packed(choice))
    written = FORMATS[CHOICES[choice][0]]
    name = next(name for name in files if name.endswith(f"train{written.extensions[0]}"))
    records = [each for each in written.read(BytesIO(files[name])) if isinstance(each, Record)]
    labels = [span.label for record in records for span in record.spans]
    assert labels == [
        "NOM:PERSONNEL_MÉDICAL",
        "TEMPORAL:TEMPS",
        "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
    ]


def test_brat_is_a_folder_of_pairs():
    names = set(files_of(packed("brat")))
    assert {"train/1.txt", "train/1.ann", "test/3.txt", "test/3.ann"} <= names


def test_bilou_says_where_a_span_ends():
    assert b"Durand\tU-NOM:PERSONNEL_M" in files_of(packed("bilou"))["train.conll"]


def test_every_file_has_its_checksum():
    files = files_of(packed("jsonl"))
    sums = dict(line.split("  ")[::-1] for line in files.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert json.loads(files["manifest.json"])["texts"] == {"train": 2, "test": 1}


@pytest.mark.parametrize(
    ("policy", "became"),
    list(zip(POLICIES, ([8, 15], [5, 15], None, None), strict=True)),
)
def test_a_span_that_does_not_fall_on_tokens_is_listed(policy, became):
    files = files_of(packed("conll", policy=policy, lines=(GLUED,)))
    report = json.loads(files["alignment.json"])
    assert [each["became"] for each in report["misaligned"]] == [became, became]
    assert report["misaligned"][0]["span"] == [8, 15]
    assert (b"ID:IPP" in files["train.conll"]) == (became is not None)


SCRIPT = """
import hashlib
from tests.gold.test_packing import packed, CHOICES
print([hashlib.sha256(packed(choice)).hexdigest() for choice in CHOICES])
"""


def test_two_processes_write_the_same_bytes():
    runs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


def test_datasets_loads_the_hugging_face_layout(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets")
    zipfile.ZipFile(BytesIO(packed("huggingface"))).extractall(tmp_path / "set")
    found = datasets.load_dataset(str(tmp_path / "set"), cache_dir=str(tmp_path / "cache"))
    assert {name: len(rows) for name, rows in found.items()} == {"train": 2, "test": 1}
    assert found["train"][0]["spans"][0]["label"] == "NOM:PERSONNEL_MÉDICAL"


def test_spacy_trains_on_the_docbin(tmp_path):
    import spacy
    from spacy.training import Corpus

    zipfile.ZipFile(BytesIO(packed("docbin"))).extractall(tmp_path)
    model = spacy.blank("fr")
    model.add_pipe("ner")
    examples = list(Corpus(tmp_path / "train.spacy")(model))
    model.initialize(lambda: examples)
    losses = model.update(examples)
    assert losses["ner"] > 0
    assert "TEMPORAL:TEMPS" in model.get_pipe("ner").labels
