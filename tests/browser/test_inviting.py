"""A manager invites, a stranger joins, and people can be removed again."""

import re

import pytest
from playwright.sync_api import expect

from contests.people.models import Membership
from tests.browser.waiting import stop_the_clock

pytestmark = pytest.mark.browser


def test_carl_invites_and_dora_joins_by_the_link_he_copied(visit, carl, contest):
    manager = visit(carl, permissions=["clipboard-read", "clipboard-write"])
    page = manager.go(f"/contests/{contest.pk}/people/")
    page.get_by_label("E-mail address").fill("dora@example.org")
    page.get_by_role("button", name="Send an invitation").click()
    copy = page.get_by_role("button", name="Copy the link")
    expect(copy).to_be_visible()
    # It says so for a moment only.
    stop_the_clock(page)
    copy.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    expect(page.get_by_text("dora@example.org")).to_be_visible()

    dora = visit(locale="en").page
    dora.goto(link)
    dora.get_by_label("Name").fill("Dora")
    dora.get_by_label("Language").select_option("en")
    dora.get_by_label("Password", exact=True).fill("a long way to Siena")
    dora.get_by_label("Password confirmation").fill("a long way to Siena")
    dora.get_by_label("Alias").fill("ravioli")
    dora.get_by_role("button", name="Join the contest").click()
    expect(dora.get_by_role("heading", level=1)).to_have_text("Hello ravioli")
    expect(dora.get_by_text("Welcome to the contest.")).to_be_visible()

    page.goto(page.url)
    expect(page.get_by_role("row", name=re.compile("Dora"))).to_contain_text("ravioli")
    late = visit(locale="en").page
    late.goto(link)
    expect(late.get_by_role("heading", level=1)).to_have_text("This invitation no longer works")


def test_removing_someone_asks_first(visit, carl, contest, ana_in_contest):
    page = visit(carl).go(f"/contests/{contest.pk}/people/")
    remove = page.get_by_role("button", name="Remove Ana")
    remove.click()
    dialog = page.get_by_role("dialog", name="Are you sure?")
    expect(dialog).to_contain_text("Ana will no longer take part in this contest.")
    expect(dialog.get_by_role("button", name="Keep as it is")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(remove).to_be_focused()
    assert Membership.objects.present().filter(pk=ana_in_contest.pk).exists()

    remove.click()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("This person no longer takes part.")).to_be_visible()
    assert not Membership.objects.present().filter(pk=ana_in_contest.pk).exists()


def test_who_presses_before_the_page_is_complete_is_asked_as_well(
    visit, carl, contest, ana_in_contest
):
    visitor = visit(carl)
    # These scripts never arrive.
    visitor.page.route(re.compile(r"/js/(?!web/confirm)"), lambda _route: None)
    page = visitor.go(f"/contests/{contest.pk}/people/", wait_until="commit")
    page.get_by_role("button", name="Remove Ana").click()
    expect(page.get_by_role("dialog", name="Are you sure?")).to_be_visible()
    assert Membership.objects.present().filter(pk=ana_in_contest.pk).exists()


def test_without_javascript_removing_is_asked_on_a_page(visit, carl, contest, ana_in_contest):
    page = visit(carl, java_script_enabled=False).go(f"/contests/{contest.pk}/people/")
    page.get_by_role("button", name="Remove Ana").click()
    expect(page.get_by_role("heading", name="Remove Ana?")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("This person no longer takes part.")).to_be_visible()


def test_mistakes_stand_at_their_field(visit, carl, contest, ana_in_contest):
    page = visit(carl).go(f"/contests/{contest.pk}/people/")
    email = page.get_by_label("E-mail address")
    email.fill("ana@example.org")
    page.get_by_role("button", name="Send an invitation").click()
    expect(email).to_have_accessible_description("This person already takes part in the contest.")
    expect(email).to_have_attribute("aria-invalid", "true")
