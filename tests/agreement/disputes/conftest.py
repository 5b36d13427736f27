"""A disagreement that a manager decided, as in the tests of reports."""

from tests.feedback.conftest import left_out, run  # noqa: F401
