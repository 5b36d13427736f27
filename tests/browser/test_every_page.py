"""What holds on every page, for everyone, in both languages, by day and by night, small and large."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.pages import BY_ROLE, EMBEDDED, answer_everything, paths_of
from tests.factories import add_marked_inputs

pytestmark = pytest.mark.browser
PHONE, DESK = {"width": 360, "height": 800}, {"width": 1280, "height": 800}
CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def people(contest, ana, carl, eve, ana_in_contest):
    answer_everything(ana_in_contest)
    # One task is left to be seen on the annotation page.
    add_marked_inputs(contest, "Sortie le [24 mai](TEMPORAL:DATE) avec Mme Rey.")
    # Who has confirmed an address is led on from the page for it.
    User.objects.update(email_confirmed_at=None)
    return {"stranger": None, "ana": ana, "carl": carl, "eve": eve}


@pytest.fixture
def visit(visit):
    """Open browsers that may miss the queue: without it the chat asks by itself."""

    def open_browser(*words, **options):
        visitor = visit(*words, **options)
        visitor.expect_complaint("WebSocket connection to")
        return visitor

    return open_browser


@pytest.fixture(params=BY_ROLE)
def role(request):
    return request.param


def open_page(visitor, path):
    """Open a page, and wait where a script fills it."""
    page = visitor.go(path)
    assert page.url == visitor.site + path
    if path.endswith(("/annotate/", "/training/")) and "setup" not in path:
        expect(page.locator("[data-annotator][data-ready=yes]")).to_be_visible()
    expect(page.locator("[data-chart][aria-busy=true]")).to_have_count(0)
    return page


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.looks)])
def test_on_a_phone_every_page_is_whole_and_in_french_looks_well_everywhere(
    visit, people, role, contest, language
):
    user = people[role]
    if user is not None:
        # Past the signals, which cannot be sent where Playwright's loop runs.
        User.objects.filter(pk=user.pk).update(language=language)
    visitor = visit(user, locale=language, width=PHONE["width"])
    for path in paths_of(role, contest):
        page = open_page(visitor, path)
        expect_whole(page, language, path)
        sign_out = {"en": "Sign out", "fr": "Se déconnecter"}[language]
        there = page.get_by_role("button", name=sign_out, exact=True)
        assert there.is_visible() == (user is not None), path
        # French words are the longer ones; and each page is opened once for all judges.
        if language == "fr":
            page.set_viewport_size(DESK)
            expect_nothing_serious(page, path)
            expect_legible(page, path)
            page.set_viewport_size(PHONE)


@pytest.mark.looks
def test_axe_finds_nothing_serious_on_pages_of_others(visit, people):
    visitor = visit(people["ana"])
    for path in EMBEDDED:
        expect_nothing_serious(open_page(visitor, path), path)


def expect_nothing_serious(page, path):
    """Expect axe to have nothing serious to say."""
    page.wait_for_load_state("networkidle")
    serious = [
        (each["id"], [node["target"] for node in each["nodes"]])
        for each in Axe().run(page).response["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == [], path


def expect_legible(page, path):
    """Expect targets that are large enough, and texts with contrast by day and by night."""
    assert page.evaluate(f"({CHECKS}).smallTargets()") == [], path
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(f"({CHECKS}).faintTexts()") == [], (path, scheme)


def expect_whole(page, language, path):
    """Expect no wider page, a language, a title, one heading, one main part, and no id twice."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    assert page.get_attribute("html", "lang") == language, path
    assert re.fullmatch(r".+ · Palio", page.title()), path
    assert page.locator("h1").count() == 1, path
    assert page.locator("main#content").count() == 1, path
    assert page.locator("[id]").evaluate_all(
        "all => all.length === new Set(all.map(each => each.id)).size"
    ), path
