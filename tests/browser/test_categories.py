"""A manager looks after the categories, with the mouse, with keys alone, and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from accounts.audit import Actor
from contests.categories.domain.colours import DARK, LIGHT, PALETTE, mix
from contests.categories.domain.presets import PRESETS, together
from contests.categories.selectors import shortcuts_taken, supercategory_rows
from contests.categories.services import add_categories, apply_preset
from contests.contest.models import Contest
from contests.setup.services import create_contest
from tests.browser.waiting import swapping

pytestmark = pytest.mark.browser
SUPERCATEGORIES = ["ADRESSE", "PERSONNE", "DATE", "CONTACT", "IDENTIFIANT", "ORGANISME"]
KINDS = [
    "RUE",
    "VILLE",
    "CANTON",
    "PAYS",
    "CODE_POSTAL",
    "ÉTAGE",
    "CHAMBRE",
    "LIT",
    "NUMÉRO",
    "NOM",
]
# What the browser paints, whatever the notation: a canvas knows each.
PAINTED = """(element, property) => {
  const brush = document.createElement("canvas").getContext("2d");
  brush.fillStyle = getComputedStyle(element)[property];
  brush.fillRect(0, 0, 1, 1);
  const hex = (value) => value.toString(16).padStart(2, "0");
  return "#" + [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3).map(hex).join("");
}"""


@pytest.fixture
def empty(carl):
    return create_contest(name="Palio nuovo", manager=carl, actor=Actor(carl))


@pytest.fixture
def fresh(empty, carl):
    apply_preset(contest=empty, preset=PRESETS["swiss_hospital"], actor=Actor(carl))
    return empty


@pytest.fixture
def sixty(empty):
    """A contest with sixty categories in six supercategories."""
    supercategories = [
        together(colour, *[(f"{name}:{kind}", f"{name} {kind}", "Of a kind.") for kind in KINDS])
        for name, colour in zip(SUPERCATEGORIES, PALETTE, strict=False)
    ]
    add_categories(contest=empty, supercategories=supercategories)
    return empty


def labels(contest):
    return [category.label for row in supercategory_rows(contest) for category in row.offered]


def channels(colour):
    return [int(colour[place : place + 2], 16) for place in (1, 3, 5)]


def test_an_empty_contest_is_filled_and_refilled_from_presets(visit, carl, empty):
    page = visit(carl).go(f"/contests/{empty.pk}/categories/")
    page.get_by_role("button", name="Use these 26 categories").click()
    expect(page.get_by_text("26 categories", exact=True)).to_be_visible()

    page.get_by_text("Start over with a ready-made set").click()
    page.get_by_role("button", name="Use these 8 categories").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("All 26 categories of this contest will be replaced.")
    dialog.get_by_role("button", name="Replace").click()
    expect(page.get_by_text("8 categories", exact=True)).to_be_visible()
    assert labels(empty) == list(PRESETS["stockholm"].labels)


def test_sixty_categories_are_searched_and_have_two_keys_each(visit, carl, sixty):
    page = visit(carl).go(f"/contests/{sixty.pk}/categories/")
    rows = page.locator(".category")
    expect(rows.filter(visible=True)).to_have_count(60)
    search = page.get_by_role("searchbox", name="Search categories")
    search.fill("etage")
    expect(rows.filter(visible=True)).to_have_count(6)
    expect(page.get_by_text("6 of 60 categories")).to_be_visible()
    search.fill("postal contact")
    expect(rows.filter(visible=True)).to_have_count(1)
    expect(page.locator(".supercategory").filter(visible=True)).to_have_count(1)
    expect(rows.filter(visible=True).locator("kbd")).to_have_text(["C", "O"])
    assert shortcuts_taken(sixty)["C O"] == "CONTACT:CODE_POSTAL"

    search.fill("nothing")
    expect(page.get_by_text("No category fits this search.")).to_be_visible()
    search.press("Escape")
    expect(search).to_have_value("")
    expect(rows.filter(visible=True)).to_have_count(60)


def test_a_search_outlives_a_move(visit, carl, sixty):
    page = visit(carl).go(f"/contests/{sixty.pk}/categories/")
    page.get_by_role("searchbox").fill("ville")
    page.get_by_role("button", name="Move CONTACT:VILLE up").click()
    expect(page.locator("#moved")).to_have_text("CONTACT:VILLE has been moved.")
    expect(page.locator(".category").filter(visible=True)).to_have_count(6)
    assert labels(sixty)[30:32] == ["CONTACT:VILLE", "CONTACT:RUE"]


def test_keys_alone_move_a_category_and_the_focus_stays(visit, carl, fresh):
    page = visit(carl).go(f"/contests/{fresh.pk}/categories/")
    down = page.get_by_role("button", name="Move CONTACT:EMAIL down")
    down.focus()
    for place in (4, 5, 6, 6):
        with swapping(page.locator("#supercategories")):
            page.keyboard.press("Enter")
        expect(page.locator("#moved")).to_have_text("CONTACT:EMAIL has been moved.")
        expect(down).to_be_focused()
        assert labels(fresh).index("CONTACT:EMAIL") == place
    expect(down).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Move CONTACT:EMAIL up")).to_be_focused()


def test_a_second_press_right_after_the_first_stays_on_the_page(visit, carl, fresh):
    page = visit(carl).go(f"/contests/{fresh.pk}/categories/")
    page.evaluate(
        """() => document.addEventListener("htmx:afterSwap",
            () => setTimeout(() => document.activeElement.click()), { once: true })"""
    )
    page.get_by_role("button", name="Move CONTACT:EMAIL down").press("Enter")
    expect(page.locator(".category").nth(5)).to_contain_text("CONTACT:EMAIL")
    expect(page.locator("#moved")).to_have_text("CONTACT:EMAIL has been moved.")


def test_a_category_is_added_with_two_keys_and_a_conflict_is_said(visit, carl, fresh):
    page = visit(carl).go(f"/contests/{fresh.pk}/categories/")
    page.get_by_role("link", name="Add a category to EMPLACEMENT").click()
    page.get_by_label("Name in files").fill("lieu-dit")
    # The first free key is suggested.
    shortcut = page.get_by_label("Shortcut")
    expect(shortcut).to_have_value("Shift+Alt+7")
    shortcut.fill("1")
    page.get_by_role("button", name="Add the category").click()
    expect(shortcut).to_have_accessible_description(
        re.compile("“AUTRES” already has this shortcut.")
    )
    shortcut.fill("l d")
    page.get_by_role("button", name="Add the category").click()
    row = page.locator(".category", has_text="EMPLACEMENT:lieu-dit")
    expect(row.locator("kbd")).to_have_text(["L", "D"])


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_samples_are_painted_as_the_contrast_was_computed(visit, carl, fresh, scheme):
    page = visit(carl, dark=scheme is LIGHT).go(f"/contests/{fresh.pk}/categories/")
    for row in supercategory_rows(fresh):
        sample = page.locator(
            f"#supercategory-{row.supercategory.pk} .sample[data-theme={scheme.name}]"
        )
        colour = row.supercategory.colour
        for part, painted, expected in [
            (".unit", "backgroundColor", mix(colour, 0.17, scheme.surface)),
            (".unit", "borderBottomColor", colour),
            (".unit__label", "color", mix(colour, 0.45, scheme.ink)),
        ]:
            found = sample.locator(part).evaluate(PAINTED, painted)
            gaps = zip(channels(found), channels(expected), strict=True)
            # A step of the browser's rounding.
            assert all(abs(one - other) <= 1 for one, other in gaps), (row.supercategory, part)


def test_a_faint_colour_is_told_while_it_is_chosen_and_the_offer_is_one_click(visit, carl, fresh):
    supercategory_id = fresh.supercategories.get(name="NOM").pk
    page = visit(carl).go(f"/contests/{fresh.pk}/families/{supercategory_id}/")
    colour = page.get_by_label("Colour", exact=True)
    colour.fill("#ffee00")
    offer = page.get_by_role("button", name=re.compile("Take #"))
    offered = offer.get_attribute("value")
    # The sample has the colour that is being chosen.
    expect(page.locator("#judgement .unit").first).to_have_css(
        "border-bottom-color", "rgb(255, 238, 0)"
    )
    offer.click()
    expect(colour).to_have_value(offered)
    expect(offer).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("“NOM” has been saved.")).to_be_visible()
    # At once, although browsers keep the style sheet for a while.
    expect(page.locator(f"#supercategory-{supercategory_id} .swatch")).to_have_css(
        "background-color", "rgb({}, {}, {})".format(*channels(offered))
    )


def test_a_colour_too_close_to_another_is_warned_of_and_taken(visit, carl, fresh):
    page = visit(carl).go(f"/contests/{fresh.pk}/families/new/")
    page.get_by_label("Name in files").fill("SANTÉ")
    page.get_by_label("Colour", exact=True).fill("#0f83c8")
    expect(page.get_by_text("Easily mixed up with the colour of CONTACT.")).to_be_visible()
    page.get_by_role("group", name="Colours that are still free").get_by_role(
        "button"
    ).first.click()
    expect(page.get_by_text("Easily mixed up")).to_be_hidden()
    page.get_by_role("button", name="Add the supercategory").click()
    expect(page.get_by_role("heading", name="SANTÉ")).to_be_visible()


def test_without_javascript_everything_works_all_the_same(visit, carl, fresh):
    page = visit(carl, java_script_enabled=False).go(f"/contests/{fresh.pk}/categories/")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.get_by_role("button", name="Move CHUV up").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("CHUV")
    page.get_by_role("button", name="Archive CONTACT:FAX").click()
    expect(page.get_by_text("“CONTACT:FAX” is no longer offered.")).to_be_visible()
    page.get_by_role("button", name="Bring back CONTACT:FAX").click()
    expect(page.get_by_text("“CONTACT:FAX” is offered again.")).to_be_visible()
    page.get_by_role("link", name="Edit CHUV", exact=True).click()
    page.get_by_label("Colour", exact=True).evaluate("field => { field.value = '#ffee00' }")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name=re.compile("Take #")).click()
    expect(page.get_by_text("“CHUV” has been saved.")).to_be_visible()


def test_deleting_asks_first(visit, carl, fresh):
    category = fresh.categories.get(label="ID:IPP")
    page = visit(carl).go(f"/contests/{fresh.pk}/categories/{category.pk}/")
    page.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The category ID:IPP will be gone.")
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("“ID:IPP” has been deleted.")).to_be_visible()
    assert "ID:IPP" not in labels(fresh)


def test_a_closed_contest_is_shown_without_buttons(visit, carl, fresh):
    Contest.objects.filter(pk=fresh.pk).update(state="closed")
    page = visit(carl).go(f"/contests/{fresh.pk}/categories/")
    expect(page.get_by_text("This contest is closed")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^(Edit|Add)"))).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
