"""The pure JavaScript modules, under Node; tests/browser runs the same cases in Chromium."""

import subprocess
from pathlib import Path

import pytest

from tests.requirements import find_node
from tests.services import PATIENCE_SECONDS

FOLDER = Path(__file__).parent


@pytest.mark.skipif(find_node() is None, reason="Node was not found")
def test_pure_modules_pass_their_cases_under_node():
    files = sorted(str(path) for path in FOLDER.glob("*.test.mjs"))
    run = subprocess.run(
        [find_node(), "--test", *files],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert run.returncode == 0, run.stdout + run.stderr
