"""The pages around an account, and what is shown when something goes wrong."""

import re
from typing import ClassVar

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.utils import translation

from annotation_platform import urls, views
from tests.conftest import PASSWORD

STRANGERS_PAGES = ["/accounts/login/", "/accounts/reset/", "/accounts/reset/sent/", "/nowhere/"]
OWN_PAGES = ["/contests/", "/accounts/preferences/", "/accounts/password/", "/nowhere/", "/jobs/"]
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE
)


def _boom(request):
    raise RuntimeError("Mme Dupont")


def _forbid(request):
    raise PermissionDenied


def _suspect(request):
    raise SuspiciousOperation


class Broken:
    """The platform's addresses and three that go wrong."""

    urlpatterns: ClassVar = [
        *urls.urlpatterns,
        path("boom/", _boom),
        path("forbidden/", _forbid),
        path("suspicious/", _suspect),
    ]
    handler400, handler403 = urls.handler400, urls.handler403
    handler404, handler500 = urls.handler404, urls.handler500


def assert_protected(response):
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert INLINE.search(response.content.decode()) is None


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("page", STRANGERS_PAGES)
def test_strangers_pages_are_protected_in_both_languages(client, db, page, language):
    response = client.get(page, headers={"accept-language": language})
    assert f'<html lang="{language}"' in response.content.decode()
    assert_protected(response)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("page", OWN_PAGES)
def test_own_pages_are_protected_and_can_be_left(client, ana, page, language):
    ana.language = language
    ana.save()
    client.force_login(ana)
    response = client.get(page)
    assert {"en": "Sign out", "fr": "Se déconnecter"}[language] in response.content.decode()
    assert_protected(response)


def test_the_sign_in_form_has_the_promised_fields(client, db):
    page = client.get("/accounts/login/", headers={"accept-language": "en"}).content.decode()
    assert re.search(r'<input type="email" name="username"[^>]*autocomplete="username"', page)
    assert re.search(r'<input type="password" name="password"', page)
    assert "Forgot your password?" in page


def test_the_language_button_changes_nothing_else_and_leads_back(client, ana):
    ana.theme = "dark"
    ana.save()
    client.force_login(ana)
    wish = {"name": ana.name, "theme": ana.theme, "language": "fr", "next": "/jobs/"}
    response = client.post("/accounts/preferences/", wish)
    ana.refresh_from_db()
    assert response["Location"] == "/jobs/"
    assert (ana.language, ana.theme, ana.name) == ("fr", "dark", "Ana")


def test_nobody_is_led_away_to_another_site(client, ana):
    client.force_login(ana)
    wish = {"name": "", "theme": "light", "language": "fr", "next": "https://elsewhere.example/"}
    response = client.post("/accounts/preferences/", wish)
    assert response["Location"] == "/accounts/preferences/"


def test_a_field_is_tied_to_its_help_and_errors(client, ana):
    client.force_login(ana)
    wish = {"old_password": "wrong", "new_password1": "a", "new_password2": "a"}
    page = client.post("/accounts/password/", wish).content.decode()
    described = re.search(r'name="new_password1"[^>]*aria-describedby="([^"]+)"', page)
    for target in described[1].split():
        assert f'id="{target}"' in page
    assert re.search(r'name="old_password"[^>]*aria-invalid="true"', page)


@pytest.mark.parametrize(
    ("address", "status"), [("/forbidden/", 403), ("/suspicious/", 400), ("/nowhere/", 404)]
)
@override_settings(ROOT_URLCONF=Broken)
def test_what_goes_wrong_is_explained(client, ana, address, status):
    client.force_login(ana)
    response = client.get(address)
    assert response.status_code == status
    assert "Go to the start page" in response.content.decode()
    assert_protected(response)


@override_settings(ROOT_URLCONF=Broken)
def test_an_error_of_ours_shows_its_number_and_nothing_of_the_cause(db):
    client = Client(raise_request_exception=False)
    response = client.get("/boom/", headers={"accept-language": "en"})
    page = response.content.decode()
    assert response.status_code == 500
    assert response["X-Request-ID"] in page
    assert "Dupont" not in page
    assert_protected(response)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_for_our_errors_needs_no_manifest_no_database_and_no_session(settings, language):
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "no.such.Storage"}}
    request = RequestFactory().get("/")
    request.META["palio.request_id"] = "0123"
    with translation.override(language):
        page = views.server_error(request).content.decode()
    assert "0123" in page
    assert 'href="/static/css/web/tokens.css"' in page


def test_an_old_form_says_what_to_do(ana):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    response = client.post("/accounts/preferences/", {})
    assert response.status_code == 403
    assert "open for too long" in response.content.decode()


def test_no_cache_keeps_what_a_signed_in_person_saw(client, ana_in_contest):
    client.force_login(ana_in_contest.user)
    home = f"/contests/{ana_in_contest.contest_id}/"
    for page in ("/contests/", home, "/accounts/preferences/", "/jobs/"):
        assert "no-store" in client.get(page)["Cache-Control"]
    # Colours tell nothing, and every page needs them.
    assert "max-age=300" in client.get(f"{home}colours.css")["Cache-Control"]


@pytest.mark.parametrize("repeated", ["kurz", "lang"])
def test_a_short_password_is_said_where_it_was_chosen(client, ana, repeated):
    client.force_login(ana)
    answer = {"old_password": PASSWORD, "new_password1": "kurz", "new_password2": repeated}
    errors = client.post("/accounts/password/", answer).context["form"].errors
    assert "new_password1" in errors
    assert ("new_password2" in errors) == (repeated != "kurz")
