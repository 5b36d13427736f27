"""Writing guidelines: drafts, their texts, publishing them."""

from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, Action, Actor, record
from accounts.models import User
from contests.contest.models import Contest
from contests.guidelines import selectors
from contests.guidelines.domain.defaults import (
    FIRST,
    Version,
    completed,
    default_text,
    matching_defaults,
    skeleton,
)
from contests.guidelines.errors import DraftChanged, DraftExists, DraftGone, NothingToPublish
from contests.guidelines.models import GuidelineRevision, GuidelineText
from contests.people.models import Membership
from jobs.models import Job
from jobs.services import start_job
from text.tokens import digest_of

DEFAULT, EMPTY, LATEST = SOURCES = ("default", "empty", "latest")
TELL_KIND = "contests.tell_guidelines"
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


def text_digest(markdown: str) -> str:
    """Return by what an editor tells whether a text is still the one it loaded."""
    return digest_of(markdown).hex()


@transaction.atomic
def start_draft(*, contest: Contest, source: str, author: User, actor: Actor) -> GuidelineRevision:
    """Begin a draft: from the default guidelines, from nothing, or from the latest published ones."""
    texts = _first_texts(contest, source)
    try:
        # The database decides between two who begin at once.
        with transaction.atomic():
            draft = GuidelineRevision.objects.create(contest=contest, created_by=author)
    except IntegrityError as error:
        raise DraftExists from error
    GuidelineText.objects.bulk_create(
        GuidelineText(revision=draft, language=language, markdown=texts.get(language, ""))
        for language in LANGUAGES
    )
    _record(actor, CREATED, draft, source=source)
    return draft


def _first_texts(contest: Contest, source: str) -> dict[str, str]:
    latest = selectors.latest_revision(contest)
    if source == LATEST and latest is not None:
        return selectors.texts_of(latest)
    if source == DEFAULT:
        return {language: default_guidelines(contest, language) for language in LANGUAGES}
    return {}


def default_guidelines(contest: Contest, language: str) -> str:
    """Return guidelines for the contest's categories: ready-made ones with what they lack, else a skeleton."""
    described = selectors.described_categories(contest)
    name = matching_defaults({category.label for category in described})
    text = default_text(name, language) if name else ""
    return completed(text, described, language) if text else skeleton(described, language)


@transaction.atomic
def save_text(
    *, draft_id: int, contest: Contest, language: str, markdown: str, loaded: str, actor: Actor
) -> GuidelineText:
    """Store a draft's text, unless someone stored another one since it was loaded.

    `loaded` is the digest of the text that the editor began with.
    """
    draft = _open_draft(contest, draft_id)
    text, _created = GuidelineText.objects.get_or_create(revision=draft, language=language)
    if text.markdown == markdown:
        return text
    if text_digest(text.markdown) != loaded:
        raise DraftChanged
    text.markdown = markdown
    text.save(update_fields=["markdown"])
    _record(actor, CHANGED, draft, language=language, characters=len(markdown))
    return text


def _open_draft(contest: Contest, draft_id: int) -> GuidelineRevision:
    """Return the draft, locked: what is published never changes again."""
    drafts = GuidelineRevision.objects.select_for_update(of=("self",))
    draft = drafts.filter(contest=contest, pk=draft_id, published_at=None).first()
    if draft is None:
        raise DraftGone
    return draft


@transaction.atomic
def discard_draft(*, contest: Contest, draft_id: int, actor: Actor) -> None:
    """Throw a draft away."""
    draft = _open_draft(contest, draft_id)
    _record(actor, DELETED, draft)
    draft.delete()


@transaction.atomic
def publish(
    *,
    contest: Contest,
    draft_id: int,
    level: str,
    change_note: str,
    actor: Actor,
    at: datetime | None = None,
) -> GuidelineRevision:
    """Make a draft the guidelines in force, under the next version of this level."""
    # One at a time per contest: two drafts published at once would be one version.
    Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    draft = _open_draft(contest, draft_id)
    latest = selectors.latest_revision(contest)
    texts = selectors.texts_of(draft)
    if not texts or (latest is not None and selectors.texts_of(latest) == texts):
        raise NothingToPublish
    version = _next_version(latest, level)
    draft.major, draft.minor, draft.patch = version.major, version.minor, version.patch
    draft.change_note, draft.published_at = change_note, at or timezone.now()
    draft.save(update_fields=["major", "minor", "patch", "change_note", "published_at"])
    _record(actor, CHANGED, draft, version=draft.version)
    return draft


def _next_version(latest: GuidelineRevision | None, level: str) -> Version:
    return FIRST if latest is None else version_of(latest).following(level)


def version_of(revision: GuidelineRevision) -> Version:
    """Return the version of a published revision."""
    return Version(revision.major or 0, revision.minor or 0, revision.patch or 0)


def mark_read(*, member: Membership, revision: GuidelineRevision) -> None:
    """Note that this person has opened these guidelines; older ones change nothing."""
    if member.guideline_read_id == revision.pk:
        return
    # On condition: a newer one may have been opened in another tab.
    unread = Q(guideline_read=None) | Q(guideline_read__published_at__lt=revision.published_at)
    Membership.objects.filter(unread, pk=member.pk).update(guideline_read=revision)


def tell_everyone(*, revision: GuidelineRevision, actor: Actor) -> Job:
    """Create the job that writes to all who take part; the caller enqueues it."""
    params = {"revision": revision.pk}
    return start_job(TELL_KIND, params, actor=actor, contest_id=revision.contest_id)


def _record(actor: Actor, action: Action, draft: GuidelineRevision, **details: object) -> None:
    record(actor, action, "guidelines", draft.pk, contest_id=draft.contest_id, **details)
