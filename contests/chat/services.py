"""Sending, removing and pinning messages, read marks, and notifying open chats."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import IntegrityError, transaction
from django.utils import timezone
from redis.exceptions import RedisError

from accounts.audit import CHANGED, CREATED, DELETED, Action, Actor, record
from contests.categories.models import Category
from contests.chat.domain import (
    MOST_CHARACTERS,
    MOST_MESSAGES,
    MOST_PINNED,
    RUN,
    WINDOW,
    runs_of,
    runs_said,
    seconds_to_wait,
    tidy_message,
    words_of,
)
from contests.chat.errors import (
    ChatReadOnly,
    InputQuoted,
    LinkUnknown,
    MessageEmpty,
    MessageGone,
    MessageIdTaken,
    MessageTooLong,
    TextsUnrecognised,
    TooManyMessages,
    TooManyPinned,
)
from contests.chat.models import ChatMessage, ChatReading, ChatRoom, InputRun
from contests.chat.selectors import Section, find_section, has_answered, still_to_annotate
from contests.contest.domain import CHAT
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.errors import AliasDue
from contests.people.models import Membership

# Inputs to index while someone waits for a message to be sent.
AT_ONCE = 2000
ROWS_PER_STATEMENT = 5000


@transaction.atomic
def learn_inputs(*, contest_id: int, inputs: Iterable[ContestInput]) -> None:
    """Index these inputs so that quotations are recognised; repeating it changes nothing."""
    found = sorted(inputs, key=lambda item: item.pk)
    if not found:
        return
    room, _is_new = ChatRoom.objects.get_or_create(contest_id=contest_id)
    key = bytes(room.key)
    InputRun.objects.bulk_create(
        (
            InputRun(input=item, hash=number)
            for item in found
            for number in sorted(runs_of(words_of(item.text), key=key))
        ),
        batch_size=ROWS_PER_STATEMENT,
        ignore_conflicts=True,
    )
    ids = [item.pk for item in found]
    for start in range(0, len(ids), AT_ONCE):
        batch = ContestInput.objects.filter(pk__in=ids[start : start + AT_ONCE])
        batch.update(is_recognised=True)


@transaction.atomic
def learn_the_rest(*, contest_id: int) -> bool:
    """Index inputs that are not indexed yet; return whether all of them are now."""
    # Usually there are none: inputs are indexed when they are created.
    unknown = ContestInput.objects.filter(contest=contest_id, is_recognised=False)
    batch = list(unknown.only("pk", "text").order_by("pk")[: AT_ONCE + 1])
    learn_inputs(contest_id=contest_id, inputs=batch[:AT_ONCE])
    return len(batch) <= AT_ONCE


# A new message is checked together with this many earlier ones of the same person.
READ_TOGETHER = 2 * RUN


@dataclass(frozen=True)
class Draft:
    """A message as sent by its author, with an id chosen by the sender."""

    id: UUID
    text: str
    is_announcement: bool = False
    # A category's label, a section's anchor and language, an input's id.
    category: str | None = None
    section: tuple[str, str] | None = None
    input_id: int | None = None


@dataclass(frozen=True)
class _Links:
    category: Category | None
    section: Section | None
    input: ContestInput | None


def send_message(
    *, author: Membership, draft: Draft, actor: Actor, at: datetime | None = None
) -> ChatMessage:
    """Store a member's message; a known id changes nothing."""
    # In its own transaction, so that a refused message does not undo the indexing.
    is_ready = learn_the_rest(contest_id=author.contest_id)
    try:
        return _store(author, draft, actor, at or timezone.now(), is_ready=is_ready)
    except IntegrityError as error:
        # Only the room is locked: the same id may arrive for another room at the same time.
        raise MessageIdTaken from error


@transaction.atomic
def _store(
    author: Membership, draft: Draft, actor: Actor, at: datetime, *, is_ready: bool
) -> ChatMessage:
    room = _lock_room(author.contest_id)
    known = ChatMessage.objects.filter(pk=draft.id).first()
    if known is not None:
        if known.author_id != author.pk:
            raise MessageIdTaken
        return known
    text = _check(author, draft, at)
    links = _find_links(author, draft)
    if not is_ready:
        raise TextsUnrecognised(seconds=1)
    _check_quotation(room, author, text, at)
    if draft.is_announcement:
        _check_pinned(room)
    number = _next_number(room)
    message = ChatMessage.objects.create(
        id=draft.id,
        contest_id=room.contest_id,
        number=number,
        change=number,
        author=author,
        by_manager=author.is_manager,
        text=text,
        sent_at=at,
        is_announcement=draft.is_announcement,
        pinned_at=at if draft.is_announcement else None,
        category=links.category,
        section_anchor=links.section.anchor if links.section else "",
        section_title=links.section.title if links.section else "",
        section_language=links.section.language if links.section else "",
        input=links.input,
    )
    details = {"announcement": True} if draft.is_announcement else {}
    _note(actor, CREATED, message, **details)
    return message


def _note(actor: Actor, action: Action, message: ChatMessage, **details: bool) -> None:
    record(actor, action, "chat message", message.pk, contest_id=message.contest_id, **details)


def _lock_room(contest_id: int) -> ChatRoom:
    """Lock the contest's room row, creating it if necessary."""
    ChatRoom.objects.get_or_create(contest_id=contest_id)
    return ChatRoom.objects.select_for_update().get(contest=contest_id)


def _next_number(room: ChatRoom) -> int:
    room.latest += 1
    room.save(update_fields=["latest"])
    return room.latest


def _check(author: Membership, draft: Draft, at: datetime) -> str:
    """Return the tidied text; raise a Refusal if the author may not send it now."""
    if not Contest.objects.get(pk=author.contest_id).permits(CHAT):
        raise ChatReadOnly
    if draft.is_announcement and not author.is_manager:
        raise NotPermitted
    if author.needs_alias:
        raise AliasDue
    text = tidy_message(draft.text)
    if not text:
        raise MessageEmpty
    if len(text) > MOST_CHARACTERS:
        raise MessageTooLong(most=MOST_CHARACTERS)
    # Only the newest messages matter for the limit.
    recent = author.chat_messages.filter(sent_at__gt=at - WINDOW).order_by("-sent_at")
    sent = recent.values_list("sent_at", flat=True)[:MOST_MESSAGES]
    seconds = seconds_to_wait(list(sent), now=at)
    if seconds:
        raise TooManyMessages(seconds=seconds)
    return text


def _find_links(author: Membership, draft: Draft) -> _Links:
    """Return the linked objects; raise LinkUnknown if the author cannot see one of them."""
    contest = Contest.objects.get(pk=author.contest_id)
    category = section = item = None
    if draft.category is not None:
        category = contest.categories.filter(label=draft.category).first()
    if draft.section is not None:
        section = find_section(contest, *draft.section)
    if draft.input_id is not None:
        item = contest.inputs.filter(pk=draft.input_id).first()
        if item and not (author.is_manager or has_answered(author, item.pk)):
            item = None
    wanted = (draft.category, draft.section, draft.input_id)
    pairs = zip(wanted, (category, section, item), strict=True)
    if any(wish is not None and found is None for wish, found in pairs):
        raise LinkUnknown
    return _Links(category, section, item)


def _check_quotation(room: ChatRoom, author: Membership, text: str, at: datetime) -> None:
    """Raise InputQuoted if the text, alone or with earlier messages, quotes an unfinished input."""
    latest = author.chat_messages.filter(removed_at=None).order_by("-sent_at")
    before = list(latest.values_list("text", flat=True)[:READ_TOGETHER])
    runs = runs_said(text, before=before[::-1], key=bytes(room.key))
    if still_to_annotate(room.contest_id, runs):
        raise InputQuoted


def _check_pinned(room: ChatRoom) -> None:
    if ChatMessage.objects.filter(contest=room.contest_id).pinned().count() >= MOST_PINNED:
        raise TooManyPinned(most=MOST_PINNED)


def remove_message(*, contest: Contest, message_id: UUID, actor: Actor) -> ChatMessage:
    """Remove a message from everyone's view, in any state; a second call changes nothing."""

    def remove(message: ChatMessage) -> bool:
        if message.removed_at is not None:
            return False
        message.removed_at, message.pinned_at = timezone.now(), None
        _note(actor, DELETED, message)
        return True

    return _moderate(contest, message_id, remove)


def pin_message(
    *, contest: Contest, message_id: UUID, is_pinned: bool, actor: Actor
) -> ChatMessage:
    """Pin or unpin an announcement; a second call changes nothing."""

    def pin(message: ChatMessage) -> bool:
        if (message.pinned_at is not None) == is_pinned:
            return False
        if message.removed_at is not None or not message.is_announcement:
            raise MessageGone
        if not Contest.objects.get(pk=contest.pk).permits(CHAT):
            raise ChatReadOnly
        if is_pinned:
            _check_pinned(ChatRoom(contest=contest))
        message.pinned_at = timezone.now() if is_pinned else None
        _note(actor, CHANGED, message, pinned=is_pinned)
        return True

    return _moderate(contest, message_id, pin)


@transaction.atomic
def _moderate(
    contest: Contest, message_id: UUID, change: Callable[[ChatMessage], bool]
) -> ChatMessage:
    """Change a message while the room is locked, and give the change a number."""
    room = _lock_room(contest.pk)
    message = ChatMessage.objects.filter(contest=contest, pk=message_id).first()
    if message is None:
        raise MessageGone
    if change(message):
        message.change = _next_number(room)
        message.save(update_fields=["change", "removed_at", "pinned_at"])
    return message


@transaction.atomic
def note_reading(*, member: Membership, number: int) -> None:
    """Record the last message that a person has read; the mark never moves back."""
    ChatReading.objects.get_or_create(member=member)
    room = ChatRoom.objects.filter(contest=member.contest_id).first()
    # A number beyond the latest would hide future messages.
    reached = min(number, room.latest if room else 0)
    ChatReading.objects.filter(member=member, number__lt=reached).update(number=reached)


log = structlog.get_logger("palio.chat")
# A hanging queue must not delay the author.
PATIENCE_SECONDS = 2


def room_group(contest_id: int) -> str:
    """Return the channel group of a contest's room."""
    return f"chat-{contest_id}"


def tell_room(contest_id: int, latest: int) -> None:
    """Notify all open pages of the room of a change; log a warning if that fails."""
    if not _tell(room_group(contest_id), {"type": "chat.news", "latest": latest}):
        # Pages that miss the notification poll after a while.
        log.warning("room not told", contest_id=contest_id)


def person_group(person_id: int) -> str:
    """Return the channel group of a person's open chats."""
    return f"chat-person-{person_id}"


def session_digest(session_key: str) -> str:
    """Return a digest that identifies a session in the queue without revealing its key."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def end_session(person_id: int, session_key: str) -> None:
    """Close the open chats of one session."""
    event = {"type": "session.ended", "session": session_digest(session_key)}
    if not _tell(person_group(person_id), event):
        log.warning("session not ended", person_id=person_id)


def check_person(person_id: int) -> None:
    """Let the open chats of a person check their permission again."""
    if not _tell(person_group(person_id), {"type": "person.changed"}):
        log.warning("person not checked", person_id=person_id)


def _tell(group: str, event: Mapping[str, object]) -> bool:
    try:
        async_to_sync(_send)(group, event)
    except (RedisError, OSError, TimeoutError):
        return False
    return True


async def _send(group: str, event: Mapping[str, object]) -> None:
    await asyncio.wait_for(get_channel_layer().group_send(group, event), PATIENCE_SECONDS)
