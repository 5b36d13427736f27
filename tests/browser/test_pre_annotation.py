"""A manager pre-annotates a contest: sees why, teaches it words, tries formats, works through errors."""

import pytest
from playwright.sync_api import expect

from jobs import execution
from jobs.models import Job
from tests.browser.test_every_page import CHECKS
from tests.browser.waiting import arrived_at
from tests.contests.proposals.detecting import make_draft
from tests.detection.houses import House, service
from tests.gold.evaluations.test_evaluations_of_contests import GOLD, LINES, evaluate

pytestmark = pytest.mark.browser


def run_jobs():
    for job in Job.objects.live():
        execution.run_job(job_id=job.pk, worker="host:1")


@pytest.fixture
def draft(carl):
    return make_draft(carl, lines=["Écrire à ana@example.org ou fax 021 555 12 34 dès demain."])


def root(contest):
    return f"/contests/{contest.pk}/pre-annotation/"


def test_carl_previews_then_lets_the_rules_go_through(visit, carl, draft):
    page = visit(carl).go(f"/contests/{draft.pk}/")
    page.get_by_role("main").get_by_role("link", name="Pre-annotation").click()
    arrived_at(page.get_by_role("heading", name="has not gone through"))
    preview = page.locator("#preview")
    expect(preview.get_by_text("everything is shown")).to_be_visible()
    expect(preview.get_by_text("nothing is shown")).to_be_visible()
    with page.expect_response(lambda answer: "preview" in answer.url):
        preview.get_by_role("link", name="Others").click()
    expect(preview.get_by_text("everything is shown")).to_be_visible()
    page.get_by_role("button", name="Go through the inputs").click()
    expect(page.get_by_text("It continues in the background")).to_be_visible()
    run_jobs()
    expect(page.get_by_role("heading", name="Up to date")).to_be_visible()
    assert draft.inputs.get().reasons


@pytest.mark.parametrize(("width", "touch"), [(1280, False), (360, True)])
def test_a_mark_says_why_on_pointing_focus_and_touch(visit, carl, draft, width, touch):
    visitor = visit(carl, width=width, has_touch=touch)
    page = visitor.go(f"{root(draft)}preview/")
    fax = page.locator("mark", has_text="021 555 12 34").first
    why = fax.get_by_role("tooltip")
    expect(why).to_be_hidden()
    if touch:
        fax.tap()
    else:
        fax.hover()
    expect(why).to_be_visible()
    expect(why).to_contain_text("Rule: a number beside a word for fax")
    expect(why).to_contain_text("Set off by fax")
    box = why.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    lit = page.locator(".trigger.is-lit").first
    expect(lit).to_have_text("fax")
    assert page.evaluate(f"({CHECKS}).faintTexts()") == []
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()


def test_a_mark_says_why_to_the_keyboard(visit, carl, draft):
    page = visit(carl).go(f"{root(draft)}preview/")
    mail = page.locator("mark", has_text="ana@example.org").first
    mail.focus()
    expect(mail.get_by_role("tooltip")).to_be_visible()
    assert mail.get_attribute("aria-describedby") == mail.get_by_role("tooltip").get_attribute("id")
    page.keyboard.press("Tab")
    expect(mail.get_by_role("tooltip")).to_be_hidden()
    fax = page.locator("mark", has_text="021 555 12 34").first
    expect(fax).to_be_focused()
    expect(fax.get_by_role("tooltip")).to_be_visible()


def test_the_drawing_of_the_rules_begins_in_its_middle_on_a_phone(visit, carl, draft):
    page = visit(carl, width=360).go(f"{root(draft)}rules/")
    graph = page.locator(".graph")
    # The page is scrolled by its top, so that nothing but the script moves the drawing sideways.
    graph.evaluate("graph => scrollTo(0, graph.offsetTop)")
    expect(graph.get_by_text("CONTACT:EMAIL")).to_be_in_viewport(ratio=1)


def test_words_come_from_a_file_and_are_searched(visit, carl, draft, tmp_path):
    sheet = tmp_path / "unites.csv"
    sheet.write_text("Nom;Étage\nAzur;1\n508;2\nZénith;3\n", encoding="cp1252")
    page = visit(carl).go(f"{root(draft)}words/units/")
    page.get_by_label("Or a file").set_input_files(sheet)
    page.get_by_label("The first line is a heading").check()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Line 3")
    page.get_by_label("Or a file").set_input_files(sheet)
    page.get_by_label("The first line is a heading").check()
    page.get_by_label("Leave out the lines with problems").check()
    page.get_by_role("button", name="Add", exact=True).click()
    arrived_at(page.get_by_text("2 words were added."))
    page.get_by_role("searchbox").press_sequentially("ZENITH")
    expect(page.get_by_text("1 found")).to_be_visible()
    expect(page.locator("#words").get_by_text("Azur")).to_be_hidden()
    page.get_by_role("button", name="Remove Zénith").click()
    expect(page.get_by_text("1 word was removed.")).to_be_visible()
    assert "Z" not in page.url


def test_a_format_is_tried_while_it_is_written(visit, carl, draft):
    page = visit(carl).go(f"{root(draft)}words/")
    trial = page.locator("#trial")
    page.get_by_label("Try it on a text").fill("Dossier AB-1234 du 3 mai, CD-99")
    page.get_by_label("Regular expression").press_sequentially("[A-Z]+")
    expect(trial).to_contain_text("Say how many there are at most")
    page.get_by_label("Regular expression").fill(r"[A-Z]{2}-\d{4}")
    expect(trial).to_contain_text("1 place found")
    expect(trial.locator("mark")).to_contain_text("AB-1234")
    page.get_by_role("button", name="Add the format").click()
    expect(page.get_by_role("row", name="Patient number")).to_be_visible()
    page.get_by_role("button", name=r"Remove [A-Z]{2}-\d{4}").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("The format was removed.")).to_be_visible()


def test_errors_are_walked_through_with_the_arrow_keys(visit, carl):
    contest = make_draft(carl, lines=LINES)
    for item, gold in zip(contest.inputs.order_by("pk"), GOLD, strict=True):
        item.gold = gold
        item.save(update_fields=["gold"])
    evaluate(contest)
    page = visit(carl).go(f"{root(contest)}evaluation/")
    page.get_by_role("link", name="E-mail", exact=True).click()
    items = page.locator("[data-walk] > li")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(items.first).to_be_focused()
    page.get_by_label("What is wrong").select_option("missed")
    page.get_by_role("button", name="Filter").click()
    expect(items).to_have_count(1)
    items.first.get_by_role("link", name="Its input").click()
    expect(page.get_by_role("heading", name="What annotators will see")).to_be_visible()


def test_the_matrix_leads_to_its_errors(visit, carl):
    contest = make_draft(carl, lines=LINES)
    for item, gold in zip(contest.inputs.order_by("pk"), GOLD, strict=True):
        item.gold = gold
        item.save(update_fields=["gold"])
    evaluate(contest)
    page = visit(carl).go(f"{root(contest)}evaluation/")
    page.get_by_role("link", name="1 times E-mail taken for 0").click()
    expect(page.locator("[data-walk] > li")).to_have_count(1)
    expect(page.get_by_text("Gold E-mail, found 0")).to_be_visible()


def test_carl_chooses_a_service_of_the_house(visit, carl, draft):
    draft.inputs.update(text="Vu en Zirconie, écrire à ana@example.org")
    with service(House()):
        page = visit(carl).go(root(draft))
        chosen = page.get_by_role("combobox", name="Detector", exact=True)
        chosen.select_option("house+union")
        page.locator("form", has=chosen).get_by_role("button").click()
        arrived_at(page.get_by_text("Your choice has been saved."))
        mark = page.locator("#preview mark", has_text="Zirconie").first
        mark.focus()
        expect(mark.get_by_role("tooltip")).to_contain_text("Detector: house")
        expect(mark.get_by_role("tooltip")).to_contain_text("score 0.75")
        page.get_by_role("button", name="Go through the inputs").click()
        expect(page.get_by_text("It continues in the background")).to_be_visible()
        run_jobs()
        expect(page.get_by_role("heading", name="Up to date")).to_be_visible()
    assert {reason[3] for reason in draft.inputs.get().reasons} == {"house", "rules"}
