"""Reads of the chat: messages as a reader sees them, unread counts, links, forbidden quotations."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _

from accounts.models import User
from contests.annotating.models import AnnotationTask
from contests.categories.models import Category
from contests.chat.models import ChatMessage, ChatMessageQuerySet, ChatReading, ChatRoom
from contests.contest.models import Contest
from contests.guidelines.domain.reading import read, slug
from contests.guidelines.selectors import best_language, latest_revision, texts_of
from contests.inputs.models import ContestInput
from contests.people.models import Membership

# Above this, the exact number is not shown.
MOST_UNREAD = 99
MOST_LINKED_INPUTS = 20


@dataclass(frozen=True)
class Reader:
    """A person reading the chat; `member` is None for administrators who are not members."""

    member: Membership | None
    is_managing: bool


def reader_of(person: User, contest: Contest) -> Reader:
    """Return this person as a reader of the contest's chat."""
    member = contest.memberships.present().filter(user=person).first()
    is_managing = Contest.objects.managed_by(person).filter(pk=contest.pk).exists()
    return Reader(member, is_managing)


@dataclass(frozen=True)
class Section:
    """A section of the guidelines, as linked by a message."""

    anchor: str
    title: str
    language: str
    number: str = ""
    level: int = 1


@dataclass(frozen=True)
class ShownMessage:
    """A message as one reader sees it, without removed texts and hidden inputs."""

    id: UUID
    number: int
    change: int
    author: str
    is_own: bool
    by_manager: bool
    sent_at: datetime
    text: str
    is_announcement: bool
    is_pinned: bool
    is_removed: bool
    category: Category | None
    section: Section | None
    has_input: bool
    # Whether the reader has annotated the linked input, or manages the contest.
    sees_input: bool

    @property
    def category_anchor(self) -> str:
        return slug(self.category.label) if self.category else ""


def latest_change(contest: Contest) -> int:
    """Return the number of the room's latest change, 0 if it is empty."""
    room = ChatRoom.objects.filter(contest=contest)
    return room.values_list("latest", flat=True).first() or 0


def messages_before(contest: Contest, number: int | None, *, count: int) -> list[ChatMessage]:
    """Return the latest messages, or the latest before this number, oldest first."""
    messages = _messages(contest).order_by("-number")
    if number is not None:
        messages = messages.filter(number__lt=number)
    return list(messages[:count])[::-1]


def messages_changed_after(contest: Contest, change: int, *, count: int) -> list[ChatMessage]:
    """Return the messages written, removed or pinned since this change, in order of change."""
    return list(_messages(contest).filter(change__gt=change).order_by("change")[:count])


def pinned_messages(contest: Contest) -> list[ChatMessage]:
    """Return the pinned announcements, newest first."""
    return list(_messages(contest).pinned())


def announcements(reader: Reader, contest: Contest) -> list[ShownMessage]:
    """Return the pinned announcements as this reader sees them."""
    return shown_to(reader, pinned_messages(contest))


def _messages(contest: Contest) -> ChatMessageQuerySet:
    messages: ChatMessageQuerySet = ChatMessage.objects.filter(contest=contest).select_related(
        "author__user", "category__supercategory"
    )
    return messages


def shown_to(reader: Reader, messages: Sequence[ChatMessage]) -> list[ShownMessage]:
    """Return the messages as this reader sees them."""
    linked = {message.input_id for message in messages if message.input_id is not None}
    seen = linked if reader.is_managing else _answered(reader.member, linked)
    return [_shown(reader, message, sees_input=message.input_id in seen) for message in messages]


def _shown(reader: Reader, message: ChatMessage, *, sees_input: bool) -> ShownMessage:
    is_removed = message.removed_at is not None
    section = Section(message.section_anchor, message.section_title, message.section_language)
    return ShownMessage(
        id=message.pk,
        number=message.number,
        change=message.change,
        author=_name_of(message),
        is_own=reader.member is not None and message.author_id == reader.member.pk,
        by_manager=message.by_manager,
        sent_at=message.sent_at,
        text="" if is_removed else message.text,
        is_announcement=message.is_announcement,
        is_pinned=message.pinned_at is not None,
        is_removed=is_removed,
        category=None if is_removed else message.category,
        section=section if section.anchor and not is_removed else None,
        has_input=message.input_id is not None and not is_removed,
        sees_input=sees_input and not is_removed,
    )


def _name_of(message: ChatMessage) -> str:
    """Return an annotator's alias, or a manager's name while they are still a manager."""
    if not message.by_manager:
        return message.author.alias or _("no alias")
    return (message.author.is_manager and message.author.user.name) or _("Manager")


def _answered(member: Membership | None, input_ids: Collection[int]) -> set[int]:
    if member is None or not input_ids:
        return set()
    tasks = AnnotationTask.objects.filter(annotator=member, answered_at__isnull=False)
    return set(tasks.filter(input__in=input_ids).values_list("input_id", flat=True))


def has_answered(member: Membership, input_id: int) -> bool:
    """Return whether this person has a current answer to this input."""
    return bool(_answered(member, {input_id}))


def unread_count(member: Membership) -> int:
    """Return the number of unread messages by others, at most MOST_UNREAD + 1."""
    messages = ChatMessage.objects.filter(contest=member.contest_id, removed_at=None)
    messages = messages.exclude(author=member)
    read = ChatReading.objects.filter(member=member).values_list("number", flat=True).first()
    if read is None:
        # Messages from before the person joined do not count as unread.
        messages = messages.filter(sent_at__gte=member.joined_at)
    else:
        messages = messages.filter(number__gt=read)
    return messages[: MOST_UNREAD + 1].count()


def unread_of(person: User, contest: Contest) -> int:
    """Return the number of a person's unread messages in a contest, 0 for non-members."""
    member = contest.memberships.present().filter(user=person).first()
    return unread_count(member) if member else 0


def read_until(member: Membership) -> int:
    """Return the number of the last message that this person has read."""
    reading = ChatReading.objects.filter(member=member)
    return reading.values_list("number", flat=True).first() or 0


def sections_of(contest: Contest, *, language: str) -> list[Section]:
    """Return the sections of the current guidelines, in this language if available."""
    revision = latest_revision(contest)
    if revision is None:
        return []
    texts = texts_of(revision)
    chosen = best_language(texts, language)
    return [
        Section(
            heading.anchor,
            f"{heading.number} {heading.text}"[:300],
            chosen,
            heading.number,
            heading.level,
        )
        for heading in read(texts.get(chosen, "")).headings
        if len(heading.anchor) <= 200
    ]


def find_section(contest: Contest, anchor: str, language: str) -> Section | None:
    """Return the section of the current guidelines with this anchor, if any."""
    sections = sections_of(contest, language=language)
    return next((section for section in sections if section.anchor == anchor), None)


def linkable_answers(member: Membership) -> list[AnnotationTask]:
    """Return this person's latest answered tasks, whose texts they can link."""
    answered = AnnotationTask.objects.filter(annotator=member, answered_at__isnull=False)
    return list(answered.select_related("input").order_by("-answered_at")[:MOST_LINKED_INPUTS])


def still_to_annotate(contest_id: int, runs: Iterable[int]) -> bool:
    """Return whether one of these runs of words occurs in an input that is not finished.

    Until the contest is closed, an input is finished when all current annotators have answered it or,
    with `coverage` routing, the required number of people.
    """
    contest = Contest.objects.get(pk=contest_id)
    wanted = set(runs)
    if contest.state in (Contest.State.CLOSED, Contest.State.ARCHIVED) or not wanted:
        return False
    # Ignore people who cannot sign in: closed accounts and placeholders from imports.
    present = contest.memberships.present().annotators().filter(user__is_active=True)
    given = Q(tasks__answered_at__isnull=False)
    candidates = ContestInput.objects.filter(contest=contest, runs__hash__in=wanted)
    # A separate query: a join with the runs would count each answer once per run.
    inputs = ContestInput.objects.filter(pk__in=candidates.values("pk")).annotate(
        answers=Count("tasks", filter=given),
        own=Count("tasks", filter=given & Q(tasks__annotator__in=present)),
    )
    unfinished = Q(own__lt=max(1, present.count()))
    if contest.routing == Contest.Routing.COVERAGE:
        unfinished &= Q(answers__lt=F("contest__annotators_per_input"))
    return inputs.filter(unfinished).exists()
