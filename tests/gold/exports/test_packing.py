"""Exports: every format reads back what was written, twice to the same bytes, nothing lost silently."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from io import BytesIO
from weakref import WeakValueDictionary

import pytest

from formats import EXPORTS, docbin
from formats.records import Record
from gold.exports.domain import archives, packing
from gold.exports.domain.archives import POLICIES
from gold.exports.domain.packing import ExportPlan, ExportText, pack
from text.markup import parse
from text.tokens import tokenize

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


ONE_FILE = [name for name, (written, _) in EXPORTS.items() if not written.is_folder]


@pytest.mark.parametrize("choice", ONE_FILE)
def test_what_is_written_is_read_back(choice):
    files = files_of(packed(choice))
    written, _ = EXPORTS[choice]
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


def limit_docbins(monkeypatch, most):
    written, layout = EXPORTS["docbin"]
    limited = {**EXPORTS, "docbin": (written, replace(layout, most_texts=most))}
    monkeypatch.setattr(packing, "EXPORTS", limited)
    monkeypatch.setattr(docbin, "MOST_TEXTS", most)


class Stream:
    """Texts that are made when they are asked for, and how many of them were alive at once."""

    def __init__(self, count):
        self.count, self.most = count, 0
        self.alive = WeakValueDictionary()

    def __len__(self):
        return self.count

    def __iter__(self):
        for number in range(self.count):
            each = text_of(number, LINES[number % 3])
            self.alive[number] = each
            self.most = max(self.most, len(self.alive))
            yield each
            del each


class Sink(BytesIO):
    """A file that knows how much was written into it at once."""

    most = 0

    def write(self, content):
        self.most = max(self.most, len(content))
        return super().write(content)


@pytest.mark.parametrize("choice", EXPORTS)
def test_however_many_texts_there_are_few_are_held_and_little_is_written_at_once(
    choice, monkeypatch
):
    limit_docbins(monkeypatch, 50)
    plan = ExportPlan(choice, "keep", "fr", {}, {"DATACARD.en.md": "# Card\n"})
    texts, sink = Stream(500), Sink()
    assert pack({"all": texts}, plan, sink).texts == 500
    assert texts.most <= 3
    # The list of 1,000 files that brat needs comes in one piece.
    assert sink.most < (200_000 if choice == "brat" else 64_000)


def test_a_large_part_of_docbins_is_a_folder_that_spacy_reads(monkeypatch, tmp_path):
    import spacy
    from spacy.training import Corpus

    limit_docbins(monkeypatch, 2)
    plan = ExportPlan("docbin", "keep", "fr", {}, {})
    sink = BytesIO()
    pack({"train": Stream(5), "test": Stream(2)}, plan, sink)
    files = files_of(sink.getvalue())
    assert {"train/0001.spacy", "train/0002.spacy", "train/0003.spacy", "test.spacy"} < set(files)
    assert b'train = "train"' in files["config.cfg"]
    zipfile.ZipFile(sink).extractall(tmp_path)
    texts = [each.reference.text for each in Corpus(tmp_path / "train")(spacy.blank("fr"))]
    assert texts == [text_of(0, LINES[number % 3]).text for number in range(5)]


def test_a_list_that_outgrows_memory_is_whole():
    listing, sink = archives.Listing(), BytesIO()
    wanted = [{"id": str(number), "label": "É" * 100} for number in range(8000)]
    for each in wanted:
        listing.add(each)
    listing.write(sink)
    assert json.loads(sink.getvalue()) == wanted
    assert len(sink.getvalue()) > archives.IN_MEMORY_BYTES


SCRIPT = """
import hashlib
from formats import EXPORTS
from tests.gold.exports.test_packing import packed
print([hashlib.sha256(packed(choice)).hexdigest() for choice in EXPORTS])
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


@pytest.mark.parametrize("parts", [("train", "test"), ("all",)], ids="-".join)
def test_spacy_trains_on_the_archive_as_it_is(tmp_path, parts):
    plan = ExportPlan("docbin", "keep", "fr", {}, {})
    sink = BytesIO()
    pack({name: Stream(3) for name in parts}, plan, sink)
    zipfile.ZipFile(sink).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "spacy", "train", "config.cfg", "--training.max_steps", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Training pipeline" in done.stdout


def test_of_folds_spacy_trains_on_those_that_are_named(tmp_path):
    plan = ExportPlan("docbin", "keep", "fr", {}, {})
    sink = BytesIO()
    pack({f"fold-{number}": Stream(3) for number in (1, 2)}, plan, sink)
    assert b"train = null" in files_of(sink.getvalue())["config.cfg"]
