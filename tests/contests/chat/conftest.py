import pytest


@pytest.fixture
def carl_in_contest(contest, carl):
    return contest.memberships.get(user=carl)
