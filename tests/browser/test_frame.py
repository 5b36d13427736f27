"""The frame of every page: focus, languages, day and night."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.pages import answer_everything
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser
BRIGHTNESS = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const brush = canvas.getContext("2d");
  brush.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  brush.fillRect(0, 0, 1, 1);
  return Math.max(...brush.getImageData(0, 0, 1, 1).data.slice(0, 3));
}"""
HAS_RING = """() => [null, "::after"].some((part) => {
  const style = getComputedStyle(document.activeElement, part);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
})"""
FOCUSED = "() => document.activeElement.textContent.trim() || document.activeElement.name"


def test_the_first_tab_stop_leads_past_the_navigation(visit, ana):
    page = visit(ana).go("/contests/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("path", ["/contests/", "/contests/{}/people/", "/contests/{}/audit/"])
def test_every_tab_stop_shows_a_ring(visit, carl, contest, path):
    page = visit(carl).go(path.format(contest.pk))
    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        stops.append(page.evaluate(FOCUSED))
        assert page.evaluate(HAS_RING), stops[-1]
    assert "Sign out" in stops
    assert "Contests" in stops


def test_the_navigation_says_where_one_is(visit, carl, contest):
    page = visit(carl).go(f"/contests/{contest.pk}/people/")
    expect(page.locator("[aria-current=page]")).to_have_text("People")
    first, second = (page.get_by_role("navigation", name=name) for name in ("Contest", "Set up"))
    assert names_in(first) == [
        "Overview",
        "Guidelines",
        "Feedback",
        "Scoreboard",
        "Chat",
        "Monitoring",
        "Review",
        "Experiments",
        "Releases",
        "Set up",
    ]
    assert names_in(second) == [
        "Steps",
        "Categories",
        "Inputs",
        "Pre-annotation",
        "People",
        "Audit log",
        "Jobs",
    ]
    expect(first.locator("[aria-current]")).to_have_text("Set up")
    second.get_by_role("link", name="Jobs").click()
    expect(page.locator("[aria-current=page]")).to_have_text("Jobs")


def names_in(navigation):
    return [link.inner_text() for link in navigation.get_by_role("link").all()]


def test_the_pages_of_the_set_up_are_out_of_the_way_elsewhere(visit, carl, contest):
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/")
    expect(page.get_by_role("navigation", name="Set up")).to_have_count(0)


def test_on_a_phone_the_bar_is_one_line_that_shows_where_one_is(visit, carl, contest):
    page = visit(carl, width=360).go(f"/contests/{contest.pk}/audit/")
    for name in ("Set up", "Audit log"):
        current = page.locator(".contest-bar [aria-current]", has_text=name)
        expect(current).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_annotators_see_their_own_navigation_only(visit, ana, contest, ana_in_contest):
    page = visit(ana).go(f"/contests/{contest.pk}/")
    assert page.get_by_role("navigation").get_by_role("link").all_inner_texts() == [
        "Contests",
        "Home",
        "Annotate",
        "Guidelines",
        "Feedback",
        "Scoreboard",
        "Chat",
    ]


@pytest.mark.parametrize(
    ("theme", "dark_system", "is_dark"),
    [
        ("system", False, False),
        ("system", True, True),
        ("dark", False, True),
        ("light", True, False),
    ],
)
def test_the_chosen_appearance_wins_over_the_system(visit, ana, theme, dark_system, is_dark):
    User.objects.filter(pk=ana.pk).update(theme=theme)
    page = visit(ana, dark=dark_system).go("/contests/")
    assert (page.evaluate(BRIGHTNESS) < 50) == is_dark


def test_a_stranger_switches_the_language_and_keeps_it(visit):
    page = visit(locale="en").go("/accounts/login/")
    page.get_by_role("button", name="FR – Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Se connecter")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Se connecter")


def test_anas_language_goes_with_her_account(visit, ana, contest, ana_in_contest):
    page = visit(ana).go(f"/contests/{contest.pk}/")
    page.get_by_role("button", name="FR – Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bonjour linguine")
    elsewhere = visit(locale="en").go("/accounts/login/")
    elsewhere.fill("[name=username]", ana.email)
    elsewhere.fill("[name=password]", PASSWORD)
    elsewhere.locator("main button[type=submit]").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Concours")


def test_preferences_are_saved_and_said_so_in_the_new_language(visit, ana):
    page = visit(ana).go("/accounts/preferences/")
    page.get_by_label("Language").select_option("fr")
    page.get_by_label("Appearance").select_option("dark")
    page.get_by_role("button", name="Save", exact=True).click()
    message = page.locator(".message--success")
    expect(message).to_contain_text("Vos préférences ont été enregistrées.")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    message.get_by_role("button").click()
    expect(message).to_have_count(0)


def test_anas_home_shows_her_marks_her_team_and_no_arm(
    visit, ana, contest, ana_in_contest, bob_in_contest
):
    answer_everything(ana_in_contest)
    page = visit(ana).go(f"/contests/{contest.pk}/")
    expect(page.get_by_role("progressbar", name="Your progress")).to_have_attribute("value", "4")
    expect(page.locator("mark", has_text="Durand")).to_contain_text("Medical staff")
    expect(page.get_by_role("main")).to_contain_text("You are on team farfalle.")
    expect(page.locator("time[data-relative]").first).to_have_text(re.compile("now| ago"))
    colours = page.locator("mark").evaluate_all(
        "all => new Set(all.map(each => getComputedStyle(each).borderBottomColor)).size"
    )
    assert colours == 4
    for word in ("experimental", "control", "etention", "Group"):
        assert word not in page.content()
