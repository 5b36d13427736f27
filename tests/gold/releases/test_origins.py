"""The data card says how the texts came about: by which guidelines, by how many people, when, from where."""

from datetime import timedelta

import pytest
from django.utils import timezone

from contests.annotating.models import Answer
from contests.guidelines.models import GuidelineRevision
from gold.releases.services.card import card_markdown
from jobs.models import Job
from tests.gold.freezing import annotate, freeze

pytestmark = pytest.mark.django_db


def origin_of(release):
    return release.contests.get().settings["origin"]


def publish(contest, major: int) -> GuidelineRevision:
    """Return one more published version."""
    return contest.guidelines.create(
        major=major,
        minor=0,
        patch=0,
        published_at=timezone.now(),
        created_by=contest.memberships.get(role="manager").user,
    )


def test_guidelines_are_those_that_answers_were_given_under(contest):
    first = publish(contest, 1)
    annotate(contest)
    Answer.objects.update(guideline=first)
    publish(contest, 2)
    release = freeze(contest)
    assert release.contests.get().guidelines == "1.0.0"
    assert origin_of(release)["guidelines"] == [{"version": "1.0.0", "answers": 9}]
    card = card_markdown(release, language="en")
    assert "9 answers were given under version 1.0.0 of the guidelines." in card
    assert "2.0.0" not in card


def test_answers_under_several_versions_and_none_are_counted_apart(contest):
    annotate(contest)
    ids = Answer.objects.values_list("pk", flat=True)
    Answer.objects.filter(pk__in=list(ids[:3])).update(guideline=publish(contest, 10))
    Answer.objects.filter(pk__in=list(ids[3:8])).update(guideline=publish(contest, 2))
    release = freeze(contest)
    assert origin_of(release)["guidelines"] == [
        {"version": "", "answers": 1},
        {"version": "2.0.0", "answers": 5},
        {"version": "10.0.0", "answers": 3},
    ]
    assert release.contests.get().guidelines == "2.0.0"
    assert "1 answer was given without guidelines." in card_markdown(release, language="en")


def test_people_days_and_cleaning_are_told_in_both_languages(release):
    origin = origin_of(release)
    assert (origin["people"], origin["corrections"]) == (3, 0)
    assert origin["first_day"] == origin["last_day"] == "2026-03-02"
    assert origin["cleaning"] == [{"full_stops": True, "dashes": True, "noise": True}]
    card = card_markdown(release, language="en")
    assert "3 people annotated, from 2 March 2026 to 2 March 2026." in card
    assert "How the inputs were chosen is not recorded." in card
    assert "(18.03.2022 is 18\\#03\\#2022)" in card
    french = card_markdown(release, language="fr")
    assert "2 mars 2026" in french


def test_a_draw_is_told_with_its_limits(contest, answered):
    params = {
        "contest": contest.pk, "size": 2000, "seed": 7, "min_length": 5, "max_length": None,
        "most_times": 3, "types": ["lettre"], "takes_blank": False,
    }  # fmt: skip
    now = timezone.now()
    for hours, kind in enumerate(("draw_inputs", "remove_inputs", "draw_inputs")):
        Job.objects.create(
            kind=f"contests.{kind}", contest_id=contest.pk, params=params, state="succeeded",
            created_at=now + timedelta(hours=hours), finished_at=now + timedelta(hours=hours),
        )  # fmt: skip
    card = card_markdown(freeze(answered), language="en")
    drawn = [line for line in card.splitlines() if "inputs were drawn at random" in line]
    assert len(drawn) == 1
    assert "2,000 inputs were drawn at random (seed 7)" in drawn[0]
    assert "5 characters at least; seen at most 3 times; types: lettre." in drawn[0]
