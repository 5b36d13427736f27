"""A detector behind HTTP: what it is sent, and what becomes of slow, failing and lying services."""

import functools
import json
import logging
import operator
import socket

import pytest

from detection import remote
from detection.base import Finding, detector, found_by
from detection.errors import DetectorUnusable, MisreadServices
from detection.remote import RemoteDetector, services_in
from tests.detection.houses import UNIT, House, service

TEXT = "Séjour en Zirconie 🌞, puis Zirconie"


@pytest.fixture
def house():
    return House()


@pytest.fixture
def address(house, monkeypatch):
    monkeypatch.setattr(remote, "PAUSE_SECONDS", 0.01)
    with service(house) as address:
        yield address


def refusal(address, *texts, **options):
    with pytest.raises(DetectorUnusable) as refused:
        list(found_by(RemoteDetector("house", address, **options), texts or [TEXT]))
    return refused.value


def test_texts_are_sent_and_spans_come_back_with_score_and_reason(address, house):
    found = list(found_by(detector("house"), [TEXT, "", "rien"]))
    expected = [(10, 18), (27, 35)]
    assert found == [
        [Finding(*place, UNIT, "seen in training", None, 0.75, "house") for place in expected], [], [],
    ]  # fmt: skip
    assert house.asked == [{"language": "fr", "texts": [TEXT, "", "rien"]}]
    assert (detector("house").version, set(detector("house").labels)) == ("2024-11", {UNIT})


def test_many_texts_go_in_portions(address, house, monkeypatch):
    monkeypatch.setattr(remote, "CHARACTERS_AT_ONCE", 100)
    texts = [f"{number} Zirconie" for number in range(120)] + ["x" * 300, "y"]
    found = list(found_by(detector("house"), iter(texts)))
    assert [len(each) for each in found] == [1] * 120 + [0, 0]
    assert functools.reduce(operator.iadd, (each["texts"] for each in house.asked), []) == texts
    assert all(len(each["texts"]) <= 50 for each in house.asked)
    assert all(
        sum(map(len, each["texts"])) <= 100 or len(each["texts"]) == 1 for each in house.asked
    )


@pytest.mark.parametrize("first", [(503, b"busy"), (429, b"slower"), (500, b"oh")])
def test_what_may_pass_is_tried_again(address, house, first):
    house.answers = [first]
    assert len(next(iter(found_by(detector("house"), [TEXT])))) == 2
    assert len(house.asked) == 2


@pytest.mark.parametrize(("status", "asked"), [(503, 3), (404, 1), (302, 1)])
def test_a_refusal_is_named_with_its_status_and_no_redirect_is_followed(
    address, house, status, asked
):
    house.answers = [(status, address)] * 9
    failure = refusal(address)
    assert (failure.code, failure.details["status"]) == ("status", status)
    assert len(house.asked) == asked


def test_no_service_is_named(house, monkeypatch):
    monkeypatch.setattr(remote, "PAUSE_SECONDS", 0.01)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
    assert str(refusal(address)) == "The detector “house” does not answer."


def dripping():
    while True:
        yield b" " * 10
        __import__("time").sleep(0.02)


def test_a_slow_service_is_given_up_once(address, house):
    house.delay = 2
    failure = refusal(address, seconds=0.2)
    assert str(failure) == "The detector “house” did not answer within 0.2 seconds."
    assert len(house.asked) == 1


def test_one_that_answers_byte_by_byte_is_given_up_too(address, house):
    house.answers = [dripping()]
    assert refusal(address, seconds=0.3).code == "slow"
    assert len(house.asked) == 1


def answer(**finding):
    right = {"start": 0, "end": 3, "label": UNIT}
    return {"version": "2024-11", "findings": [[{**right, **finding}]]}


@pytest.mark.parametrize(
    "lie",
    [
        b"Zirconie", b"\xff", b"[" * 100_000, [], None, {}, "text", {"version": "2024-11"},
        {"version": "2024-11", "findings": []}, {"version": "2024-11", "findings": [[], []]},
        {"version": "2024-11", "findings": [["Zirconie"]]}, {"version": "2024-11", "findings": [3]},
        answer(end=99), answer(start=-1), answer(start=3), answer(end="3"), answer(end=None), answer(label=""),
        answer(label=7), answer(label="\ud800"), answer(score=2), answer(score="high"), answer(reason=["why"]),
        answer(reason="x" * 500),
    ],
)  # fmt: skip
def test_a_lie_is_refused_and_quoted_nowhere(address, house, lie, caplog):
    house.answers = [lie]
    with caplog.at_level(logging.DEBUG):
        failure = refusal(address)
    assert str(failure) == (
        "The detector “house” did not return spans of the texts that it was sent."
    )
    assert "Zirconie" not in caplog.text + repr(failure.details)
    assert len(house.asked) == 1


def test_an_answer_that_is_too_large_is_not_read_to_its_end(address, house, monkeypatch):
    monkeypatch.setattr(remote, "LARGEST_ANSWER_MB", 1)
    house.answers = [b" " * (2 << 20)]
    assert refusal(address).code == "large"


def test_another_version_in_between_is_refused_and_known_from_then_on(address, house):
    known = detector("house")
    assert known.version == "2024-11"
    house.version = "2024-12"
    with pytest.raises(DetectorUnusable, match="replaced by another version"):
        list(known.detect_all([TEXT]))
    assert known.version == "2024-12"
    assert len(next(iter(known.detect_all([TEXT])))) == 2


@pytest.mark.parametrize(
    "lie",
    [
        {}, [], {"version": 3, "labels": []}, {"version": "", "labels": []}, {"version": "1", "labels": "A"},
        {"version": "1", "labels": [""]}, {"version": "1", "labels": ["A"] * 501},
        {"version": "v" * 101, "labels": []}, {"version": "1", "labels": [], "languages": "fr"},
    ],
)  # fmt: skip
def test_a_description_that_is_none_is_refused(address, house, lie):
    house.describe = lambda: lie
    assert refusal(address).code == "answer"
    assert house.asked == []


def test_one_that_does_not_read_the_language_says_so(address, house):
    house.describe = lambda: {"version": "1", "labels": [UNIT], "languages": ["en"]}
    assert "does not read this language: fr" in str(refusal(address))
    assert RemoteDetector("house", address, "en").version == "1"


def test_name_and_password_of_the_address_are_sent_and_shown_nowhere(address, house):
    secret = address.replace("http://", "http://palio:s%3Acret@")
    list(found_by(RemoteDetector("house", secret), [TEXT]))
    assert house.headers["Authorization"] == "Basic cGFsaW86czpjcmV0"
    house.answers = [(404, b"")]
    assert "cret" not in str(refusal(secret))


def test_proxies_are_not_asked(address, house, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1/")
    assert len(next(iter(found_by(detector("house"), [TEXT])))) == 2


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("Ward=http://a/", "small letters"), ("http://a/", "small letters"), ("rules=http://a/", "two detectors"),
        ("a=http://a/,a=http://b/", "two detectors"), ("a=ftp://a/", "http://"), ("a=", "http://"),
        ("a=http://", "http://"), ("a=http://a:x/", "http://"), ("a=http://a/ b", "http://"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_read_is_refused_with_words(setting, words):
    with pytest.raises(MisreadServices, match=words):
        services_in(setting)


def test_several_services_are_named():
    assert services_in(" a=http://a:1/x?y=z, b-2=https://b/ ,") == {
        "a": "http://a:1/x?y=z", "b-2": "https://b/",
    }  # fmt: skip


def test_what_is_sent_is_plain_json(address, house):
    list(found_by(detector("house"), [TEXT]))
    assert house.headers["Content-Type"] == "application/json"
    assert json.loads(json.dumps(house.asked[0])) == house.asked[0]
