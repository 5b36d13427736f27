"""A category is added in three files, as docs/extending.md says, and is everywhere without a fourth."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENTRY = """    PhiCategory(
        "ID:NUMÉRO_CASIER",
        Text("Locker number", "Numéro de casier"),
        Text("The number of a patient's locker.", "Le numéro du casier d’un patient."),
        aliases=("LOCKER",),
    ),
    PhiCategory(
        "NOM:PATIENT_E","""
RULES = '''"""Lockers: a number beside the word."""

import re

from detection.base import Finding
from detection.rules.rules import Finder, Rule, RuleGroup

LOCKER = "ID:NUMÉRO_CASIER"
NUMBER = re.compile(r" (?:no )?(Z\\d+)")


def _numbers(reading):
    for place in reading.hits("lockers.word"):
        if match := NUMBER.match(reading.text, place[1]):
            yield Finding(*match.span(1), LOCKER, "lockers.after_word", place)


GROUP = RuleGroup(
    name="lockers",
    rules=(Rule(LOCKER, (Finder(_numbers, {"lockers.word"}),)),),
    meanings={"after_word": "a number beside the word for locker"},
    lexicons={"lockers.word": lambda: ("casier",)},
)
'''
EXAMPLES = [f"Effets au casier [Z{n}](ID:NUMÉRO_CASIER)." for n in range(15)] + [
    f"Casier vide depuis {n} jours." for n in range(2, 12)
]
PROBE = """
import pytest
from django.urls import reverse

from contests.guidelines.services import default_guidelines
from contests.proposals.domain.proposer import labels_of, suggest_label
from tests.detection.draw_rules import drawn, table

LABEL, NAMES = "ID:NUMÉRO_CASIER", {"en": "Locker number", "fr": "Numéro de casier"}
pytestmark = pytest.mark.django_db


def test_label_is_found_matched_and_described():
    assert LABEL in labels_of("fr")
    assert suggest_label(LABEL, ["LOCKER", "ID:OTHER"]) == "LOCKER"
    assert "| `ID:NUMÉRO_CASIER` | Locker number | Numéro de casier |" in table()
    assert LABEL in drawn()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_and_guidelines_have_it(contest, client, carl, language):
    carl.language = language
    carl.save()
    client.force_login(carl)
    for page in ("categories", "rules"):
        assert NAMES[language] in client.get(reverse(f"contests:{page}", args=[contest.pk])).text
    assert "### {ID:NUMÉRO_CASIER}" in default_guidelines(contest, language)
"""
HOLD_AS_THEY_ARE = (
    "tests/detection/test_order.py",
    "tests/contests/categories/test_presets.py",
    "tests/contests/guidelines/test_default_texts.py",
    "tests/contests/guidelines/test_swiss_hospital.py",
    "tests/contests/training/test_ready_made.py",
    "tests/contests/proposals/test_label_matching.py",
)


@pytest.fixture
def tree(tmp_path):
    """A copy of what three files change, with links to everything else."""
    for path in ROOT.iterdir():
        if path.name not in {"detection", "tests", "var", ".git", ".pytest_cache"}:
            (tmp_path / path.name).symlink_to(path)
    copytree(ROOT / "detection", tmp_path / "detection")
    copytree(ROOT / "tests", tmp_path / "tests", ignore=lambda *_: {"__pycache__", "browser"})
    return tmp_path


@pytest.mark.django_db
def test_three_files_add_a_category(tree):
    phi = tree / "detection/phi.py"
    before = phi.read_text("utf-8")
    where = '    PhiCategory(\n        "NOM:PATIENT_E",'
    assert before.count(where) == 1
    phi.write_text(before.replace(where, ENTRY), "utf-8")
    (tree / "detection/rules/groups/lockers.py").write_text(RULES, "utf-8")
    examples = tree / "tests/detection/examples/ID.NUMÉRO_CASIER.txt"
    examples.write_text("\n".join(EXAMPLES), "utf-8")
    (tree / "tests/test_probe.py").write_text(PROBE, "utf-8")
    ran = run(tree, "tests/test_probe.py", *HOLD_AS_THEY_ARE)
    assert ran.returncode == 0, ran.stdout[-4000:]
    ran = run(tree, "tests/detection/test_examples.py", "-k", "CASIER or casier or Casier")
    assert ran.returncode == 0, ran.stdout[-4000:]
    # A dot for each example, and one for their number.
    assert ran.stdout.split()[0] == "." * (len(EXAMPLES) + 1)


def run(tree, *tests):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"DATA_DIR": str(tree / "var"), "PYTHONPATH": str(tree)}
    return subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
