"""What tests of releases share."""

import pytest

from contests.contest.models import Contest
from gold.releases.models import Release
from tests.gold.freezing import annotate, freeze


@pytest.fixture
def answered(contest: Contest) -> Contest:
    annotate(contest)
    return contest


@pytest.fixture
def release(answered: Contest) -> Release:
    return freeze(answered)
