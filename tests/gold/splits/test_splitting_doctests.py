"""The examples in the documentation of splitting are true."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import gold.splits.domain

ROOT = Path(__file__).resolve().parents[3]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(gold.splits.domain.__path__, "gold.splits.domain.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["splitting", "report", "samples", "plan"])
def test_the_main_functions_have_examples(name):
    module = importlib.import_module(f"gold.splits.domain.{name}")
    assert doctest.testmod(module).attempted > 0


def test_the_examples_of_the_page_are_true():
    found = doctest.testfile(str(ROOT / "docs/split.md"), module_relative=False)
    assert (found.failed, found.attempted > 5) == (0, True)
