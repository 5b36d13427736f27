"""Who has the room open hears of every change at once, through the real channel layer."""

import json
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.test import Client
from django.utils import timezone

from accounts.audit import Actor
from accounts.services import close_account
from contests.chat import consumers
from contests.chat.models import ChatMessage
from contests.people.models import Membership
from contests.people.services.joining import remove_member
from tests.contests.chat.writing import say
from tests.services import PATIENCE_SECONDS, running_queue

pytestmark = [pytest.mark.channel, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def queue(tmp_path_factory):
    with running_queue(tmp_path_factory.mktemp("queue")) as url:
        yield url


@pytest.fixture
async def layer(queue):
    yield get_channel_layer()
    await get_channel_layer().flush()


def session_of(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


class Socket:
    """A browser's connection to the application, as the web server would pass it on."""

    def __init__(self, path, client=None, *, origin="http://localhost"):
        # Here: it looks for the static files, which are collected once the tests have begun.
        from annotation_platform.asgi import application

        headers = [(b"origin", origin.encode())]
        if client is not None:
            cookie = f"sessionid={client.cookies['sessionid'].value}"
            headers.append((b"cookie", cookie.encode()))
        scope = {"type": "websocket", "path": path, "headers": headers, "subprotocols": []}
        self._talk = ApplicationCommunicator(application, scope | {"query_string": b""})

    async def is_accepted(self):
        await self._talk.send_input({"type": "websocket.connect"})
        answer = await self._talk.receive_output(PATIENCE_SECONDS)
        return answer["type"] == "websocket.accept"

    async def hear(self):
        answer = await self._talk.receive_output(PATIENCE_SECONDS)
        return json.loads(answer["text"])

    async def say(self, text):
        await self._talk.send_input({"type": "websocket.receive", "text": text})

    async def is_closed(self):
        """Return whether the server ends it, and let the browser notice."""
        answer = await self._talk.receive_output(PATIENCE_SECONDS)
        await self.leave()
        return answer["type"] == "websocket.close"

    async def leave(self):
        await self._talk.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._talk.wait(PATIENCE_SECONDS)


def room_of(contest):
    return f"/ws/contests/{contest.pk}/chat/"


async def enter(contest, person) -> Socket:
    client = await database_sync_to_async(session_of)(person)
    socket = Socket(room_of(contest), client)
    assert await socket.is_accepted()
    return socket


async def test_who_listens_hears_the_number_of_each_change_and_nothing_else(
    layer, contest, ana, bob, ana_in_contest, bob_in_contest
):
    bobs = await database_sync_to_async(session_of)(bob)
    socket = await enter(contest, ana)
    assert await socket.hear() == {"latest": 0}
    for number in (1, 2):
        draft = json.dumps({"id": str(uuid4()), "text": "Un secret"})
        await database_sync_to_async(bobs.post)(
            f"/api/contests/{contest.pk}/chat/", draft, content_type="application/json"
        )
        assert await socket.hear() == {"latest": number}
    await socket.leave()


async def test_who_comes_back_hears_at_once_how_far_the_room_is(
    layer, contest, ana, ana_in_contest
):
    await database_sync_to_async(say)(ana_in_contest, "Bonjour")
    socket = await enter(contest, ana)
    assert await socket.hear() == {"latest": 1}
    await socket.leave()


async def test_strangers_other_sites_and_other_addresses_are_refused(
    layer, contest, ana, eve, ana_in_contest
):
    anas = await database_sync_to_async(session_of)(ana)
    room = f"/ws/contests/{contest.pk}/chat/"
    sockets = [
        Socket(room),
        Socket(room, await database_sync_to_async(session_of)(eve)),
        Socket(room, anas, origin="http://elsewhere.example"),
        Socket("/ws/nowhere/", anas),
        Socket("/ws/contests/999999/chat/", anas),
    ]
    assert [await socket.is_accepted() for socket in sockets] == [False] * 5


async def test_what_a_browser_says_here_changes_nothing(layer, contest, ana, ana_in_contest):
    socket = await enter(contest, ana)
    await socket.hear()
    await socket.say('{"text": "Bonjour"}')
    await get_channel_layer().group_send(f"chat-{contest.pk}", {"type": "chat.news", "latest": 7})
    assert await socket.hear() == {"latest": 7}
    await socket.leave()
    assert not await database_sync_to_async(ChatMessage.objects.exists)()


async def test_who_signs_out_hears_no_more_and_other_browsers_of_theirs_do(
    layer, contest, ana, ana_in_contest
):
    client = await database_sync_to_async(session_of)(ana)
    here, elsewhere = Socket(room_of(contest), client), await enter(contest, ana)
    assert await here.is_accepted()
    assert [await here.hear(), await elsewhere.hear()] == [{"latest": 0}] * 2
    await database_sync_to_async(client.post)("/accounts/logout/")
    assert await here.is_closed()
    await get_channel_layer().group_send(f"chat-{contest.pk}", {"type": "chat.news", "latest": 7})
    assert await elsewhere.hear() == {"latest": 7}
    await elsewhere.leave()


def remove(member):
    remove_member(member=member, actor=Actor())


def close(member):
    close_account(user=member.user, actor=Actor())


def give_a_new_password(member):
    member.user.set_password("a new one, quite long")
    member.user.save()


@pytest.mark.parametrize("end", [remove, close, give_a_new_password])
async def test_who_may_not_be_there_any_more_is_shown_out_at_once(
    layer, contest, ana, ana_in_contest, end
):
    socket = await enter(contest, ana)
    await socket.hear()
    await database_sync_to_async(end)(ana_in_contest)
    assert await socket.is_closed()


async def test_an_end_that_was_not_heard_of_is_noticed_at_the_next_change(
    layer, contest, ana, ana_in_contest, monkeypatch
):
    monkeypatch.setattr(consumers, "CHECKED_FOR_SECONDS", 0)
    socket = await enter(contest, ana)
    await socket.hear()
    gone = Membership.objects.filter(pk=ana_in_contest.pk)
    await database_sync_to_async(gone.update)(removed_at=timezone.now())
    await get_channel_layer().group_send(f"chat-{contest.pk}", {"type": "chat.news", "latest": 7})
    assert await socket.is_closed()


async def test_one_person_has_only_so_many_connections(
    layer, contest, ana, bob, ana_in_contest, bob_in_contest, monkeypatch
):
    monkeypatch.setattr(consumers, "MOST_SOCKETS", 2)
    client = await database_sync_to_async(session_of)(ana)
    first, second = await enter(contest, ana), await enter(contest, ana)
    assert not await Socket(room_of(contest), client).is_accepted()
    others = await enter(contest, bob)
    await first.leave()
    third = await enter(contest, ana)
    for socket in (second, third, others):
        await socket.leave()
    assert not consumers.open_sockets


async def test_a_large_frame_closes_the_connection(layer, contest, ana, ana_in_contest):
    socket = await enter(contest, ana)
    await socket.hear()
    await socket.say("x" * 1025)
    assert await socket.is_closed()


@pytest.fixture
def dead_queue(settings, tmp_path):
    backend = "channels_redis.pubsub.RedisPubSubChannelLayer"
    address = f"unix://{tmp_path / 'nobody.sock'}"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [address]}}}


def test_without_a_queue_messages_are_stored_all_the_same(
    dead_queue, client, contest, ana, ana_in_contest
):
    client.force_login(ana)
    draft = json.dumps({"id": str(uuid4()), "text": "Bonjour"})
    path = f"/api/contests/{contest.pk}/chat/"
    assert client.post(path, draft, content_type="application/json").status_code == 200
    assert ChatMessage.objects.count() == 1


async def test_without_a_queue_a_connection_is_refused_in_order(
    dead_queue, contest, ana, ana_in_contest
):
    client = await database_sync_to_async(session_of)(ana)
    assert not await Socket(f"/ws/contests/{contest.pk}/chat/", client).is_accepted()
