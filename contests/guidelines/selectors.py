"""Compound reads of guidelines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import get_language, gettext_noop, override

from contests.contest.domain import BOTH, GUIDELINES, MissingStep
from contests.contest.models import Contest
from contests.guidelines.domain.defaults import Described
from contests.guidelines.domain.reading import KnownCategory
from contests.guidelines.models import GuidelineRevision
from contests.people.models import Membership


def known_categories(contest: Contest, language: str | None = None) -> dict[str, KnownCategory]:
    """Return the contest's categories by label, named in the language of the guidelines."""
    with override(language or get_language()):
        return {
            category.label: KnownCategory(
                category.label,
                category.supercategory_id,
                category.supercategory.colour,
                is_archived=category.archived_at is not None,
                name=category.name,
            )
            for category in contest.categories.select_related("supercategory")
        }


def described_categories(contest: Contest) -> list[Described]:
    """Return the offered categories with what is known about them, supercategory by supercategory."""
    offered = contest.categories.filter(archived_at=None).select_related("supercategory")
    return [
        Described(category.label, category.supercategory.name, category.description)
        for category in offered.order_by("supercategory__order", "supercategory", "order", "label")
    ]


def latest_revision(contest: Contest) -> GuidelineRevision | None:
    """Return the guidelines in force, if any were published."""
    return GuidelineRevision.objects.filter(contest=contest).published().first()


def draft_of(contest: Contest) -> GuidelineRevision | None:
    """Return the revision that is being written, if there is one."""
    return GuidelineRevision.objects.filter(contest=contest, published_at=None).first()


def revision_in_force(contest_id: int, *, at: datetime) -> GuidelineRevision | None:
    """Return the guidelines that were the latest at this moment."""
    published = GuidelineRevision.objects.filter(contest_id=contest_id, published_at__lte=at)
    return published.published().first()


def find_revision(contest: Contest, version: str) -> GuidelineRevision | None:
    """Return the published revision that people call this."""
    numbers = version.split(".")
    # Eight digits hold every version; more could not even be compared in every database.
    if len(numbers) != 3 or not all(
        number.isascii() and number.isdecimal() and len(number) <= 8 for number in numbers
    ):
        return None
    major, minor, patch = map(int, numbers)
    revisions = GuidelineRevision.objects.filter(contest=contest, major=major)
    return revisions.filter(minor=minor, patch=patch).first()


def texts_of(revision: GuidelineRevision) -> dict[str, str]:
    """Return what is written, by language."""
    texts = revision.texts.order_by("-language")
    return {text.language: text.markdown for text in texts if text.markdown.strip()}


def best_language(texts: Mapping[str, str], *wanted: str) -> str:
    """Return the first of the wanted languages that has a text, else any that has."""
    return next((language for language in (*wanted, *texts) if language in texts), "")


@dataclass(frozen=True)
class Notice:
    """The guidelines in force, and what this person has not read of them."""

    revision: GuidelineRevision
    news: tuple[GuidelineRevision, ...]
    # Someone who never opened them reads them from the beginning, not what changed.
    is_first: bool


def guideline_notice(member: Membership) -> Notice | None:
    """Return what a person's home says about the guidelines; nothing where there are none."""
    published = list(GuidelineRevision.objects.filter(contest=member.contest_id).published())
    if not published:
        return None
    known = member.guideline_read_id
    seen = next((place for place, each in enumerate(published) if each.pk == known), None)
    news = published if seen is None else published[:seen]
    return Notice(published[0], tuple(news), is_first=seen is None)


def people_to_tell(contest_id: int) -> QuerySet[Membership]:
    """Return everyone who takes part and can be written to, in a fixed order."""
    present = Membership.objects.present().filter(contest=contest_id, user__is_active=True)
    return present.select_related("user").order_by("pk")


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: published guidelines."""
    if latest_revision(contest) is not None:
        return
    if draft_of(contest):
        message = gettext_noop("The guidelines are a draft: publish them.")
        yield MissingStep(GUIDELINES, "guidelines-unpublished", message, BOTH)
    else:
        message = gettext_noop("There are no guidelines yet.")
        yield MissingStep(GUIDELINES, "no-guidelines", message, BOTH)
