"""The blocks of docs/notebook.md run from top to bottom, against a site that really serves."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.models import AuditEvent
from contests.contest.models import Contest
from jobs.models import Job
from tests.agreement.running import drain, give, join, run_now
from tests.factories import add_marked_inputs
from tests.gold.freezing import freeze
from tests.programs import token_of
from tests.services import wait_until
from tests.serving import served_site

PAGE = Path(__file__).parent.parent / "docs" / "notebook.md"
DOCTORS = ["Durand", "Morand", "Favre", "Rochat", "Blanc", "Jaccard"]
LINES = [
    line
    for number, name in enumerate(DOCTORS)
    for line in (
        f"Vu par le Dr [{name}](NOM:PERSONNEL_MÉDICAL) à [1{number}h30](TEMPORAL:TEMPS).",
        f"Contrôle le [1{number}.03.2022](TEMPORAL:DATE) chez le Dr [{name}](NOM:PERSONNEL_MÉDICAL).",
    )
]


@pytest.fixture
def letters(contest: Contest) -> None:
    """A release of twelve lines, each of a document of its own, on which three people agree."""
    for line in LINES:
        add_marked_inputs(contest, line)
    for member in join(contest, "ida", "leo", "mia"):
        for line in LINES:
            give(member, line)
    run_now(contest)
    freeze(contest)


def blocks(language: str = "python") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_a_running_contest_is_looked_at_on_its_server(transactional_db, letters, capsys):
    for block in blocks("py"):
        exec(block, {})
    told = capsys.readouterr().out
    assert re.search(r"farfalle +36\n", told)
    assert re.search(r"TEMPORAL:DATE +18\n", told)
    assert re.search(r"farfalle +1.0 +1.0\n", told)


def test_a_release_is_downloaded_trained_on_and_evaluated(
    transactional_db, carl, letters, tmp_path
):
    script = tmp_path / "notebook.py"
    script.write_text("\n\n".join(blocks()))
    log = tmp_path / "output.txt"
    with served_site() as site, log.open("w") as output:
        environment = {**os.environ, "PALIO_SITE": site, "PALIO_TOKEN": token_of(carl)}
        notebook = subprocess.Popen(
            [sys.executable, script.name], cwd=tmp_path, env=environment,
            stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            wait_until(lambda: worked_until(notebook), what="the notebook ends")
        finally:
            notebook.kill()
            notebook.wait()
    told = log.read_text()
    assert notebook.returncode == 0, told
    assert "12 texts, 24 spans; mean gamma 1.0" in told
    assert "'test.spacy', 'train.spacy', 'validation.spacy'" in told
    # What it learnt on some lines it finds on others, which it has not seen.
    assert float(re.search(r"F1 (\S+)", told)[1]) > 0
    assert (tmp_path / "model" / "config.cfg").exists()
    taken = AuditEvent.objects.filter(action="exported", actor=carl).order_by("pk")
    changes = [(event.object_type, event.details["change"]) for event in taken]
    assert changes == [
        ("release", "downloaded"), ("answers", "asked"), ("answers", "downloaded"),
        ("export", "asked"), ("export", "downloaded"),
    ]  # fmt: skip


def worked_until(notebook: subprocess.Popen) -> bool:
    """Do what it asks for, as a worker would; say whether it has ended."""
    drain()
    assert not Job.objects.filter(state=Job.State.FAILED).exists()
    return notebook.poll() is not None
