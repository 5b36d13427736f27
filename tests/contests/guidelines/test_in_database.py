"""The database itself keeps published guidelines as they are."""

import pytest
from django.db import IntegrityError, transaction

from contests.guidelines.models import GuidelineRevision, GuidelineText


@pytest.fixture
def published(publish):
    return publish("# Consignes")


def test_a_published_revision_never_changes(published):
    with pytest.raises(IntegrityError), transaction.atomic():
        GuidelineRevision.objects.filter(pk=published.pk).update(change_note="autre")


def test_the_texts_of_a_published_revision_never_change(published):
    with pytest.raises(IntegrityError), transaction.atomic():
        GuidelineText.objects.filter(revision=published).update(markdown="autre")


def test_a_published_revision_gets_no_further_text(published):
    with pytest.raises(IntegrityError), transaction.atomic():
        GuidelineText.objects.create(revision=published, language="de", markdown="neu")


def test_a_draft_beside_it_can_still_be_written(published, begin):
    draft = begin(fr="# Nouvelles consignes")
    assert draft.texts.get(language="fr").markdown == "# Nouvelles consignes"
