"""Freezing and splitting in a browser: asked first what cannot be undone, and once however often pressed."""

import pytest
from playwright.sync_api import expect

from gold.releases.models import Release
from gold.splits.models import Split
from tests.browser.waiting import arrived_at
from tests.gold.freezing import annotate, freeze

pytestmark = pytest.mark.browser


@pytest.fixture
def answered(contest):
    annotate(contest)
    return contest


def test_freezing_is_asked_first_and_done_once(visit, carl, answered):
    page = visit(carl).go(f"/releases/?contest={answered.pk}")
    page.get_by_role("link", name="Freeze a release").click()
    page.get_by_label("Name", exact=True).fill("letters")
    page.get_by_role("button", name="Freeze…").click()
    page.get_by_role("button", name="Keep as it is").click()
    assert not Release.objects.exists()
    page.get_by_role("button", name="Freeze…").click()
    page.get_by_role("dialog").get_by_role("button", name="Freeze").dblclick()
    expect(page.get_by_role("heading", name="letters 1", level=1)).to_be_visible()
    assert Release.objects.count() == 1


def test_who_presses_twice_gets_one_split(visit, carl, answered):
    release = freeze(answered)
    page = visit(carl).go(f"/releases/{release.pk}/splits/")
    together = page.get_by_label("What stays in one part")
    together.select_option("each text may go anywhere")
    page.get_by_role("button", name="Make the split").dblclick()
    arrived_at(page.get_by_role("link", name="All splits"))
    page.go_back()
    # Back on the form, another one can be asked for. What was chosen may or may not be there again.
    together.select_option("each text may go anywhere")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Make the split").click()
    arrived_at(page.get_by_role("link", name="All splits"))
    assert Split.objects.count() == 2
