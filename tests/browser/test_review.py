"""A manager decides by keys alone."""

import pytest
from playwright.sync_api import expect

from agreement.models import Correction
from tests.agreement.running import answer, join, run_now
from tests.factories import add_marked_inputs

pytestmark = pytest.mark.browser


@pytest.fixture
def split(contest):
    """Two inputs with the same words and votes, on which two people differ."""
    people = join(contest, "fusilli", "penne")
    texts = ["Sortie le 3 mai, lettre A.", "Sortie le 3 mai, lettre B."]
    add_marked_inputs(contest, *texts)
    for text in texts:
        item = contest.inputs.get(text=text)
        answer(people[0], item, (10, 15, "TEMPORAL:DATE"))
        answer(people[1], item, (10, 11, "TEMPORAL:DATE"))
    run_now(contest)


def test_two_items_are_decided_by_keys_alone(visit, contest, carl, split):
    page = visit(carl).go(f"/contests/{contest.pk}/review/first/")
    for lane in ("fusilli", "penne"):
        expect(page.get_by_role("row", name=lane)).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("[data-effects]")).to_contain_text("→")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo the last decision")).to_be_visible()
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing of this kind waits for you.")).to_be_visible()
    assert sorted(Correction.objects.values_list("end", flat=True), key=str) == [15, None]
