import pytest

from agreement.runs.models import AlignedPlace, ProcessingRun
from tests.feedback.results import input_with, place, publish_run, tally
from tests.gamma.conftest import pytest_configure  # noqa: F401  (keeps compiled code)

HOUR = (22, 27, "TEMPORAL:TEMPS")


@pytest.fixture
def run(contest) -> ProcessingRun:
    return publish_run(contest)


@pytest.fixture
def left_out(run, contest, ana_in_contest, bob_in_contest) -> AlignedPlace:
    """The hour of the visit, which bob marked and ana did not; a manager's reference says bob's."""
    where = input_with(contest, "Durand")
    marked = {ana_in_contest: None, bob_in_contest: HOUR}
    stored = place(run, where, marked, reference=HOUR, source="correction")
    tally(run, ana_in_contest, bob_in_contest)
    return stored
