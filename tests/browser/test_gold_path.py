"""From a contest to a model: the documented way, in the browser and then by the commands of the page."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounts.models import AuditEvent, User
from contests.contest.models import Contest
from gold.releases.models import Release
from gold.splits.models import Split
from tests.agreement.running import drain, run_now
from tests.browser.waiting import arrived_at

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "from-contest-to-model.md"
SIZES = {"documents": 30, "annotators": 4, "days": 3, "seed": 3, "inputs": 60, "goal": 60}


def commands_of_the_page() -> str:
    """Return what the page tells to type, as one script that ends at the first failure."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 3
    return "\n".join(["set -e", *blocks])


@pytest.fixture
def simulated(transactional_db) -> Contest:
    """Let simulated people fill a contest as in the demo, and their answers be processed."""
    sizes = [f"--{name}={value}" for name, value in SIZES.items()]
    call_command("simulate_contest", *sizes, "--reached=0.9", verbosity=0)
    contest = Contest.objects.get()
    run_now(contest)
    return contest


def test_a_contest_becomes_a_corpus_that_trains_a_model(visit, simulated, tmp_path):
    person = User.objects.get(email="carl@example.org")
    person.language = "en"
    person.save(update_fields=["language"])
    page = visit(person).go("/contests/")
    freeze(page, simulated)
    split(page)
    downloads = tmp_path / "Downloads"
    download(page, downloads)
    done = follow_the_page(home=tmp_path)
    assert "exact spans" in done, done

    folder = tmp_path / "letters"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["checksum"] == Release.objects.get().checksum
    parts = Split.objects.get().parts
    assert manifest["texts"] == {name: len(places) for name, places in parts.items()}
    assert (folder / "model" / "model-best" / "ner").is_dir()
    gold, found = (lines(folder / f"{name}.jsonl") for name in ("test", "found"))
    assert [each["text"] for each in gold] == [each["text"] for each in found]
    assert any(each["spans"] for each in gold)
    # It learned something, and not from the answers: some finds are right, and not all.
    assert 0 < scores(folder)["exact"]["micro"]["f1"] < 1
    taken = AuditEvent.objects.filter(action="exported", details__change="downloaded")
    assert taken.count() == 1


def freeze(page: Page, contest: Contest) -> None:
    page.get_by_role("navigation").get_by_role("link", name="Releases").click()
    page.get_by_role("link", name="Freeze a release").click()
    page.get_by_label(contest.name).check()
    page.get_by_label("Name").fill("letters")
    page.get_by_role("button", name="Freeze…").click()
    page.get_by_role("dialog").get_by_role("button", name="Freeze").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("letters 1")
    drain()
    arrived_at(page.get_by_role("heading", name="Checksum"))


def split(page: Page) -> None:
    page.get_by_role("link", name="Split", exact=True).click()
    # So small a contest has few examples of anything.
    page.get_by_label("Fewest examples of a category").fill("3")
    page.get_by_role("button", name="Make the split").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Split 1")
    drain()
    arrived_at(page.get_by_role("heading", name="Quality of the parts"))
    for part in ("test", "validation", "train"):
        expect(page.get_by_role("row", name=re.compile(f"^{part} "))).to_be_visible()
    expect(page.get_by_text("iterative stratification", exact=True)).to_be_visible()


def download(page: Page, folder: Path) -> None:
    page.get_by_role("link", name="Download the parts").click()
    page.get_by_label("Format").select_option("spaCy DocBin")
    page.get_by_label("Spans that do not fall on tokens").select_option("expand")
    page.get_by_role("button", name="Make the archive").click()
    expect(page.get_by_role("row", name=re.compile("spaCy DocBin"))).to_be_visible()
    drain()
    link = page.get_by_role("link", name=re.compile("^zip, "))
    expect(link).to_be_visible()
    with page.expect_download() as started:
        link.click()
    started.value.save_as(folder / started.value.suggested_filename)


def follow_the_page(*, home: Path) -> str:
    """Run the page's commands in a shell, in the home of somebody who has just downloaded."""
    environment = os.environ | {
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        [shutil.which("sh"), "-c", commands_of_the_page()],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def scores(folder: Path) -> dict:
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "evaluate", "test.jsonl", "found.jsonl", "--json"],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
