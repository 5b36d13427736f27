"""A manager sets a contest up in the browser, and people join and train in it."""

import re

import pytest
from playwright.sync_api import expect

from accounts.audit import Actor
from contests.categories.domain.presets import PRESETS
from contests.contest.models import Contest
from contests.guidelines.services import mark_read
from contests.people.models import Membership
from contests.setup.services import change_state, create_draft
from contests.teams.services import add_team
from contests.training.services import add_ready_made
from tests.browser.annotating import Desk
from tests.browser.waiting import arrived_at
from tests.factories import add_marked_inputs, publish_guidelines

pytestmark = pytest.mark.browser


@pytest.fixture
def draft(carl):
    draft = create_draft(
        name="Palio nuovo", manager=carl, preset=PRESETS["swiss_hospital"], actor=Actor(carl)
    )
    publish_guidelines(draft)
    add_marked_inputs(draft, "Vu le [18#03#2022](TEMPORAL:DATE).", "Pas d'allergie.")
    return draft


def test_a_contest_is_set_up_step_by_step_and_opened(visit, draft, carl):
    page = visit(carl).go(f"/contests/{draft.pk}/setup/")
    state = page.get_by_role("region", name="State")
    opens = state.get_by_role("button", name="Open the contest")
    expect(opens).to_be_disabled()
    steps = page.get_by_role("region", name="Steps")
    steps.get_by_role("link", name="Teams and arms").click()
    page.get_by_label("Name", exact=True).fill("penne")
    page.get_by_role("button", name="Add the team").click()
    expect(page.get_by_role("status").get_by_text("The team is added.")).to_be_visible()
    strip = page.get_by_role("navigation", name="Steps of the set-up")
    strip.get_by_role("link", name="Scoring").click()
    page.get_by_label("Quality index", exact=True).fill("50")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("they sum up to 110 %")).to_be_visible()
    page.get_by_label("Quality index", exact=True).fill("40")
    page.get_by_role("button", name="Save").click()
    # The link stands on the page before as well: a click there would overtake what is saved.
    arrived_at(page.get_by_role("status").get_by_text("There was nothing to change."))
    strip.get_by_role("link", name="Next: People").click()
    expect(page).to_have_url(re.compile("/people/$"))
    page.get_by_role("link", name="Set up").click()
    expect(opens).to_be_enabled()
    opens.click()
    page.get_by_role("dialog").get_by_role("button", name="Open the contest").click()
    expect(page.get_by_text("The contest is now: open.")).to_be_visible()
    assert Contest.objects.get(pk=draft.pk).state == "open"


def test_without_javascript_closing_is_asked_on_a_page(visit, contest, carl):
    page = visit(carl, java_script_enabled=False).go(f"/contests/{contest.pk}/setup/")
    page.get_by_role("button", name="Close the contest").click()
    expect(page.get_by_role("heading", name="Close the contest?")).to_be_visible()
    page.get_by_role("button", name="Close the contest").click()
    expect(page.get_by_text("The contest is now: closed.")).to_be_visible()


def test_a_list_with_a_wrong_line_is_shown_again_to_be_corrected(visit, contest, carl):
    page = visit(carl).go(f"/contests/{contest.pk}/people/")
    page.get_by_role("link", name="Invite many").click()
    page.get_by_label("People").fill("dora@example.org\nemil@\n")
    page.get_by_role("button", name="Check and invite").click()
    row = page.get_by_role("row").filter(has_text="emil@")
    expect(row).to_contain_text("is not an e-mail address")
    expect(page.get_by_label("People")).to_have_value(re.compile("emil@"))
    page.get_by_role("button", name="Invite the valid one (1)").click()
    expect(page.get_by_text("1 invitation is being sent.")).to_be_visible()


def test_someone_joins_by_the_link_trains_and_sees_what_differs(visit, draft, carl):
    add_team(contest=draft, group=1, name="penne", arm="experimental", retention=1)
    change_state(contest=draft, target="training", actor=Actor(carl))
    manager = visit(carl)
    page = manager.go(f"/contests/{draft.pk}/people/")
    page.get_by_text("Make a link").click()
    page.get_by_label("Works until").fill("2998-01-01")
    page.get_by_role("button", name="Make the link").click()
    address = page.get_by_role("textbox", name="The contest’s link").input_value()

    newcomer = visit()
    page = newcomer.page
    page.goto(address)
    page.get_by_label("E-mail address").fill("dora@example.org")
    page.get_by_label("Language").select_option("en")
    page.get_by_label("Password", exact=True).fill("une phrase assez longue")
    page.get_by_label("Password confirmation").fill("une phrase assez longue")
    page.get_by_label("Alias").fill("bucatini")
    page.get_by_role("button", name="Join the contest").click()
    expect(page.get_by_role("heading", name="Hello bucatini")).to_be_visible()

    page.get_by_role("link", name="Read the guidelines").click()
    # The way to the training is on every page; it is open once this one was shown.
    arrived_at(page.locator(".guide__text"))
    page.get_by_role("link", name="Training", exact=True).click()
    expect(page.get_by_role("heading", name="Task 1")).to_be_visible()
    desk = Desk(newcomer, draft)
    expect(page.locator("[data-annotator]")).to_have_attribute("data-ready", "yes")
    for label, word in (("NOM:PATIENT_E", "Vuilleroz"), ("DÉMOGRAPHIE:ÂGE", "ans")):
        page.locator(f'[data-label="{label}"]').click()
        desk.click(word, times=2)
    desk.press("a")
    places = page.get_by_role("list", name="Span by span")
    expect(places.get_by_role("listitem").filter(has_text="missed")).to_have_count(3)
    bounds = places.get_by_role("listitem").filter(has_text="right category, wrong bounds")
    expect(bounds).to_contain_text("credit 50")
    page.get_by_role("link", name="Next task").click()
    expect(page.get_by_role("heading", name="Task 2")).to_be_visible()
    assert Membership.objects.get(alias="bucatini").training_answers.count() == 1


def test_words_changed_in_the_answer_are_refused_and_nothing_is_lost(
    visit, contest, ana, ana_in_contest
):
    revision = publish_guidelines(contest)
    add_ready_made(contest=contest, actor=Actor())
    Contest.objects.update(requires_training=True)
    mark_read(member=ana_in_contest, revision=revision)
    page = visit(ana, java_script_enabled=False).go(f"/contests/{contest.pk}/training/")
    page.get_by_label("Your answer").fill("Madame [Vuilleroz](NOM:PATIENT_E)")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Only add marks")).to_be_visible()
    expect(page.get_by_label("Your answer")).to_have_value("Madame [Vuilleroz](NOM:PATIENT_E)")


def test_a_member_gets_another_team_by_a_choice_and_a_button(visit, contest, carl, ana_in_contest):
    page = visit(carl).go(f"/contests/{contest.pk}/people/")
    row = page.get_by_role("row").filter(has_text="ana@example.org")
    expect(row.get_by_role("button", name="Move", exact=True)).to_be_hidden()
    row.get_by_label("Team of Ana").select_option("gnocchi")
    row.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_text("The team is changed.")).to_be_visible()
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.team.name == "gnocchi"


def test_a_refused_alias_is_replaced_by_the_person(visit, contest, carl, ana, ana_in_contest):
    page = visit(carl).go(f"/contests/{contest.pk}/people/")
    page.get_by_role("link", name="Refuse the alias linguine").click()
    page.get_by_label("Reason").fill("Too close to a colleague’s name.")
    page.get_by_role("button", name="Refuse the alias").click()
    expect(page.get_by_text("The alias is refused")).to_be_visible()
    page = visit(ana).go(f"/contests/{contest.pk}/")
    expect(page.get_by_text("Too close to a colleague’s name.")).to_be_visible()
    page.get_by_role("link", name="Choose an alias").click()
    page.get_by_label("Alias").fill("bucatini")
    page.get_by_role("button", name="Take this alias").click()
    expect(page.get_by_role("heading", name="Hello bucatini")).to_be_visible()
