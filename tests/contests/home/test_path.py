"""What an annotator's home says comes next: register, read, train, annotate."""

from datetime import timedelta

import pytest
from django.utils import timezone

from contests.contest.models import Contest
from contests.guidelines.services import mark_read
from contests.home.selectors import path_of
from contests.people.models import Membership
from tests.factories import publish_guidelines


def told(member):
    member = Membership.objects.select_related("contest").get(pk=member.pk)
    steps = path_of(member, now=timezone.now())
    return next((step.key for step in steps if step.is_next), ""), steps[-1].waits_for


def test_the_way_is_read_then_train_then_annotate(contest, ana_in_contest):
    assert told(ana_in_contest) == ("annotate", "")
    revision = publish_guidelines(contest)
    Contest.objects.update(requires_training=True)
    assert told(ana_in_contest) == ("guidelines", "earlier")
    mark_read(member=ana_in_contest, revision=revision)
    assert told(ana_in_contest) == ("training", "earlier")
    Membership.objects.update(trained_at=timezone.now())
    assert told(ana_in_contest) == ("annotate", "")


def test_a_refused_alias_comes_before_everything(ana_in_contest):
    Membership.objects.annotators().update(alias="")
    assert told(ana_in_contest) == ("alias", "earlier")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"state": "training"}, "opening"),
        ({"state": "closed"}, "over"),
        ({"ends_at": timezone.now() - timedelta(days=1)}, "over"),
        ({"starts_at": timezone.now() + timedelta(days=1)}, "first-day"),
    ],
)
def test_annotating_waits_for_what_is_told(contest, ana_in_contest, changes, reason):
    Contest.objects.update(**changes)
    assert told(ana_in_contest) == ("", reason)


def test_without_a_team_there_is_nothing_to_do_yet(ana_in_contest):
    Membership.objects.annotators().update(team=None)
    assert told(ana_in_contest) == ("", "team")


def test_who_has_reached_the_goal_has_nothing_left_to_do(ana_in_contest):
    Membership.objects.annotators().update(accepted_tasks=10)
    assert told(ana_in_contest) == ("", "")
