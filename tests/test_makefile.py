"""What `make` says where it cannot go on: one sentence each."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services import PATIENCE_SECONDS, ROOT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with what `make install` reads, and nothing installed."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shutil.which("make") or "make", *words],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@pytest.fixture
def old_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python that says it is older than 3.11."""
    program = tmp_path_factory.mktemp("old") / "python3"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    return str(program)


def test_a_missing_python_is_named(clone):
    result = make(clone, "run", "PYTHON=/nowhere/python3")
    assert result.returncode != 0
    assert "needs Python 3.11 or newer; '/nowhere/python3' is missing" in result.stdout
    assert not (clone / ".venv").exists()


def test_an_older_python_is_named(clone, old_python):
    result = make(clone, "run", f"PYTHON={old_python}")
    assert f"needs Python 3.11 or newer; '{old_python}'" in result.stdout


def test_where_there_is_no_python_at_all_it_says_how_to_name_one(clone, tmp_path_factory):
    tools = tmp_path_factory.mktemp("tools")
    for name in ("sh", "touch", "rm"):
        (tools / name).symlink_to(shutil.which(name))
    result = make(clone, "install", PATH=str(tools))
    assert "none was found" in result.stdout
    assert "PYTHON=/path/to/python3" in result.stdout


def test_help_names_every_target_that_people_call(clone):
    described = make(clone, "help").stdout
    for target in ("run", "install", "test", "check", "benchmark", "lock", "messages"):
        assert f"make {target} " in described
