"""Signing in and out, as people do it."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser

WORDS = {
    "en": {
        "title": "Sign in",
        "forgotten": "Forgot your password?",
        "out": "Sign out",
        "wrong": "Wrong e-mail address or password.",
    },
    "fr": {
        "title": "Se connecter",
        "forgotten": "Mot de passe oublié ?",
        "out": "Se déconnecter",
        "wrong": "Adresse e-mail ou mot de passe incorrect.",
    },
}


def fill_in(page, password):
    page.fill("[name=username]", "ana@example.org")
    page.fill("[name=password]", password)
    page.locator("main button[type=submit]").click()


@pytest.mark.parametrize("language", WORDS)
def test_ana_signs_in_and_out_in_her_language(visit, ana, language):
    User.objects.filter(pk=ana.pk).update(language=language)
    words = WORDS[language]
    page = visit(locale=language).go("/")
    expect(page).to_have_url(re.compile("/accounts/login/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(words["title"])
    expect(page.get_by_role("link", name=words["forgotten"])).to_be_visible()
    fill_in(page, PASSWORD)
    expect(page).to_have_url(re.compile("/contests/$"))
    page.get_by_role("button", name=words["out"], exact=True).click()
    expect(page).to_have_url(re.compile("/accounts/login/$"))


@pytest.mark.parametrize("language", WORDS)
def test_a_wrong_password_is_said_so_beside_the_fields(visit, ana, language):
    page = visit(locale=language).go("/accounts/login/")
    fill_in(page, "not-hers-at-all")
    expect(page.locator(".errorlist")).to_have_text(WORDS[language]["wrong"])
    expect(page.locator("[name=username]")).to_have_value("ana@example.org")


def test_signing_in_needs_nothing_but_the_keyboard(visit, ana, contest, ana_in_contest):
    page = visit().go("/accounts/login/")
    expect(page.locator("[name=username]")).to_be_focused()
    page.keyboard.type("ana@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Contests")
    page.get_by_role("link", name=contest.name).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello linguine")


def test_signing_in_works_without_javascript(visit, ana):
    page = visit(java_script_enabled=False).go("/accounts/login/")
    fill_in(page, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Contests")
