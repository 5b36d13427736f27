"""The live end of the chat: a browser that listens hears when there is something new."""

import json
from typing import Any

import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path
from redis.exceptions import RedisError

from accounts.models import User
from contests.chat.selectors import latest_change
from contests.chat.services import room_group
from contests.contest.models import Contest

log = structlog.get_logger("palio.chat")
TRY_AGAIN_LATER = 1013


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Tells one page of one person the number of the latest change; it takes nothing in."""

    group = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection; without a queue it is refused and the page asks by itself."""
        try:
            await super().__call__(scope, receive, send)
        except (RedisError, OSError):
            log.warning("room not joined")
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})

    async def connect(self) -> None:
        """Accept who may see the contest; a stranger's connection is refused."""
        contest_id = self.scope["url_route"]["kwargs"]["contest_id"]
        contest = await self._find_contest(contest_id)
        if contest is None:
            await self.close()
            return
        # First listen, then say how far the room is: nothing falls between the two.
        await self.channel_layer.group_add(room_group(contest_id), self.channel_name)
        self.group = room_group(contest_id)
        await self.accept()
        await self._tell(await database_sync_to_async(latest_change)(contest))

    async def disconnect(self, _code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what is sent: messages come in over the API, which says what became of them."""

    async def chat_news(self, event: dict[str, Any]) -> None:
        await self._tell(event["latest"])

    async def _tell(self, latest: int) -> None:
        await self.send(json.dumps({"latest": latest}))

    @database_sync_to_async  # type: ignore[untyped-decorator]  # channels has no types
    def _find_contest(self, contest_id: int) -> Contest | None:
        user = self.scope["user"]
        if not isinstance(user, User):
            return None
        return Contest.objects.visible_to(user).filter(pk=contest_id).first()


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Refuses every other address without an error in the log."""

    async def connect(self) -> None:
        await self.close()


websocket_urlpatterns = [
    path("ws/contests/<int:contest_id>/chat/", ChatConsumer.as_asgi()),
    re_path(r"", NowhereConsumer.as_asgi()),
]
