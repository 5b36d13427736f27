from datetime import UTC, datetime, timedelta

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.models import Answer
from contests.annotating.services.answers import hand_out, take_answer
from contests.guidelines import services as guidelines
from contests.guidelines.errors import DraftChanged, DraftExists, DraftGone, NothingToPublish
from contests.guidelines.selectors import best_language, find_revision, guideline_notice, texts_of
from contests.guidelines.services import text_digest
from tests.factories import submission

EMPTY = text_digest("")


def save(draft, text, actor, *, loaded=EMPTY, language="fr"):
    return guidelines.save_text(
        contest=draft.contest,
        draft_id=draft.pk,
        language=language,
        markdown=text,
        loaded=loaded,
        actor=actor,
    )


@pytest.fixture
def draft(begin):
    return begin()


def test_versions_grow_by_the_chosen_level_from_1_0_0(publish):
    levels = ["patch", "patch", "minor", "patch", "major"]
    versions = [
        publish(f"text {number}", level=level).version for number, level in enumerate(levels)
    ]
    assert versions == ["1.0.0", "1.0.1", "1.1.0", "1.1.1", "2.0.0"]


def test_there_is_one_draft_at_a_time(contest, carl, draft):
    with pytest.raises(DraftExists):
        guidelines.start_draft(contest=contest, source="empty", author=carl, actor=Actor(carl))


def test_a_draft_starts_from_the_presets_guidelines_in_both_languages(contest, carl):
    draft = guidelines.start_draft(
        contest=contest, source="default", author=carl, actor=Actor(carl)
    )
    texts = texts_of(draft)
    assert set(texts) == {"fr", "en"}
    assert all("{NOM:PATIENT_E}" in text for text in texts.values())


def test_a_draft_starts_from_a_skeleton_where_the_categories_are_others(contest, carl):
    contest.categories.exclude(label="TEMPORAL:DATE").delete()
    contest.categories.update(description="Every date.")
    draft = guidelines.start_draft(
        contest=contest, source="default", author=carl, actor=Actor(carl)
    )
    assert "\n### {TEMPORAL:DATE}\n\nEvery date.\n" in texts_of(draft)["fr"]


def test_a_new_draft_starts_from_the_latest_version(contest, carl, publish):
    publish("un")
    publish("deux")
    draft = guidelines.start_draft(contest=contest, source="latest", author=carl, actor=Actor(carl))
    assert texts_of(draft) == {"fr": "deux"}


def test_the_second_of_two_who_save_is_refused_and_nothing_is_overwritten(contest, carl, draft):
    save(draft, "carl's", Actor(carl))
    with pytest.raises(DraftChanged):
        save(draft, "another's", Actor(carl))
    assert texts_of(draft) == {"fr": "carl's"}
    save(draft, "both", Actor(carl), loaded=text_digest("carl's"))
    assert texts_of(draft) == {"fr": "both"}


def test_saving_the_same_text_again_changes_nothing_and_is_no_conflict(carl, draft):
    save(draft, "text", Actor(carl))
    events = AuditEvent.objects.count()
    save(draft, "text", Actor(carl))
    assert AuditEvent.objects.count() == events


def test_what_is_published_never_changes(contest, carl, publish):
    published = publish("text")
    with pytest.raises(DraftGone):
        save(published, "other", Actor(carl), loaded=text_digest("text"))
    with pytest.raises(DraftGone):
        guidelines.discard_draft(contest=contest, draft_id=published.pk, actor=Actor(carl))
    with pytest.raises(DraftGone):
        guidelines.publish(
            contest=contest,
            draft_id=published.pk,
            level="major",
            change_note="x",
            actor=Actor(carl),
        )
    assert texts_of(published) == {"fr": "text"}


@pytest.mark.parametrize("text", ["", " \n", "text"])
def test_a_draft_that_says_nothing_or_nothing_new_is_not_published(contest, carl, publish, text):
    publish("text")
    with pytest.raises(NothingToPublish):
        publish(text)


def test_a_draft_can_be_discarded(contest, carl, draft):
    guidelines.discard_draft(contest=contest, draft_id=draft.pk, actor=Actor(carl))
    assert not contest.guidelines.exists()


def test_writing_and_publishing_are_written_down(contest, carl, publish):
    revision = publish("text")
    events = AuditEvent.objects.filter(object_type="guidelines").order_by("pk")
    assert [(event.action, event.details) for event in events] == [
        ("created", {"source": "empty"}),
        ("changed", {"language": "fr", "characters": 4}),
        ("changed", {"version": "1.0.0"}),
    ]
    assert {event.object_id for event in events} == {str(revision.pk)}


def test_an_answer_records_the_guidelines_it_was_given_under(ana_in_contest, publish):
    now = datetime.now(UTC)
    first = publish("un", at=now - timedelta(hours=3))
    second = publish("deux", at=now - timedelta(hours=1))
    ages = {timedelta(hours=4): None, timedelta(hours=2): first, timedelta(0): second}
    for task, (age, guideline) in zip(
        hand_out(annotator=ana_in_contest, count=3, at=now - timedelta(hours=5)),
        ages.items(),
        strict=True,
    ):
        take_answer(
            annotator=ana_in_contest, task_id=task.pk, submission=submission(answered_at=now - age)
        )
        assert Answer.objects.get(task=task).guideline == guideline


def test_a_draft_is_nothing_that_answers_refer_to(ana_in_contest, draft):
    (task,) = hand_out(annotator=ana_in_contest, count=1)
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    assert Answer.objects.get(task=task).guideline is None


def test_the_notice_lists_what_is_new_since_the_last_reading(ana_in_contest, publish):
    assert guideline_notice(ana_in_contest) is None
    first = publish("un")
    notice = guideline_notice(ana_in_contest)
    assert (notice.revision, notice.is_first) == (first, True)
    guidelines.mark_read(member=ana_in_contest, revision=first)
    ana_in_contest.refresh_from_db()
    assert guideline_notice(ana_in_contest).news == ()
    second, third = publish("deux"), publish("trois")
    notice = guideline_notice(ana_in_contest)
    assert (notice.news, notice.is_first) == ((third, second), False)


def test_opening_an_older_version_does_not_undo_reading_a_newer_one(ana_in_contest, publish):
    first, second = publish("un"), publish("deux")
    guidelines.mark_read(member=ana_in_contest, revision=second)
    guidelines.mark_read(member=ana_in_contest, revision=first)
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.guideline_read == second


@pytest.mark.parametrize(
    "version", ["", "1", "1.0", "1.0.0.0", "a.b.c", "-1.0.0", "1.0.٣", "9" * 40]
)
def test_what_is_no_version_finds_nothing(contest, publish, version):
    publish("text")
    assert find_revision(contest, version) is None
    assert find_revision(contest, "1.0.0") is not None


@pytest.mark.parametrize(
    ("written", "wanted", "got"),
    [("fr en", "en", "en"), ("fr", "en", "fr"), ("en", "xx", "en"), ("", "fr", "")],
)
def test_a_reader_gets_their_language_or_the_other_one(written, wanted, got):
    assert best_language(dict.fromkeys(written.split(), "text"), wanted) == got
