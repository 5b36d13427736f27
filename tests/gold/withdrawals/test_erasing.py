"""Erasing documents, imports, corpora and contests: with all that was made of them, and nothing else."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.audit import PLATFORM, Actor
from accounts.models import AuditEvent
from agreement.disputes.models import Dispute
from agreement.references.models import Correction
from agreement.runs.models import InputResult, Judgement
from contests.annotating.models import AnnotationTask, Answer
from contests.chat.models import ChatMessage
from contests.contest.models import Contest
from contests.downloads.models import AnswerFile, AnswerFilePiece
from contests.inputs.models import ContestInput
from contests.setup.services import create_contest
from contests.training.services import add_ready_made
from corpus.documents.models import Chunk, Corpus, Document
from corpus.documents.services import erase_derived
from corpus.imports.models import Import
from gold.releases.models import ReleaseInput
from tests.agreement.running import drain
from tests.factories import add_marked_inputs, publish_guidelines
from tests.gold.freezing import NOBODY
from tests.pages import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ASKED = {"reason": "A patient objected.", "is_meant": "on"}
# What is left when everything of the stages is erased.
STAYS = {"gold.Release"}


@pytest.fixture
def corpus(contest, carl) -> Corpus:
    corpus = Corpus.objects.get()
    corpus.keepers.add(carl)
    return corpus


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


def rows_of(*stages: str) -> dict[str, int]:
    """Return how many rows the tables of these stages have, without the empty ones."""
    counts = {
        model._meta.label: model._base_manager.count()
        for stage in stages
        for model in apps.get_app_config(stage).get_models(include_auto_created=True)
    }
    return {name: count for name, count in counts.items() if count}


def test_a_document_goes_with_all_that_was_made_of_its_lines_alone(
    manager, corpus, contest, release
):
    # One of its lines stands in another document, too.
    add_marked_inputs(contest, NOBODY)
    first = Document.objects.order_by("pk").first()
    file = AnswerFile.objects.create(contest=contest, choice="csv")
    AnswerFilePiece.objects.create(file=file, number=0, content=b"text")
    page = squeezed(manager.get(f"/corpora/{corpus.pk}/documents/{first.pk}/erase/").text)
    assert "1 document with its source and lines (lines: 4)." in page
    assert "1 file of answers." in page
    assert "3 inputs of contests, with the answers to them and their results (answered: 3)." in page
    assert str(release) in page
    manager.post(f"/corpora/{corpus.pk}/documents/{first.pk}/erase/", ASKED)
    drain()
    assert not Document.objects.filter(pk=first.pk).exists()
    assert [each.text for each in ContestInput.objects.all()] == [NOBODY]
    assert Answer.objects.filter(task__input__text=NOBODY).count() == 3
    assert AnnotationTask.objects.exclude(input__text=NOBODY).count() == 0
    assert set(Judgement.objects.values_list("answer__task__input__text", flat=True)) <= {NOBODY}
    assert set(InputResult.objects.values_list("input__text", flat=True)) == {NOBODY}
    release.refresh_from_db()
    assert release.is_withdrawn
    assert not ReleaseInput.objects.exists()
    assert not AnswerFile.objects.exists()
    event = AuditEvent.objects.get(object_type="document", action="deleted")
    assert event.details == {"corpus": corpus.pk, "reason": ASKED["reason"]}


def test_a_release_without_the_document_stays(manager, corpus, contest, release):
    add_marked_inputs(contest, "Autre ligne.")
    other = Document.objects.order_by("pk").last()
    manager.post(f"/corpora/{corpus.pk}/documents/{other.pk}/erase/", ASKED)
    drain()
    release.refresh_from_db()
    assert release.is_frozen
    assert ReleaseInput.objects.count() == 4
    assert not ContestInput.objects.filter(text="Autre ligne.").exists()


@pytest.fixture
def imported(corpus, carl) -> Import:
    """Return an import that was taken and brought all documents of the corpus."""
    imported = Import.objects.create(
        corpus=corpus, created_by=carl, state="taken", documents_read=1, lines_read=4
    )
    Document.objects.update(imported_in=imported)
    return imported


def test_an_import_goes_out_of_the_corpus_again(manager, corpus, release, imported):
    address = f"/corpora/{corpus.pk}/imports/{imported.pk}/"
    assert f"{address}erase/" in manager.get(address).text
    manager.post(f"{address}erase/", ASKED)
    # At once: nobody draws from it any more.
    assert not Document.objects.taken().exists()
    drain()
    imported.refresh_from_db()
    assert (imported.state, imported.documents_read, imported.lines_read) == ("discarded", 0, 0)
    assert not Document.objects.exists()
    assert not ContestInput.objects.exists()
    release.refresh_from_db()
    assert release.is_withdrawn
    assert manager.get(f"{address}erase/").status_code == 404


def test_while_another_import_is_under_way_none_is_erased(manager, corpus, imported, carl):
    Import.objects.create(corpus=corpus, created_by=carl)
    address = f"/corpora/{corpus.pk}/imports/{imported.pk}/erase/"
    assert "Another import is in progress" in manager.post(address, ASKED).text
    imported.refresh_from_db()
    assert imported.state == "taken"


def test_a_corpus_goes_with_all_that_was_made_of_it(manager, corpus, release, imported):
    assert f"/corpora/{corpus.pk}/erase/" in manager.get(f"/corpora/{corpus.pk}/settings/").text
    manager.post(f"/corpora/{corpus.pk}/erase/", ASKED)
    assert manager.get(f"/corpora/{corpus.pk}/").status_code == 404
    drain()
    assert rows_of("corpus") == {}
    assert not ContestInput.objects.exists()
    release.refresh_from_db()
    assert release.is_withdrawn
    assert AuditEvent.objects.filter(object_type="corpus", action="deleted").count() == 1


@pytest.fixture
def full(contest, carl, release) -> Contest:
    """Return a contest with something in every corner, and a release."""
    publish_guidelines(contest)
    add_ready_made(contest=contest, actor=Actor(carl))
    item = ContestInput.objects.get(text=NOBODY)
    member = contest.memberships.filter(role="annotator").first()
    ChatMessage.objects.create(
        id=uuid4(), contest=contest, number=1, change=1, author=member, text="Bonjour", input=item
    )
    correction = Correction.objects.create(input=item, anchor_start=0, anchor_end=3, author=carl)
    Dispute.objects.create(
        input=item,
        annotator=member,
        anchor_start=0,
        anchor_end=3,
        correction=correction,
        state=Dispute.State.ACCEPTED,
        decided_by=carl,
        ended_at=timezone.now(),
    )
    return contest


def test_a_contest_goes_with_all_that_was_made_of_it(manager, full, release):
    assert f"/contests/{full.pk}/erase/" in manager.get(f"/contests/{full.pk}/setup/").text
    page = squeezed(manager.get(f"/contests/{full.pk}/erase/").text)
    assert "4 inputs." in page
    assert str(release) in page
    manager.post(f"/contests/{full.pk}/erase/", ASKED)
    # At once, for everyone.
    assert manager.get(f"/contests/{full.pk}/").status_code == 404
    drain()
    left = rows_of("contests", "agreement", "feedback", "gold")
    assert set(left) <= STAYS
    assert Chunk.objects.count() == 4
    release.refresh_from_db()
    assert release.is_withdrawn
    assert "This release is withdrawn" in manager.get(f"/releases/{release.pk}/").text
    event = AuditEvent.objects.get(object_type="contest", action="deleted")
    assert (event.contest_id, event.details) == (full.pk, {"reason": ASKED["reason"]})


def test_a_draft_can_be_erased(manager, carl):
    draft = create_contest(name="Brouillon", manager=carl, actor=Actor(carl))
    manager.post(f"/contests/{draft.pk}/erase/", ASKED)
    drain()
    assert not Contest.objects.exists()


def test_other_contests_stay(manager, full, carl, corpus):
    other = create_contest(name="Autre", manager=carl, actor=Actor(carl))
    manager.post(f"/contests/{full.pk}/erase/", ASKED)
    drain()
    assert list(Contest.objects.all()) == [other]
    assert other.memberships.count() == 1


def test_only_managers_and_keepers_erase(client, corpus, contest, ana_in_contest, eve, imported):
    document = Document.objects.first()
    addresses = [
        f"/contests/{contest.pk}/erase/",
        f"/corpora/{corpus.pk}/erase/",
        f"/corpora/{corpus.pk}/documents/{document.pk}/erase/",
        f"/corpora/{corpus.pk}/imports/{imported.pk}/erase/",
    ]
    for person in (ana_in_contest.user, eve):
        client.force_login(person)
        for address in addresses:
            assert client.post(address, ASKED).status_code == 404
    assert Contest.objects.filter(erasing_since=None).exists()


@pytest.mark.parametrize("left_out", ["reason", "is_meant"])
def test_without_a_reason_and_a_yes_nothing_is_erased(manager, corpus, contest, left_out):
    asked = {name: value for name, value in ASKED.items() if name != left_out}
    for address in (f"/contests/{contest.pk}/erase/", f"/corpora/{corpus.pk}/erase/"):
        assert manager.post(address, asked).status_code == 200
    assert Contest.objects.filter(erasing_since=None).exists()
    assert Corpus.objects.filter(erasing_since=None).exists()


def test_a_step_of_erasing_joins_no_tables(transactional_db):
    # Each step holds the lock that annotators wait for; where rows are counted, SQLite turns a join round and
    # looks through all lines of all documents for some two thousand of them.
    with CaptureQueriesContext(connection) as step:
        erase_derived(range(1, 2001), actor=PLATFORM)
    assert len(step) > 1
    assert [query["sql"] for query in step if " JOIN " in query["sql"]] == []
