"""A manager creates a contest and draws its inputs, seeing before what will be drawn."""

import pytest
from playwright.sync_api import expect

from contests.contest.models import Contest
from jobs import execution
from jobs.models import Job
from tests.browser.test_every_page import CHECKS
from tests.browser.waiting import arrived_at, swapping
from tests.contests.drawing.drawing import CARE, LETTER, add_document, annotate, create_corpus

pytestmark = pytest.mark.browser


def run_jobs():
    for job in Job.objects.live():
        execution.run_job(job_id=job.pk, worker="host:1")


def test_carl_creates_a_contest_and_draws_its_inputs(visit, carl, contest):
    create_corpus(carl, soins=[*CARE, "-----"], lettre=LETTER)
    page = visit(carl).go("/contests/")
    page.get_by_role("link", name="New contest").click()
    page.get_by_label("Name").fill("Palio d’hiver")
    page.get_by_label("Goal per annotator").fill("10")
    page.get_by_role("button", name="Create the contest").click()
    page.get_by_role("main").get_by_role("link", name="Inputs").click()

    summary = page.locator("#draw-summary")
    arrived_at(summary)
    expect(summary).to_contain_text("10 inputs will be drawn")
    expect(summary.get_by_role("row", name="without any letter or digit")).to_contain_text("−1")
    page.get_by_label("Number of lines").fill("50")
    expect(summary).to_contain_text("20 inputs will be drawn")
    expect(summary).to_contain_text("all matching lines will be drawn")
    page.get_by_label("Minimum length (characters)").fill("32")
    expect(summary.get_by_role("row", name="too short")).to_be_visible()
    page.get_by_label("Minimum length (characters)").fill("3")
    expect(summary).to_contain_text("20 inputs will be drawn")
    page.get_by_label("lettre").uncheck()
    expect(summary).to_contain_text("8 inputs will be drawn")
    expect(page.get_by_label("lettre")).to_be_focused()

    page.get_by_role("button", name="Draw the inputs").click()
    expect(page.get_by_text("It continues in the background")).to_be_visible()
    run_jobs()
    expect(page.get_by_role("heading", name="The latest draw created 8 inputs.")).to_be_visible()
    drawn = Contest.objects.get(name="Palio d’hiver")
    assert set(drawn.inputs.values_list("text", flat=True)) == set(CARE)
    for text in CARE:
        expect(page.get_by_text(text)).to_be_visible()

    page.get_by_role("button", name="Remove all inputs").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove all inputs").click()
    expect(page.get_by_text("It continues in the background")).to_be_visible()
    run_jobs()
    expect(page.get_by_role("heading", name="Draw inputs")).to_be_visible()
    assert not drawn.inputs.exists()


def test_labels_of_files_are_matched_before_drawing(visit, carl, contest):
    Contest.objects.filter(pk=contest.pk).update(state="draft")
    corpus = create_corpus(carl)
    line = add_document(corpus, "lettre", ["Vu le 18#03#2022 par la relève."])[0]
    annotate(line, "gold", (6, 16, "DAY"))
    annotate(line, "answers", (6, 16, "DAY"), annotator="Zoé Brun")
    page = visit(carl).go(f"/contests/{contest.pk}/inputs/")
    page.get_by_text("Draw more inputs").click()
    page.get_by_label("DAY").select_option("TEMPORAL:DATE")
    expect(page.get_by_label("Zoé Brun")).to_have_value("+")
    # Other fields may still change: what was chosen stays.
    with swapping(page.locator("#draw-summary > *").first):
        page.get_by_label("Seed").fill("3")
    expect(page.get_by_label("DAY")).to_have_value("TEMPORAL:DATE")
    page.get_by_role("button", name="Draw the inputs").click()
    expect(page.get_by_text("It continues in the background")).to_be_visible()
    run_jobs()
    expect(page.get_by_text("1 answer was imported.")).to_be_visible()
    drawn = contest.inputs.get(text=line.text)
    assert drawn.gold == [[6, 16, "TEMPORAL:DATE"]]
    assert drawn.tasks.get().annotator.alias == "Zoé Brun"


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 1280), (False, 360)])
def test_the_form_and_its_summary_are_legible_and_fit_a_phone(visit, carl, contest, dark, width):
    Contest.objects.filter(pk=contest.pk).update(state="draft")
    corpus = create_corpus(carl, soins=[*CARE, "-----"])
    line = add_document(corpus, "lettre", ["Vu le 18#03#2022 par la relève."])[0]
    annotate(line, "answers", (6, 16, "DAY"), annotator="Zoé Brun")
    page = visit(carl, dark=dark, width=width).go(f"/contests/{contest.pk}/inputs/")
    page.get_by_text("Draw more inputs").click()
    expect(page.get_by_label("DAY")).to_be_visible()
    assert page.evaluate(f"({CHECKS}).faintTexts()") == []
    assert page.evaluate(f"({CHECKS}).smallTargets()") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
