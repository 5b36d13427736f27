"""Writing, publishing and reading guidelines, as people do it."""

import pytest
from playwright.sync_api import expect

from accounts.audit import Actor
from contests.guidelines import services as guidelines
from contests.guidelines.models import GuidelineRevision
from contests.guidelines.selectors import texts_of
from contests.people.models import Membership
from tests.browser.conftest import _session_cookie as session_cookie
from tests.browser.pages import answer_everything
from tests.browser.waiting import swapping

pytestmark = pytest.mark.browser
GUIDE = "# Guide\n\n## Noms\n\n### {NOM:PATIENT_E}\n\nMme [Durand](NOM:PATIENT_E).\n"


def draft_with(contest, carl, text: str) -> GuidelineRevision:
    draft = guidelines.start_draft(contest=contest, source="empty", author=carl, actor=Actor(carl))
    draft.texts.update(markdown=text)
    return draft


def publish(contest, carl, text: str) -> GuidelineRevision:
    return guidelines.publish(
        contest=contest,
        draft_id=draft_with(contest, carl, text).pk,
        level="minor",
        change_note="New examples.",
        actor=Actor(carl),
    )


def test_carl_writes_sees_publishes_and_ana_reads(visit, carl, ana, contest, ana_in_contest):
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/")
    page.get_by_role("button", name="Start empty").click()
    text = page.get_by_label("Text in English")
    text.fill("# Rules\n\n## Names\n\n### {NOM:PATIENT_E}\n\nMme Durand.\n")
    preview = page.get_by_role("region", name="Preview")
    expect(preview.locator("h3 .category-name")).to_have_text("Patient")

    text.evaluate(
        "field => field.setSelectionRange(field.value.indexOf('Durand'), field.value.indexOf('.'))"
    )
    page.get_by_label("Category").select_option("NOM:PATIENT_E")
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(text).to_have_value(
        "# Rules\n\n## Names\n\n### {NOM:PATIENT_E}\n\nMme [Durand](NOM:PATIENT_E).\n"
    )
    expect(preview.locator("mark.unit")).to_contain_text("Durand")

    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved at")).to_be_visible()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()

    page.get_by_role("link", name="Publish …").click()
    page.get_by_label("What changed?").fill("The first rules.")
    page.get_by_role("button", name="Publish and tell everyone").click()
    expect(page.get_by_text("Version 1.0.0 is published.")).to_be_visible()

    reader = visit(ana).go(f"/contests/{contest.pk}/")
    reader.get_by_role("link", name="Read the guidelines").click()
    expect(reader.get_by_role("heading", level=1)).to_have_text("Rules")
    reader.get_by_role("navigation", name="Contents").get_by_role("link", name="1.1").click()
    expect(reader).to_have_url(f"{reader.url.partition('#')[0]}#nom-patient-e")
    reader.goto(reader.url.split("/guidelines/")[0] + "/")
    expect(reader.get_by_text("Read the guidelines before you begin")).to_have_count(0)


def test_examples_have_the_same_look_as_annotations(visit, ana, carl, contest, ana_in_contest):
    publish(contest, carl, "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL).")
    answer_everything(ana_in_contest)
    # Guidelines have no tooltip with the label.
    look = """(mark) => [mark.outerHTML.replace(/ title="[^"]*"/, ""), ...["backgroundColor", "borderBottom", "borderRadius"]
        .map((name) => getComputedStyle(mark)[name])]"""
    page = visit(ana).go(f"/contests/{contest.pk}/guidelines/")
    here = page.locator("mark", has_text="Durand").evaluate(look)
    page.goto(page.url.split("guidelines/")[0])
    assert page.locator("mark", has_text="Durand").evaluate(look) == here


def test_the_second_of_two_managers_sees_both_texts(visit, carl, contest):
    draft = draft_with(contest, carl, "one")
    address = f"/contests/{contest.pk}/guidelines/edit/en/"
    first, second = visit(carl).go(address), visit(carl).go(address)
    for page, words in ((first, "first words"), (second, "second words")):
        page.get_by_label("Text in English").fill(words)
        with swapping(page.locator("#save_result")):
            page.get_by_role("button", name="Save the draft").click()
    expect(first.get_by_text("Saved at")).to_be_visible()
    expect(second.get_by_text("Someone else has saved this text")).to_be_visible()
    expect(second.locator(".conflict del")).to_have_text("first")
    expect(second.locator(".conflict del")).to_be_in_viewport()
    expect(second.get_by_label("Text in English")).to_have_value("second words")
    expect(second.get_by_text("Not saved yet")).to_be_visible()
    assert texts_of(draft)["en"] == "first words"

    second.get_by_role("button", name="Save the draft").click()
    expect(second.get_by_text("Saved at")).to_be_visible()
    expect(second.locator(".conflict")).to_have_count(0)
    assert texts_of(draft)["en"] == "second words"


def test_a_text_is_unsaved_until_the_server_has_it(visit, carl, contest):
    draft_with(contest, carl, "one")
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    text, save = page.get_by_label("Text in English"), page.get_by_role("button", name="Save the")
    text.fill("two")
    save.click()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()

    held = []
    page.route("**/guidelines/edit/en/", lambda route: held.append(route))  # noqa: PLW0108
    text.fill("three")
    save.click()
    # An answer, but to another question.
    expect(page.get_by_role("region", name="Preview").get_by_text("three")).to_be_visible()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()


def test_leaving_with_unsaved_text_asks_first(visit, carl, contest):
    draft_with(contest, carl, "one")
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.get_by_label("Text in English").press_sequentially("more")
    page.goto(page.url.split("guidelines/")[0])
    assert asked == ["beforeunload"]
    page.go_back()
    page.goto(page.url.split("guidelines/")[0])
    assert asked == ["beforeunload"]


def test_what_is_written_while_the_page_loads_is_shown_and_unsaved(visit, carl, contest):
    draft_with(contest, carl, "one")
    visitor = visit(carl)
    # Before any script of the page has run.
    visitor.page.add_init_script(
        """new MutationObserver((_, observer) => {
            const field = document.querySelector("[data-text]");
            if (field) { observer.disconnect(); field.value = "# Early"; }
        }).observe(document, { childList: true, subtree: true });"""
    )
    page = visitor.go(f"/contests/{contest.pk}/guidelines/edit/en/")
    preview = page.get_by_role("region", name="Preview")
    expect(preview.get_by_text("Early")).to_be_visible()
    expect(page.get_by_text("Not saved yet")).to_be_visible()


def test_who_was_signed_out_keeps_the_text_and_is_told(visit, carl, contest):
    draft = draft_with(contest, carl, "one")
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    page.get_by_label("Text in English").fill("two")
    # So that no request for the preview is under way when the cookies change.
    expect(page.get_by_role("region", name="Preview").get_by_text("two")).to_be_visible()
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("alert")).to_contain_text("Your text is still here")
    expect(page.get_by_label("Text in English")).to_have_value("two")
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
    assert texts_of(draft)["en"] == "one"

    # In another tab carl signs in again, which gives the browser another token.
    site = page.url.partition("/contests/")[0]
    token = {"name": "csrftoken", "value": "a1" * 16, "url": site}
    page.context.add_cookies([session_cookie(carl, site), token])
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("Saved at")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert texts_of(draft)["en"] == "two"


def test_a_problem_leads_to_its_line(visit, carl, contest):
    draft_with(contest, carl, "# One\n\n{NO:SUCH} line\n")
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    expect(page.get_by_text("The contest has no category “NO:SUCH”.")).to_be_visible()
    page.get_by_role("button", name="line 3").click()
    chosen = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert page.get_by_label("Text in English").evaluate(chosen) == "{NO:SUCH} line"


def test_a_phone_shows_text_or_preview(visit, carl, contest):
    draft_with(contest, carl, GUIDE)
    page = visit(carl, width=360).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    text, preview = page.get_by_label("Text in English"), page.locator("#preview mark.unit")
    expect(text).to_be_visible()
    expect(preview).to_be_hidden()
    page.get_by_role("button", name="Preview").click()
    expect(text).to_be_hidden()
    expect(preview).to_be_visible()


def test_discarding_a_draft_asks_first(visit, carl, contest):
    draft_with(contest, carl, GUIDE)
    page = visit(carl).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    page.get_by_role("button", name="Discard the draft").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard the draft").click()
    expect(page.get_by_text("The draft has been discarded.")).to_be_visible()
    assert not contest.guidelines.exists()


def test_writing_works_without_javascript(visit, carl, contest):
    draft = draft_with(contest, carl, "one")
    page = visit(carl, java_script_enabled=False).go(f"/contests/{contest.pk}/guidelines/edit/en/")
    page.get_by_label("Text in English").fill("two")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    expect(page.locator("#preview")).to_contain_text("two")
    assert texts_of(draft)["en"] == "two"


def test_the_contents_follow_the_reader(visit, ana, carl, contest, ana_in_contest):
    filler = "\n\n".join(["word " * 40] * 12)
    publish(contest, carl, f"# Guide\n## One\n{filler}\n## Two\n{filler}\n## Three\n{filler}")
    page = visit(ana).go(f"/contests/{contest.pk}/guidelines/")
    current = page.locator(".contents [aria-current]")
    expect(current).to_contain_text("One")
    page.locator("#two").evaluate("heading => heading.scrollIntoView()")
    expect(current).to_contain_text("Two")
    assert Membership.objects.get(user=ana).guideline_read is not None


def test_no_table_of_the_ready_made_guidelines_is_cut_off(visit, carl, contest):
    draft = guidelines.start_draft(
        contest=contest, source="default", author=carl, actor=Actor(carl)
    )
    guidelines.publish(
        contest=contest, draft_id=draft.pk, level="minor", change_note="-", actor=Actor(carl)
    )
    page = visit(carl, width=1440)
    page.go(f"/contests/{contest.pk}/guidelines/")
    widths = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    found = page.page.locator(".guide__table").evaluate_all(widths)
    assert found
    assert max(found) <= 0
