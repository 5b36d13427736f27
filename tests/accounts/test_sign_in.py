"""Signing in: throttled, case-blind, by argon2; demo accounts never in production."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.utils import timezone

from accounts.models import SignInFailure, User
from tests.conftest import PASSWORD

LOGIN = "/accounts/login/"


def sign_in(client, email="ana@example.org", password=PASSWORD, **extra):
    return client.post(LOGIN, {"username": email, "password": password}, **extra)


def test_the_front_door_leads_a_stranger_to_sign_in_and_others_to_their_contests(client, ana):
    assert client.get("/")["Location"] == LOGIN
    sign_in(client)
    assert client.get("/")["Location"] == "/contests/"


def test_the_address_may_be_typed_in_any_case(client, ana):
    assert sign_in(client, " ANA@Example.ORG ").status_code == 302


def test_passwords_are_kept_as_argon2(ana):
    assert ana.password.startswith("argon2$argon2id$")


def test_two_accounts_cannot_share_an_address(ana):
    from accounts.audit import Actor
    from accounts.errors import EmailTaken
    from accounts.services import register_user

    with pytest.raises(EmailTaken):
        register_user(email="ANA@example.org", password=PASSWORD, actor=Actor())
    assert User.objects.count() == 1


def test_the_sixth_attempt_is_refused_even_with_the_right_password(client, ana):
    for _ in range(5):
        assert sign_in(client, password="wrong").status_code == 200
    assert sign_in(client).status_code == 429
    assert "_auth_user_id" not in client.session


def test_a_refused_account_can_sign_in_from_another_address_and_after_the_window(client, ana):
    for _ in range(5):
        sign_in(client, password="wrong")
    assert sign_in(client, REMOTE_ADDR="10.0.0.9").status_code == 302
    client.post("/accounts/logout/")
    SignInFailure.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert sign_in(client).status_code == 302


def test_guessing_one_password_for_many_accounts_is_refused_by_address(client, ana, settings):
    settings.SIGN_IN_LIMIT_PER_ADDRESS = 8
    for number in range(8):
        sign_in(client, f"someone{number}@example.org", "Summer2026!")
    assert sign_in(client).status_code == 429


def test_guessing_one_account_from_many_addresses_is_refused_by_account(client, ana, settings):
    settings.SIGN_IN_LIMIT_PER_ACCOUNT = 6
    for number in range(6):
        sign_in(client, password="wrong", REMOTE_ADDR=f"10.0.0.{number}")
    assert sign_in(client, REMOTE_ADDR="10.0.0.99").status_code == 429


def test_signing_in_forgets_earlier_failures(client, ana):
    for _ in range(4):
        sign_in(client, password="wrong")
    sign_in(client)
    client.post("/accounts/logout/")
    for _ in range(4):
        assert sign_in(client, password="wrong").status_code == 200


def test_a_session_ends(client, ana, settings):
    sign_in(client)
    assert client.session.get_expiry_age() <= settings.SESSION_COOKIE_AGE == 12 * 3600


def test_demo_accounts_are_refused_in_production(ana, settings):
    User.objects.filter(pk=ana.pk).update(is_demo=True)
    credentials = {"username": "ana@example.org", "password": PASSWORD}
    assert authenticate(None, **credentials) == ana
    settings.PRODUCTION = True
    assert authenticate(None, **credentials) is None


def test_a_closed_account_cannot_sign_in(client, ana):
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert sign_in(client).status_code == 200
    assert "_auth_user_id" not in client.session


def test_an_empty_password_does_not_start_the_count_anew(client, ana):
    for _ in range(5):
        sign_in(client, password="wrong")
        sign_in(client, password="")
    assert sign_in(client).status_code == 429
