"""The chat API: new and older messages, sending, read marks, moderation."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, cast
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.audit import actor_of
from accounts.models import ApiToken, User
from contests.chat import selectors, services
from contests.chat.domain import MOST_CHARACTERS
from contests.chat.errors import ComeBackLater
from contests.chat.models import ChatMessage
from contests.chat.selectors import Reader, ShownMessage, reader_of
from contests.chat.services import tell_room
from contests.contest.models import Contest
from contests.people.models import Membership
from web.api import PERSON, RefusalSerializer, check_person, refusal_of

PAGE_SIZE = 50
# The largest message number that PostgreSQL can compare.
LARGEST = 2**62


class LinkSerializer(serializers.Serializer[Any]):
    title = serializers.CharField(help_text="Of a category: its label.")
    name = serializers.CharField(help_text="What people read: a category’s name, else the title.")
    url = serializers.CharField()
    family = serializers.IntegerField(
        allow_null=True, help_text="The id of a category's supercategory, for its colour."
    )


class LinkedInputSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(
        allow_null=True, help_text="Null if the reader has not annotated the input yet."
    )


class MessageSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Position in the room.")
    change = serializers.IntegerField(help_text="Number of its latest change; usable as cursor.")
    author = serializers.CharField(help_text="An annotator's alias or a manager's name.")
    is_own = serializers.BooleanField()
    by_manager = serializers.BooleanField()
    sent_at = serializers.DateTimeField()
    text = serializers.CharField(help_text="Empty if a manager has removed it.")
    is_announcement = serializers.BooleanField()
    is_pinned = serializers.BooleanField()
    is_removed = serializers.BooleanField()
    category = LinkSerializer(allow_null=True)
    section = LinkSerializer(allow_null=True)
    input = LinkedInputSerializer(allow_null=True)


LINKS = ("category", "section", "input")
PLAIN_FIELDS = tuple(
    field.name
    for field in fields(ShownMessage)
    if field.name not in ("category", "section", "has_input", "sees_input")
)


class MessagesSerializer(serializers.Serializer[Any]):
    messages = MessageSerializer(many=True)
    pinned = MessageSerializer(many=True)
    cursor = serializers.IntegerField(help_text="Pass it as `after` to get later changes.")
    has_more = serializers.BooleanField(help_text="Whether there are more in this direction.")
    read = serializers.IntegerField(
        help_text="The number of the last message that this person has read."
    )


class MessagesQuerySerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        min_value=0, max_value=LARGEST, required=False, help_text="Changes since this cursor."
    )
    before = serializers.IntegerField(
        min_value=0, max_value=LARGEST, required=False, help_text="Messages before this number."
    )


class SectionSerializer(serializers.Serializer[Any]):
    anchor = serializers.CharField(max_length=200)
    language = serializers.CharField(max_length=8)


class DraftSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(
        help_text="Chosen by the client; a message sent twice is stored once."
    )
    # Above the real limit, so that slightly too long texts get a readable refusal.
    text = serializers.CharField(
        max_length=10 * MOST_CHARACTERS, allow_blank=True, trim_whitespace=False
    )
    is_announcement = serializers.BooleanField(default=False, help_text="Managers only.")
    category = serializers.CharField(max_length=121, allow_null=True, default=None)
    section = SectionSerializer(allow_null=True, default=None)
    input = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST,
        allow_null=True,
        default=None,
        help_text="The id of an input that the author has answered.",
    )

    def draft(self) -> services.Draft:
        """Return the validated message as a Draft."""
        values = self.validated_data
        section = values["section"]
        return services.Draft(
            id=values["id"],
            text=values["text"],
            is_announcement=values["is_announcement"],
            category=values["category"],
            section=(section["anchor"], section["language"]) if section else None,
            input_id=values["input"],
        )


class ReadingSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, max_value=LARGEST)


class UnreadSerializer(serializers.Serializer[Any]):
    unread = serializers.IntegerField()


class PinSerializer(serializers.Serializer[Any]):
    is_pinned = serializers.BooleanField()


class ChatAPIView(APIView):
    """Base of the chat's views; people who cannot see the contest get 404."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_person(request)

    @property
    def person(self) -> User:
        return cast("User", self.request.user)

    def contest(self, contest_id: int) -> Contest:
        return get_object_or_404(Contest.objects.visible_to(self.person), pk=contest_id)

    def managed(self, contest_id: int) -> Contest:
        return get_object_or_404(Contest.objects.managed_by(self.person), pk=contest_id)

    def reader(self, contest: Contest) -> Reader:
        return reader_of(self.person, contest)

    def member(self, contest_id: int) -> Membership:
        members = self.contest(contest_id).memberships.present().select_related("contest")
        return get_object_or_404(members, user=self.person)


@dataclass(frozen=True)
class Found:
    """A page of messages and the cursor for the next one."""

    messages: list[ChatMessage]
    cursor: int
    has_more: bool


class MessagesView(ChatAPIView):
    token_scope = ApiToken.Scope.ANNOTATE

    @extend_schema(
        operation_id="chat_messages",
        parameters=[PERSON, MessagesQuerySerializer],
        responses=MessagesSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        """Return the latest messages, older messages, or all changes after a cursor."""
        wish = MessagesQuerySerializer(data=request.query_params)
        wish.is_valid(raise_exception=True)
        contest = self.contest(contest_id)
        reader = self.reader(contest)
        found = _found(contest, **wish.validated_data)
        answer = {
            "messages": _described(reader, contest, found.messages),
            "pinned": _described(reader, contest, selectors.pinned_messages(contest)),
            "cursor": found.cursor,
            "has_more": found.has_more,
            "read": selectors.read_until(reader.member) if reader.member else 0,
        }
        return Response(MessagesSerializer(answer).data)

    @extend_schema(
        operation_id="send_message",
        parameters=[PERSON],
        request=DraftSerializer,
        responses={200: MessageSerializer, 409: RefusalSerializer, 429: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Store a message and notify all open chats; a known id changes nothing."""
        form = DraftSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        author = self.member(contest_id)
        actor = actor_of(request)
        try:
            message = services.send_message(author=author, draft=form.draft(), actor=actor)
        except ComeBackLater as error:
            wait = {"Retry-After": str(error.seconds)}
            return Response(refusal_of(error), status.HTTP_429_TOO_MANY_REQUESTS, headers=wait)
        contest = author.contest
        tell_room(contest.pk, message.change)
        (described,) = _described(self.reader(contest), contest, [message])
        return Response(MessageSerializer(described).data)


def _found(contest: Contest, after: int | None = None, before: int | None = None) -> Found:
    if after is not None:
        changed = selectors.messages_changed_after(contest, after, count=PAGE_SIZE + 1)
        page = changed[:PAGE_SIZE]
        return Found(page, page[-1].change if page else after, has_more=len(changed) > len(page))
    # Read the cursor first: messages written in between are then fetched twice, not missed.
    cursor = selectors.latest_change(contest)
    older = selectors.messages_before(contest, before, count=PAGE_SIZE + 1)
    return Found(older[-PAGE_SIZE:], cursor, has_more=len(older) > PAGE_SIZE)


class RemoveMessageView(ChatAPIView):
    @extend_schema(
        operation_id="remove_message",
        parameters=[PERSON],
        request=None,
        responses={204: None, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int, message_id: UUID) -> Response:
        """Remove a message from everyone's view; managers only."""
        contest = self.managed(contest_id)
        message = services.remove_message(
            contest=contest, message_id=message_id, actor=actor_of(request)
        )
        tell_room(contest.pk, message.change)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PinMessageView(ChatAPIView):
    @extend_schema(
        operation_id="pin_message",
        parameters=[PERSON],
        request=PinSerializer,
        responses={204: None, 409: RefusalSerializer},
    )
    def post(self, request: Request, contest_id: int, message_id: UUID) -> Response:
        """Pin or unpin an announcement; managers only."""
        wish = PinSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        contest = self.managed(contest_id)
        message = services.pin_message(
            contest=contest,
            message_id=message_id,
            is_pinned=wish.validated_data["is_pinned"],
            actor=actor_of(request),
        )
        tell_room(contest.pk, message.change)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReadingView(ChatAPIView):
    token_scope = ApiToken.Scope.ANNOTATE

    @extend_schema(operation_id="chat_unread", parameters=[PERSON], responses=UnreadSerializer)
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return the number of messages that this person has not read, 0 for non-members."""
        contest = self.contest(contest_id)
        return Response({"unread": selectors.unread_of(self.person, contest)})

    @extend_schema(
        operation_id="note_chat_reading",
        parameters=[PERSON],
        request=ReadingSerializer,
        responses={204: None},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        """Record the last message that this person has read."""
        wish = ReadingSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        member = self.reader(self.contest(contest_id)).member
        if member is not None:
            services.note_reading(member=member, number=wish.validated_data["number"])
        return Response(status=status.HTTP_204_NO_CONTENT)


def _described(
    reader: Reader, contest: Contest, messages: Sequence[ChatMessage]
) -> list[dict[str, Any]]:
    guidelines = reverse("contests:guidelines", args=[contest.pk])
    return [_fields(shown, contest, guidelines) for shown in selectors.shown_to(reader, messages)]


def _fields(shown: ShownMessage, contest: Contest, guidelines: str) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(shown, name) for name in PLAIN_FIELDS}
    values |= dict.fromkeys(LINKS)
    if shown.category is not None:
        values["category"] = {
            "title": shown.category.label,
            "name": shown.category.name,
            "family": shown.category.supercategory_id,
            "url": f"{guidelines}#{shown.category_anchor}",
        }
    if shown.section is not None:
        address = f"{guidelines}?lang={shown.section.language}#{shown.section.anchor}"
        title = shown.section.title
        values["section"] = {"title": title, "name": title, "family": None, "url": address}
    if shown.has_input:
        page = reverse("contests:chat_input", args=[contest.pk, shown.id])
        values["input"] = {"url": page if shown.sees_input else None}
    return values
