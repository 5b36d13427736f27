"""Writing in the chat, moderating it, and noting how far people have read."""

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

# So many inputs are prepared while someone waits for a message to be sent.
AT_ONCE = 2000
ROWS_PER_STATEMENT = 5000


@transaction.atomic
def learn_inputs(*, contest_id: int, inputs: Iterable[ContestInput]) -> None:
    """Let the chat recognise these inputs; again, it changes nothing."""
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
    """Let the chat recognise further inputs that were made without it; return whether all are known."""
    # Mostly there are none: inputs are learnt when they are made.
    unknown = ContestInput.objects.filter(contest=contest_id, is_recognised=False)
    batch = list(unknown.only("pk", "text").order_by("pk")[: AT_ONCE + 1])
    learn_inputs(contest_id=contest_id, inputs=batch[:AT_ONCE])
    return len(batch) <= AT_ONCE


# How many of a person's latest messages are read together with a new one.
READ_TOGETHER = 2 * RUN


@dataclass(frozen=True)
class Draft:
    """A message as its author sends it. The id is made by the sender."""

    id: UUID
    text: str
    is_announcement: bool = False
    # The label of a category, the anchor and language of a section, the id of an input.
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
    """Store a message of a contest's member; the same one again changes nothing."""
    # Before and apart: what was prepared stays so, also where the message is refused.
    is_ready = learn_the_rest(contest_id=author.contest_id)
    try:
        return _store(author, draft, actor, at or timezone.now(), is_ready=is_ready)
    except IntegrityError as error:
        # The lock is on the room: the same id may come in for another one at the same instant.
        raise MessageIdTaken from error


@transaction.atomic
def _store(
    author: Membership, draft: Draft, actor: Actor, at: datetime, *, is_ready: bool
) -> ChatMessage:
    room = _enter(author.contest_id)
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


def _enter(contest_id: int) -> ChatRoom:
    """Return the room for us alone, until our change of it is committed."""
    ChatRoom.objects.get_or_create(contest_id=contest_id)
    return ChatRoom.objects.select_for_update().get(contest=contest_id)


def _next_number(room: ChatRoom) -> int:
    room.latest += 1
    room.save(update_fields=["latest"])
    return room.latest


def _check(author: Membership, draft: Draft, at: datetime) -> str:
    """Return the text as it is stored, unless it or the moment is wrong."""
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
    # The newest are the ones that count, and there are never more to look at.
    recent = author.chat_messages.filter(sent_at__gt=at - WINDOW).order_by("-sent_at")
    sent = recent.values_list("sent_at", flat=True)[:MOST_MESSAGES]
    seconds = seconds_to_wait(list(sent), now=at)
    if seconds:
        raise TooManyMessages(seconds=seconds)
    return text


def _find_links(author: Membership, draft: Draft) -> _Links:
    """Return what the message links, if its author may see all of it."""
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
    """Refuse a text that quotes, alone or with what the person has just said, what is to annotate."""
    latest = author.chat_messages.filter(removed_at=None).order_by("-sent_at")
    before = list(latest.values_list("text", flat=True)[:READ_TOGETHER])
    runs = runs_said(text, before=before[::-1], key=bytes(room.key))
    if still_to_annotate(room.contest_id, runs):
        raise InputQuoted


def _check_pinned(room: ChatRoom) -> None:
    if ChatMessage.objects.filter(contest=room.contest_id).pinned().count() >= MOST_PINNED:
        raise TooManyPinned(most=MOST_PINNED)


def remove_message(*, contest: Contest, message_id: UUID, actor: Actor) -> ChatMessage:
    """Show a message to nobody any more, in any state; again, it changes nothing."""

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
    """Put an announcement on top or take it down; again, it changes nothing."""

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
    """Change a message under the room's lock; with its new number everyone hears of it."""
    room = _enter(contest.pk)
    message = ChatMessage.objects.filter(contest=contest, pk=message_id).first()
    if message is None:
        raise MessageGone
    if change(message):
        message.change = _next_number(room)
        message.save(update_fields=["change", "removed_at", "pinned_at"])
    return message


@transaction.atomic
def note_reading(*, member: Membership, number: int) -> None:
    """Note that a person has read up to this message; never less than before."""
    ChatReading.objects.get_or_create(member=member)
    room = ChatRoom.objects.filter(contest=member.contest_id).first()
    # A number that nobody has yet would hide what is still to come.
    reached = min(number, room.latest if room else 0)
    ChatReading.objects.filter(member=member, number__lt=reached).update(number=reached)


log = structlog.get_logger("palio.chat")
# A queue that hangs must not hold up who has written.
PATIENCE_SECONDS = 2


def room_group(contest_id: int) -> str:
    """Return the name under which the channel layer knows a contest's room."""
    return f"chat-{contest_id}"


def tell_room(contest_id: int, latest: int) -> None:
    """Tell every open page of the room that it has changed, as far as the queue can be reached."""
    if not _tell(room_group(contest_id), {"type": "chat.news", "latest": latest}):
        # Those who did not hear ask by themselves after a while.
        log.warning("room not told", contest_id=contest_id)


def person_group(person_id: int) -> str:
    """Return the name under which the channel layer knows the open chats of a person."""
    return f"chat-person-{person_id}"


def session_digest(session_key: str) -> str:
    """Return what names a session in the queue; with the key itself one could sign in."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def end_session(person_id: int, session_key: str) -> None:
    """Close the chats that a browser has open whose person signs out."""
    event = {"type": "session.ended", "session": session_digest(session_key)}
    if not _tell(person_group(person_id), event):
        log.warning("session not ended", person_id=person_id)


def check_person(person_id: int) -> None:
    """Close those chats of a person that they may see no more."""
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
