"""Compiled code is kept, and never used after any of its sources has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gamma import cache

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def fresh(monkeypatch):
    """Forget which folder was chosen, before and after."""
    monkeypatch.setattr(cache, "_chosen", [])
    cache.cache_folder.cache_clear()
    yield
    cache.cache_folder.cache_clear()


def test_a_change_in_any_source_leads_to_another_folder(tmp_path, monkeypatch):
    copied = shutil.copytree(cache.SOURCES, tmp_path / "native")
    monkeypatch.setattr(cache, "SOURCES", copied)
    hashes = {cache.source_hash()}
    for path in copied.glob("*.py"):
        path.write_text(path.read_text() + "\n# changed\n")
        hashes.add(cache.source_hash())
    assert len(hashes) == 1 + len(list(copied.glob("*.py")))


def test_the_chosen_folder_comes_first(fresh, tmp_path):
    cache.keep_compiled_code_in(tmp_path / "compiled")
    assert cache.cache_folder().parent == tmp_path / "compiled"
    assert cache.cache_folder().stat().st_mode & 0o077 == 0


def test_without_django_it_is_the_users_cache_folder(fresh, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_folder().parent == tmp_path / "palio"


def test_where_nothing_can_be_written_code_is_compiled_in_memory(fresh, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache.cache_folder() is None


def test_the_platform_keeps_it_in_its_data_folder(tmp_path):
    program = (
        "import django; django.setup()\nfrom gamma.cache import cache_folder\nprint(cache_folder())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={
            **os.environ,
            "DATA_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "annotation_platform.settings",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith(str(tmp_path / "compiled" / "gamma-"))


def test_starting_the_platform_does_not_import_the_compiler():
    program = "import django; django.setup()\nimport sys; print('numba' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "annotation_platform.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "False"


# A small function: what holds for it holds for those that take half a minute to compile.
DRAW = (
    "import numpy as np\n"
    "from gamma.native.sampling import draw\n"
    "draw(np.array([1], np.uint64), np.empty(1), np.empty(1))\n"
    "print(sum(draw.stats.cache_hits.values()))"
)


def start_drawing(folder):
    environment = {name: value for name, value in os.environ.items() if name != "DATA_DIR"}
    return subprocess.Popen(
        [sys.executable, "-c", DRAW],
        cwd=ROOT, env={**environment, "XDG_CACHE_HOME": str(folder)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_two_processes_may_compile_at_once(tmp_path):
    both = [start_drawing(tmp_path), start_drawing(tmp_path)]
    assert [process.communicate()[0].strip() for process in both] == ["0", "0"]
    assert start_drawing(tmp_path).communicate()[0].strip() == "1"


def test_a_file_that_was_cut_off_is_compiled_again(tmp_path):
    start_drawing(tmp_path).communicate()
    for path in tmp_path.rglob("*.nb[ci]"):
        path.write_bytes(path.read_bytes()[:100])
    damaged = start_drawing(tmp_path)
    assert damaged.communicate()[0].strip() == "0"
    assert damaged.returncode == 0


def test_warming_up_compiles_whatever_python_calls_to_run_without_its_lock():
    from gamma.gamma import warm_up
    from gamma.native import categories, nearby, sampling, solver
    from gamma.native import categories as costs

    warm_up()
    called = [
        categories.kinds_of, costs.cluster_costs, nearby.columns_nearby, sampling.sample_habits,
        sampling.sample_shifts, solver.solve_batch,
    ]  # fmt: skip
    assert all(len(function.signatures) == 1 for function in called)
    assert all(function.targetoptions["nogil"] for function in called)


def test_a_second_process_loads_what_the_first_compiled():
    # Numba counts what it found in the cache and what it had to compile.
    program = (
        "from gamma.gamma import warm_up\n"
        "from gamma.native.solver import solve_batch\n"
        "warm_up()\n"
        "print(sum(solve_batch.stats.cache_hits.values()), sum(solve_batch.stats.cache_misses.values()))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "DATA_DIR"}
    runs = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
        ).stdout.split()
        for _ in range(2)
    ]  # fmt: skip
    assert runs[1] == ["1", "0"]
