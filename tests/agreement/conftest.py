"""Runs compute gammas: their compiled code is kept, too."""

from tests.gamma.conftest import pytest_configure  # noqa: F401
