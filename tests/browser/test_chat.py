"""The chat between real browsers: live, through a restart, without a live connection, signed out."""

import socket
import threading

import pytest
import uvicorn
from django.contrib.sessions.models import Session
from django.db import connection
from playwright.sync_api import expect

from contests.chat.domain import MOST_CHARACTERS
from contests.chat.models import ChatMessage
from tests.browser.conftest import Visit
from tests.conftest import PASSWORD
from tests.contests.chat.writing import PROTECTED, say
from tests.services import free_port, running_queue, wait_until

pytestmark = pytest.mark.browser


class Web:
    """The web process, in a thread, on a port that it comes back to."""

    def __init__(self):
        self.port = free_port()
        self.site = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        from annotation_platform.asgi import application

        config = uvicorn.Config(
            application, lifespan="off", log_config=None, timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._listener = socket.create_server(("127.0.0.1", self.port))
        listeners = {"sockets": [self._listener]}
        self._thread = threading.Thread(target=self._server.run, kwargs=listeners, daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started, what="the web server answers")

    def stop(self):
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()


@pytest.fixture(scope="module")
def queue(tmp_path_factory):
    with running_queue(tmp_path_factory.mktemp("queue")):
        yield


@pytest.fixture
def web(queue, transactional_db):
    started = Web()
    yield started
    started.stop()


class Room:
    """One person's page of the chat."""

    def __init__(self, visitor: Visit, contest):
        # The browser names every request that fails, which is what these tests are about.
        visitor.expect_complaint("Failed to load resource")
        visitor.expect_complaint("WebSocket connection to")
        self.page = visitor.go(f"/contests/{contest.pk}/chat/")
        self.texts = self.page.locator("[data-message] .chat__text")
        self.waiting = self.page.locator("[data-waiting]")

    def is_live(self):
        expect(self.page.locator("[data-chat]")).to_have_attribute("data-state", "live")

    def write(self, text):
        self.page.get_by_label("Your message").fill(text)
        self.page.keyboard.press("Enter")


def stored() -> list[str]:
    connection.close()
    return list(ChatMessage.objects.order_by("number").values_list("text", flat=True))


def test_two_people_talk_and_miss_nothing_when_the_server_restarts(
    visit, web, ana, carl, contest, ana_in_contest, bob_in_contest
):
    rooms = []
    for person in (ana, carl):
        visitor = visit(person)
        visitor.site = web.site
        rooms.append(Room(visitor, contest))
    anas, carls = rooms
    anas.is_live()
    carls.is_live()
    anas.write("Bonjour")
    expect(carls.texts).to_have_text(["Bonjour"])
    carls.write("Bonjour linguine")
    expect(anas.texts).to_have_text(["Bonjour", "Bonjour linguine"])

    web.stop()
    anas.write("Y a-t-il quelqu’un ?")
    carls.write("Le serveur ne répond pas")
    for room in rooms:
        expect(room.waiting).to_have_count(1)
    say(bob_in_contest, "Écrit entre-temps")
    web.start()

    for room in rooms:
        expect(room.texts).to_have_count(5)
        expect(room.waiting).to_have_count(0)
        room.is_live()
        expect(room.texts).to_have_text(stored())
    assert len(stored()) == len(set(stored())) == 5


def test_without_a_live_connection_messages_come_and_an_ended_session_loses_nothing(
    visit, ana, contest, ana_in_contest, bob_in_contest
):
    visitor = visit(ana)
    # As behind a proxy that passes on no WebSocket.
    visitor.page.route_web_socket("**/ws/**", lambda route: route.close())
    room = Room(visitor, contest)
    expect(room.page.get_by_text("No messages yet.")).to_be_visible()
    say(bob_in_contest, "Bonjour")
    expect(room.texts).to_have_text(["Bonjour"])

    Session.objects.all().delete()
    room.write("Je suis encore là")
    expect(room.page.get_by_text("Your session has ended.")).to_be_visible()
    expect(room.waiting).to_contain_text("Je suis encore là")
    assert stored() == ["Bonjour"]
    room.page.get_by_role("link", name="Sign in").click()
    room.page.get_by_label("E-mail").fill(ana.email)
    room.page.get_by_label("Password").fill(PASSWORD)
    room.page.keyboard.press("Enter")
    expect(room.texts).to_have_text(["Bonjour", "Je suis encore là"])
    assert stored() == ["Bonjour", "Je suis encore là"]


def test_a_quotation_comes_back_to_be_rewritten_and_a_manager_removes_a_message(
    visit, web, ana, carl, contest, ana_in_contest
):
    visitor = visit(ana)
    visitor.site = web.site
    anas = Room(visitor, contest)
    anas.write(f"Que dites-vous de « {PROTECTED} » ?")
    expect(anas.waiting).to_contain_text("still have to annotate")
    anas.waiting.get_by_role("button", name="Edit").click()
    expect(anas.page.get_by_label("Your message")).to_have_value(
        f"Que dites-vous de « {PROTECTED} » ?"
    )
    expect(anas.waiting).to_have_count(0)
    anas.write("Une heure est-elle une date ?\n<b>Non</b> : http://example.org")
    expect(anas.texts).to_have_text(
        ["Une heure est-elle une date ? <b>Non</b> : http://example.org"]
    )
    assert anas.page.locator("[data-message] a, [data-message] b").count() == 0

    visitor = visit(carl)
    visitor.site = web.site
    carls = Room(visitor, contest)
    carls.page.get_by_role("button", name="Remove the message of linguine").click()
    carls.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    for room in (anas, carls):
        expect(room.page.get_by_text("removed by a manager")).to_be_visible()
        expect(room.texts).to_have_count(0)


def test_an_empty_room_is_read_from_its_first_word_and_a_message_too_long_says_by_how_much(
    visit, ana, contest, ana_in_contest
):
    room = Room(visit(ana, width=360), contest)
    expect(room.page.get_by_text("No messages yet.")).to_be_in_viewport()
    assert room.page.locator("[data-log]").evaluate("log => log.scrollTop") == 0
    room.page.get_by_label("Your message").fill("x" * (MOST_CHARACTERS + 2))
    expect(room.page.locator("[data-left]")).to_have_text("2 characters too many")
