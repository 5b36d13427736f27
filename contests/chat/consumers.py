"""WebSocket of the chat: notifies open pages of new changes."""

import json
import time
from collections import Counter
from typing import Any

import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.urls import path, re_path
from redis.exceptions import RedisError

from accounts.models import User
from contests.chat.selectors import latest_change
from contests.chat.services import person_group, room_group, session_digest
from contests.contest.models import Contest

log = structlog.get_logger("palio.chat")
NOT_ALLOWED = 1008
TOO_LARGE = 1009
TRY_AGAIN_LATER = 1013
# Per person and web process.
MOST_SOCKETS = 20
# Pages send nothing.
LARGEST_FRAME = 1024
# Recheck permission after this time: a message that closes the connection may get lost.
CHECKED_FOR_SECONDS = 10
# The open connections of each person in this process.
open_sockets: Counter[int] = Counter()


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Sends the number of the latest change to one page; ignores incoming data."""

    groups: tuple[str, ...] = ()
    person_id = 0
    checked_at = 0.0
    is_over = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection; without a channel layer, refuse it so that the page polls."""
        try:
            await super().__call__(scope, receive, send)
        except (RedisError, OSError):
            log.warning("room not joined")
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
        finally:
            if self.person_id:
                open_sockets[self.person_id] -= 1
                if not open_sockets[self.person_id]:
                    del open_sockets[self.person_id]

    async def connect(self) -> None:
        """Accept people who can see the contest, up to MOST_SOCKETS connections each."""
        found = await self._find()
        if found is None or open_sockets[found[0].pk] >= MOST_SOCKETS:
            await self.close()
            return
        person, contest = found
        self.person_id = person.pk
        open_sockets[person.pk] += 1
        self.checked_at = time.monotonic()
        # Subscribe before reading the latest change, so that none is missed in between.
        for group in (person_group(person.pk), room_group(contest.pk)):
            await self.channel_layer.group_add(group, self.channel_name)
            self.groups += (group,)
        await self.accept()
        await self._tell(await database_sync_to_async(latest_change)(contest))

    async def disconnect(self, _code: int) -> None:
        for group in self.groups:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore incoming data: messages are sent through the API."""
        if len(text_data or bytes_data or "") > LARGEST_FRAME:
            await self._end(TOO_LARGE)

    async def chat_news(self, event: dict[str, Any]) -> None:
        is_old = time.monotonic() - self.checked_at > CHECKED_FOR_SECONDS
        if not is_old or await self._may_listen():
            await self._tell(event["latest"])

    async def person_changed(self, _event: dict[str, Any]) -> None:
        await self._may_listen()

    async def session_ended(self, event: dict[str, Any]) -> None:
        if event["session"] == session_digest(self.scope["session"].session_key or ""):
            await self._end(NOT_ALLOWED)

    async def _may_listen(self) -> bool:
        """Return whether the person still sees the contest; close the connection otherwise."""
        found = await self._find()
        if found is None or found[0].pk != self.person_id:
            await self._end(NOT_ALLOWED)
            return False
        self.checked_at = time.monotonic()
        return True

    async def _end(self, code: int) -> None:
        # Further events may arrive, but nothing can be sent after closing.
        is_over, self.is_over = self.is_over, True
        if not is_over:
            await self.close(code)

    async def _tell(self, latest: int) -> None:
        if not self.is_over:
            await self.send(json.dumps({"latest": latest}))

    @database_sync_to_async  # type: ignore[untyped-decorator]  # channels has no types
    def _find(self) -> tuple[User, Contest] | None:
        """Return the signed-in person and the contest, or None if the person cannot see it."""
        request = HttpRequest()
        # Reload the session: it may have ended since the connection was opened.
        request.session = SessionStore(self.scope["session"].session_key)
        user = get_user(request)
        if not isinstance(user, User):
            return None
        contest_id = self.scope["url_route"]["kwargs"]["contest_id"]
        contest = Contest.objects.visible_to(user).filter(pk=contest_id).first()
        return None if contest is None else (user, contest)


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Refuses all other addresses without logging an error."""

    async def connect(self) -> None:
        await self.close()


websocket_urlpatterns = [
    path("ws/contests/<int:contest_id>/chat/", ChatConsumer.as_asgi()),
    re_path(r"", NowhereConsumer.as_asgi()),
]
