"""Telling everyone who has a contest's chat open that there is something new.

Only the number of the latest change is passed on: who hears of it fetches what they may see. So no
message ever stands in the queue, and a notice that gets lost costs a few seconds and never a message.
"""

import asyncio

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

log = structlog.get_logger("palio.chat")
# A queue that hangs must not hold up who has written.
PATIENCE_SECONDS = 2


def room_group(contest_id: int) -> str:
    """Return the name under which the channel layer knows a contest's room."""
    return f"chat-{contest_id}"


def tell_room(contest_id: int, latest: int) -> None:
    """Tell every open page of the room that it has changed, as far as the queue can be reached."""
    try:
        async_to_sync(_send)(room_group(contest_id), latest)
    except (RedisError, OSError, TimeoutError):
        # Those who did not hear ask by themselves after a while.
        log.warning("room not told", contest_id=contest_id)


async def _send(group: str, latest: int) -> None:
    message = {"type": "chat.news", "latest": latest}
    await asyncio.wait_for(get_channel_layer().group_send(group, message), PATIENCE_SECONDS)
