"""Nothing that was answered is lost: no network, no server, no session, no room, two tabs, another person."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from contests.annotating.models import AnnotationTask, Answer
from contests.categories.models import Category
from contests.people.models import Membership
from tests.browser.annotating import Desk
from tests.conftest import PASSWORD
from tests.services import wait_until

pytestmark = pytest.mark.browser
STORED = """async () => {
  const open = indexedDB.open("palio-annotator");
  const database = await new Promise((resolve) => { open.onsuccess = () => resolve(open.result); });
  const rows = (name) => new Promise((resolve) => {
    const all = database.transaction(name).objectStore(name).getAll();
    all.onsuccess = () => resolve(all.result);
  });
  const found = { answers: await rows("answers"), drafts: await rows("drafts") };
  database.close();
  return found;
}"""


@pytest.fixture
def desk(visit, ana, contest, ana_in_contest):
    started = visit(ana)
    # The browser names every request that fails, which is what these tests are about.
    started.expect_complaint("Failed to load resource")
    return Desk(started, contest).open()


def answers() -> int:
    connection.close()
    return Answer.objects.count()


def cut(desk, is_cut=True):
    desk.page.context.set_offline(is_cut)


def test_without_a_network_answers_wait_and_go_when_it_is_back(desk):
    cut(desk)
    desk.press("a", "a").sent(2)
    expect(desk.page.locator("[data-outbox]")).to_contain_text("waiting for the network")
    assert answers() == 0
    cut(desk, False)
    desk.press("Control+s").sent()
    assert answers() == 2


def test_answers_of_a_closed_tab_go_from_the_next_one(desk):
    cut(desk)
    desk.press("a", "x", " ").sent(3)
    context = desk.page.context
    desk.page.close()
    context.set_offline(False)
    desk.visit.page = context.new_page()
    desk.open().sent()
    assert sorted(Answer.objects.values_list("verdict", flat=True)) == [
        "accept",
        "ignore",
        "reject",
    ]


def test_no_text_is_left_in_the_browser_and_nothing_at_all_once_it_is_sent(desk):
    cut(desk)
    desk.press("ArrowRight", "Digit1", "a").sent(1)
    # Only now is the next task there for sure.
    desk.press("ArrowRight", "Digit2")
    texts = AnnotationTask.objects.values_list("input__text", flat=True)
    wait_for_draft(desk)
    kept = str(desk.page.evaluate(STORED))
    assert [
        text for text in texts if any(word in kept for word in text.split() if len(word) > 4)
    ] == []
    cut(desk, False)
    desk.press("Control+s").sent()
    wait_until(lambda: desk.page.evaluate(STORED)["answers"] == [], what="an empty outbox")


def test_an_ended_session_is_renewed_in_place(desk, ana):
    Session.objects.all().delete()
    desk.press("a")
    dialog = desk.page.get_by_role("dialog", name="Sign in again")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Password").fill("wrong")
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Wrong e-mail address or password")
    assert answers() == 0
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).to_be_hidden()
    desk.sent()
    assert answers() == 1
    desk.press("a").sent()
    assert answers() == 2
    # The token of the old session is in no form any more.
    desk.page.get_by_role("button", name="Sign out").click()
    expect(desk.page).to_have_url(f"{desk.visit.site}/accounts/login/")


def test_another_person_in_the_same_browser_neither_sends_nor_sees_the_answers(
    desk, bob, bob_in_contest, visit
):
    cut(desk)
    desk.press("a", "a").sent(2)
    cookie = visit(bob).page.context.cookies()[0]
    desk.page.context.add_cookies([cookie])
    cut(desk, False)
    desk.press("Control+s")
    expect(desk.page.get_by_role("dialog")).to_contain_text("Someone else is now signed in")
    assert answers() == 0
    # bob opens the page himself: he has his own outbox, which is empty.
    context = desk.page.context
    desk.page.close()
    desk.visit.page = context.new_page()
    desk.open().sent()
    expect(desk.page.locator("[data-past-none]")).to_have_text("No answers in this session yet.")
    desk.press("a").sent()
    assert list(Answer.objects.values_list("task__annotator__alias", flat=True)) == ["orzo"]


def test_the_second_tab_is_told_and_can_take_over(desk):
    desk.press("ArrowRight", "Digit1")
    expect(desk.marks).not_to_have_count(0)
    marked = desk.marks.all_inner_texts()
    first = desk.page
    second = Desk(desk.visit, desk.contest)
    second.visit.page = first.context.new_page()
    second.visit.go(f"/contests/{desk.contest.pk}/annotate/")
    expect(second.page.get_by_text("You are annotating in another tab.")).to_be_visible()
    second.page.get_by_role("button", name="Continue in this tab").click()
    second.ready()
    expect(first.get_by_text("You are annotating in another tab.")).to_be_visible()
    first.keyboard.press("a")
    # What was marked came along.
    expect(second.marks).to_have_text(marked)
    second.press("a").sent()
    assert answers() == 1
    # Alone again, the first goes on by itself.
    second.page.close()
    desk.visit.page = first
    desk.ready()


def test_a_full_browser_says_so_and_still_sends(desk):
    origin = {"origin": desk.visit.site, "quotaSize": 1}
    control = desk.page.context.new_cdp_session(desk.page)
    control.send("Storage.overrideQuotaForOrigin", origin)
    desk.press("a").sent()
    expect(desk.page.locator("[data-notice=storage]")).to_contain_text("no space left")
    assert answers() == 1
    control.send("Storage.overrideQuotaForOrigin", {"origin": desk.visit.site})
    desk.press("a").sent()
    expect(desk.page.locator("[data-notice=storage]")).to_be_hidden()


def test_a_refused_answer_is_shown_with_its_reason_and_can_be_given_again(desk):
    desk.press("ArrowRight", "Digit2")
    Category.objects.filter(shortcut="2").update(archived_at="2026-01-01T00:00Z")
    desk.press("a")
    notice = desk.page.locator("[data-notice=refused]")
    expect(notice).to_contain_text("1 answer was refused")
    notice.get_by_role("button").click()
    dialog = desk.page.get_by_role("dialog", name="Refused answers")
    expect(dialog).to_contain_text("a label that this contest does not offer")
    # It is there at once: the next key must not fall on the task that was open.
    is_shown = dialog.get_by_role("button", name="Answer again").evaluate(
        """button => {
          button.click();
          return !document.querySelector("[data-notice=revisited]").hidden;
        }"""
    )
    assert is_shown
    desk.press("Control+Delete", "a").sent()
    expect(notice).to_be_hidden()
    assert answers() == 1


def test_a_contest_that_ends_says_so_and_keeps_the_answers(desk, contest):
    type(contest).objects.filter(pk=contest.pk).update(state="closed")
    desk.press("a")
    expect(desk.page.locator("[data-notice=refused]")).to_contain_text("1 answer was refused")
    desk.page.locator("[data-notice=refused] button").click()
    expect(desk.page.get_by_role("dialog")).to_contain_text("is not accepting answers")


def test_someone_who_was_removed_is_told(desk):
    Membership.objects.filter(alias="linguine").update(removed_at="2026-01-01T00:00Z")
    desk.press("a")
    expect(desk.page.locator("[data-notice=gone]")).to_be_visible()
    desk.sent(1)


def test_an_answer_is_taken_back_and_its_task_comes_again(desk):
    text = desk.text
    desk.press("a").sent()
    desk.page.locator(".past summary").click()
    desk.page.get_by_role("button", name="Take back").click()
    expect(desk.page.locator(".past__row")).to_have_count(0)
    for _ in range(3):
        desk.press("x")
    wait_until(lambda: desk.text == text, what="the task once more")
    desk.sent()
    assert Answer.objects.filter(withdrawn_at__isnull=False, is_live=False).count() == 1


PRESS_AT_ONCE = """(keys) => keys.forEach(([key, code]) =>
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true })))"""


def wait_for_draft(desk):
    """Wait until the marks are kept; `wait_for_function` would not await an answer."""
    wait_until(lambda: desk.page.evaluate(STORED)["drafts"], what="a draft in the browser's store")


def test_half_a_task_is_there_after_a_reload(desk):
    desk.press("ArrowRight", "Digit1", "f")
    expect(desk.marks).not_to_have_count(0)
    marked = desk.marks.all_inner_texts()
    wait_for_draft(desk)
    desk.open()
    expect(desk.marks).to_have_text(marked)


def test_marks_made_while_the_answer_before_is_stored_are_kept(desk):
    # All in one breath: no store can be done in between.
    desk.page.evaluate(
        PRESS_AT_ONCE, [["a", "KeyA"], ["ArrowRight", "ArrowRight"], ["1", "Digit1"]]
    )
    desk.sent()
    wait_for_draft(desk)


def test_signing_out_leaves_nothing_half_done_behind(desk):
    desk.press("a").sent()
    desk.ready()
    desk.press("ArrowRight", "Digit1")
    wait_for_draft(desk)
    desk.page.get_by_role("button", name="Sign out").click()
    expect(desk.page).to_have_url(f"{desk.visit.site}/accounts/login/")
    nothing = {"answers": [], "drafts": []}
    wait_until(lambda: desk.page.evaluate(STORED) == nothing, what="an empty store")
    assert answers() == 1


def test_the_home_tells_of_answers_that_wait_in_this_browser(desk, contest):
    home = f"/contests/{contest.pk}/"
    waiting = desk.page.locator("[data-unsent]")
    desk.page.route("**/api/contests/*/answers/", lambda route: route.abort())
    desk.press("a", "a").sent(2)
    wait_until(lambda: len(desk.page.evaluate(STORED)["answers"]) == 2, what="both in the store")
    desk.visit.go(home)
    expect(waiting).to_contain_text("2 of your answers are still in this browser")
    desk.page.unroute("**/api/contests/*/answers/")
    waiting.get_by_role("link", name="Continue and send them").click()
    desk.ready()
    desk.sent()
    assert answers() == 2
    desk.visit.go(home, wait_until="networkidle")
    expect(waiting).to_be_hidden()


def test_after_the_end_the_home_itself_sends_what_was_given_in_time(desk, contest):
    desk.page.route("**/api/contests/*/answers/", lambda route: route.abort())
    desk.press("a").sent(1)
    wait_until(lambda: desk.page.evaluate(STORED)["answers"], what="the answer in the store")
    now = timezone.now()
    type(contest).objects.filter(pk=contest.pk).update(state="closed", closed_at=now)
    desk.page.unroute("**/api/contests/*/answers/")
    desk.visit.go(f"/contests/{contest.pk}/")
    waiting = desk.page.locator("[data-unsent]")
    expect(waiting).to_contain_text("1 of your answers is still in this browser")
    waiting.get_by_role("button", name="Send now").click()
    expect(waiting).to_contain_text("All answers sent")
    assert answers() == 1


def test_progress_counts_what_is_still_on_its_way(desk):
    cut(desk)
    desk.press("a", "a").sent(2)
    expect(desk.page.locator("[data-own-words]")).to_have_text("2 of 10")
    cut(desk, False)
    desk.press("Control+s").sent()
    expect(desk.page.locator("[data-own-words]")).to_have_text("2 of 10")
