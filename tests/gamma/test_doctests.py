"""The examples in the documentation of functions are true."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import gamma

ROOT = Path(__file__).resolve().parents[2]
MODULES = [
    module.name for module in pkgutil.walk_packages(gamma.__path__, "gamma.") if not module.ispkg
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_of_the_page_about_gamma_are_true():
    found = doctest.testfile(str(ROOT / "docs/gamma.md"), module_relative=False)
    assert (found.failed, found.attempted > 5) == (0, True)


def test_the_main_functions_have_examples():
    for name in (
        "continuum", "dissimilarity", "alignment", "gamma", "comparison", "unit_files",
    ):  # fmt: skip
        module = importlib.import_module(f"gamma.{name}")
        assert doctest.testmod(module).attempted > 0, name
