"""A message sent through the channel layer by one process reaches another."""

import asyncio

import pytest
from channels.layers import get_channel_layer

from tests.services import PATIENCE_SECONDS, python, running_queue

pytestmark = pytest.mark.channel

SENDER = """
import asyncio, django
django.setup()
from channels.layers import get_channel_layer
asyncio.run(get_channel_layer().group_send("contest-7", {"type": "chat.message", "id": 42}))
"""


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory):
    with running_queue(tmp_path_factory.mktemp("queue")) as url:
        yield url


async def test_another_process_reaches_a_group(redis_url, tmp_path):
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("contest-7", channel)
    environment = {
        "REDIS_URL": redis_url,
        "DJANGO_SETTINGS_MODULE": "annotation_platform.settings",
    }
    sender = python("-c", SENDER, log=tmp_path / "sender.log", environment=environment)
    try:
        message = await asyncio.wait_for(layer.receive(channel), timeout=PATIENCE_SECONDS)
    finally:
        sender.wait()
        await layer.flush()
    assert message == {"type": "chat.message", "id": 42}, sender.output
