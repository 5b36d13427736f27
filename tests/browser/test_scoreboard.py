"""The scoreboard follows by itself, and its charts keep to the policy."""

import pytest
from playwright.sync_api import expect

from tests.feedback.scores.publishing import publish

pytestmark = pytest.mark.browser
FIRST = {"accepted": 12, "annotations": 30, "timed": 10, "timed_ms": 120_000, "quality": 0.9}
LATER = {**FIRST, "accepted": 34}


def test_the_scoreboard_follows_without_a_reload(
    visit, contest, ana, ana_in_contest, bob_in_contest
):
    publish(contest, linguine=FIRST, orzo=FIRST)
    publish(contest, linguine=FIRST, orzo=LATER)
    page = visit(ana).go(f"/contests/{contest.pk}/scoreboard/")
    expect(page.locator("[data-chart][data-drawn=yes]")).to_have_count(10)
    page.evaluate("() => { window.isSamePage = true; }")
    publish(contest, linguine={**FIRST, "accepted": 77}, orzo=LATER)
    # As when one comes back to the tab.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("row", name="linguine")).to_contain_text("77")
    assert page.evaluate("() => window.isSamePage")
    expect(page.locator(".js-plotly-plot").first).to_contain_text("farfalle")


def test_an_alias_is_written_in_charts_as_it_is(
    visit, contest, ana, ana_in_contest, bob_in_contest
):
    alias = '<a href="https://evil.test">Win</a>'
    publish(contest, linguine=FIRST, orzo=LATER)
    ana_in_contest.alias = alias
    ana_in_contest.save()
    page = visit(ana).go(f"/contests/{contest.pk}/scoreboard/")
    expect(page.locator("[data-chart][data-drawn=yes]")).to_have_count(10)
    plots = page.locator(".js-plotly-plot")
    expect(plots.locator(".legendtext", has_text=alias)).to_have_count(5)
    links = plots.evaluate_all("plots => plots.flatMap((plot) => [...plot.querySelectorAll('a')])")
    assert links == []


def test_a_chart_is_taken_as_a_picture(visit, contest, ana, ana_in_contest):
    publish(contest, linguine=FIRST)
    page = visit(ana).go(f"/contests/{contest.pk}/scoreboard/")
    expect(page.locator("[data-chart][data-drawn=yes]")).to_have_count(10)
    with page.expect_download() as taken:
        page.get_by_role("button", name="Image (SVG)").first.click()
    assert "<svg" in taken.value.path().read_text()


def test_the_big_screen_is_left_by_a_key(visit, contest, ana, ana_in_contest):
    publish(contest, linguine=FIRST)
    page = visit(ana).go(f"/contests/{contest.pk}/scoreboard/screen/")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    expect(page.get_by_role("row", name="linguine")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Full-screen scoreboard")).to_be_visible()


@pytest.mark.parametrize("width", [1440, 1024])
def test_every_column_of_the_scores_is_in_sight(
    visit, contest, ana, ana_in_contest, bob_in_contest, width
):
    large = {**FIRST, "accepted": 12_345, "annotations": 23_456}
    type(ana_in_contest).objects.filter(pk=ana_in_contest.pk).update(alias="Mozza Rella di Bufala")
    publish(contest, **{"Mozza Rella di Bufala": large, "orzo": large})
    page = visit(ana, width=width).go(f"/contests/{contest.pk}/scoreboard/")
    hidden = "all => all.map((each) => each.scrollWidth - each.clientWidth)"
    assert page.locator(".table-scroll").evaluate_all(hidden) == [0, 0]
