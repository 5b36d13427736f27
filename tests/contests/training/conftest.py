"""A contest in its training phase, with two tasks."""

import pytest

from accounts.audit import Actor
from contests.categories.selectors import offered_labels
from contests.contest.models import Contest
from contests.guidelines.services import mark_read
from contests.people.models import Membership
from contests.training.domain import read_tasks
from contests.training.services import add_tasks
from tests.factories import publish_guidelines

WRITTEN = """
Vu le [18#03#2022](TEMPORAL:DATE) par le Dr [Morand](NOM:PERSONNEL_MÉDICAL).
> L'article et le titre restent dehors.
Pas d'allergie connue à ce jour.
"""


@pytest.fixture
def training(contest: Contest) -> Contest:
    tasks, problems = read_tasks(WRITTEN, labels=offered_labels(contest))
    assert problems == []
    add_tasks(contest=contest, written=tasks, origin="written", actor=Actor())
    publish_guidelines(contest)
    contest.state, contest.requires_training = "training", True
    contest.save()
    return contest


@pytest.fixture
def linguine(training: Contest, ana_in_contest: Membership) -> Membership:
    """Ana, who has opened the guidelines."""
    mark_read(member=ana_in_contest, revision=training.guidelines.get())
    ana_in_contest.refresh_from_db()
    return ana_in_contest
