"""Splits that were made before splits had numbers get theirs, release by release."""

import pytest

from gold.splits.models import Split
from tests.gold.evaluations.test_migration import migrate

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def old(transactional_db: None):
    """The database as the version before left it."""
    yield migrate(gold="0006_evaluations_of_contests")
    migrate()


def test_splits_are_counted_in_the_order_in_which_they_were_asked_for(old):
    person = old.get_model("accounts", "User").objects.create(email="carl@example.org")
    releases = [
        old.get_model("gold", "Release").objects.create(
            name=name, version=1, created_by_id=person.pk
        )
        for name in ("letters", "notes")
    ]
    splits = old.get_model("gold", "Split").objects
    for place in (0, 1, 0):
        splits.create(release=releases[place], created_by_id=person.pk)
    migrate()
    rows = Split.objects.order_by("pk").values_list("release__name", "number", "name", "refusal")
    assert list(rows) == [("letters", 1, "", {}), ("notes", 1, "", {}), ("letters", 2, "", {})]
