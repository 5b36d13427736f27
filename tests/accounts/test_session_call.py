"""Signing in again from within a page."""

import pytest
from django.test import Client

from tests.conftest import PASSWORD

URL = "/api/session/"


@pytest.fixture
def browser():
    return Client(enforce_csrf_checks=True)


def sign_in(browser, password=PASSWORD, email="ana@example.org"):
    token = browser.get(URL).json()["csrf_token"]
    return browser.post(
        URL,
        {"username": email, "password": password},
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )


def test_it_says_who_is_signed_in(client, ana):
    assert client.get(URL).json()["person"] is None
    client.force_login(ana)
    assert client.get(URL).json()["person"] == ana.pk


def test_signing_in_gives_a_session_and_a_new_token(browser, ana):
    response = sign_in(browser)
    assert response.json()["person"] == ana.pk
    assert browser.get("/accounts/preferences/").status_code == 200


def test_a_wrong_password_is_refused_with_a_reason_and_throttled(browser, ana, settings):
    settings.SIGN_IN_LIMIT_PER_ACCOUNT_AND_ADDRESS = 2
    codes = [sign_in(browser, password="wrong").status_code for _ in range(3)]
    assert codes == [400, 400, 429]
    assert sign_in(browser).status_code == 429


def test_a_forged_sign_in_is_refused(browser, ana):
    data = {"username": "ana@example.org", "password": PASSWORD}
    assert browser.post(URL, data, content_type="application/json").status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("body", ["[]", "1", '"x"', "null", '[{"username": "ana@example.org"}]'])
def test_what_is_no_object_is_refused(client, body):
    answer = client.post(URL, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "refused")
