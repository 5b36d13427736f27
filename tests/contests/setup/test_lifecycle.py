"""States of a contest: what they permit, which follow, and until when answers are taken."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.errors import ContestNotOpen
from contests.annotating.services.answers import hand_out, take_answer
from contests.contest import domain as lifecycle
from contests.contest.domain import Schedule
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.people.selectors import collective_progress
from contests.people.services.joining import join, remove_member
from contests.people.services.members import add_member
from contests.setup.errors import EndNotAhead, NoSuchMove, NotReady
from contests.setup.selectors import MOVES, PERMISSIONS
from contests.setup.services import change_state, close_ended, store_step
from contests.setup.tasks import close_ended_contests
from contests.teams.services import create_team
from tests.factories import publish_guidelines, submission

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def move(contest, target, **options):
    return change_state(contest=contest, target=target, actor=Actor(), **options)


def put(contest, state):
    Contest.objects.filter(pk=contest.pk).update(state=state)
    contest.refresh_from_db()


@pytest.mark.parametrize(
    ("schedule", "answered", "arriving", "counts"),
    [
        (Schedule("open"), NOON, NOON, True),
        (Schedule("draft"), NOON, NOON, False),
        (Schedule("training"), NOON, NOON, False),
        (Schedule("open", starts_at=NOON + HOUR), NOON, NOON, False),
        (Schedule("open", ends_at=NOON), NOON - HOUR, NOON + HOUR, True),
        (Schedule("open", ends_at=NOON), NOON + HOUR, NOON + HOUR, False),
        # A browser whose clock is set back: it cannot go on for ever.
        (Schedule("open", ends_at=NOON), NOON - HOUR, NOON + 25 * HOUR, False),
        (Schedule("closed", closed_at=NOON), NOON - HOUR, NOON + HOUR, True),
        (Schedule("closed", closed_at=NOON), NOON + HOUR, NOON + HOUR, False),
        (Schedule("closed", closed_at=NOON), NOON - HOUR, NOON + 25 * HOUR, False),
        (Schedule("closed", ends_at=NOON + HOUR, closed_at=NOON), NOON + HOUR / 2, NOON + HOUR, False),
        (Schedule("archived", closed_at=NOON), NOON - HOUR, NOON, False),
    ],
)  # fmt: skip
def test_an_answer_counts_by_when_it_was_given_and_when_it_arrives(
    schedule, answered, arriving, counts
):
    assert schedule.takes(answered=answered, arriving=arriving) is counts


def test_every_state_permits_something_known_and_every_step_has_its_words():
    assert set(lifecycle.PERMITTED) == set(lifecycle.STATES) == set(Contest.State.values)
    assert set(PERMISSIONS) == set(lifecycle.ACTIONS)
    assert set(MOVES) == {(move.source, move.target) for move in lifecycle.MOVES}


def test_only_an_open_contest_takes_answers_and_only_a_draft_is_hidden():
    assert [s for s in lifecycle.STATES if lifecycle.permits(s, lifecycle.ANSWER)] == ["open"]
    assert [s for s in lifecycle.STATES if not lifecycle.permits(s, lifecycle.SEE)] == ["draft"]


@pytest.fixture
def ready(contest):
    """The contest in preparation, with nothing missing."""
    publish_guidelines(contest)
    put(contest, "draft")
    return contest


def test_a_contest_goes_its_way_and_back_where_that_is_sensible(ready):
    for state in ("open", "closed", "archived", "closed", "open", "closed"):
        assert move(ready, state).state == state


@pytest.mark.parametrize(
    ("source", "target"),
    [("draft", "closed"), ("open", "draft"), ("open", "training"), ("archived", "open")],
)
def test_a_step_that_is_not_on_the_way_is_refused(ready, source, target):
    put(ready, source)
    with pytest.raises(NoSuchMove):
        move(ready, target)
    ready.refresh_from_db()
    assert ready.state == source


def test_what_is_missing_keeps_the_contest_where_it_is(ready):
    ready.teams.all().delete()
    with pytest.raises(NotReady) as refusal:
        move(ready, "open")
    assert refusal.value.details["codes"] == "no-teams"
    ready.refresh_from_db()
    assert ready.state == "draft"


def test_a_contest_without_training_has_no_training_phase(ready):
    with pytest.raises(NotReady):
        move(ready, "training")


def test_every_step_is_written_down_with_where_it_came_from(ready, carl):
    change_state(contest=ready, target="open", actor=Actor(carl))
    event = AuditEvent.objects.filter(object_type="contest").latest("pk")
    assert (event.actor, event.details) == (carl, {"state": "open", "before": "draft"})


def test_an_answer_on_its_way_is_still_taken_after_a_manager_closed_the_contest(
    contest, ana_in_contest
):
    first, second = hand_out(annotator=ana_in_contest, count=2)
    given = submission(answered_at=timezone.now())
    move(contest, "closed")
    take_answer(annotator=ana_in_contest, task_id=first.pk, submission=given)
    too_late = submission(answered_at=timezone.now() + HOUR)
    with pytest.raises(ContestNotOpen):
        take_answer(annotator=ana_in_contest, task_id=second.pk, submission=too_late)
    tomorrow = timezone.now() + 25 * HOUR
    with pytest.raises(ContestNotOpen):
        take_answer(
            annotator=ana_in_contest, task_id=second.pk, submission=submission(), at=tomorrow
        )


def test_a_contest_closes_by_itself_after_its_last_day(contest):
    ends_at = timezone.now() - HOUR
    Contest.objects.filter(pk=contest.pk).update(ends_at=ends_at)
    close_ended_contests()
    contest.refresh_from_db()
    assert (contest.state, contest.closed_at) == ("closed", ends_at)
    event = AuditEvent.objects.filter(object_type="contest").latest("pk")
    assert event.details == {"state": "closed", "before": "open", "by": "date"}
    assert close_ended() == 0


def test_a_contest_whose_last_day_is_ahead_stays_open(contest):
    Contest.objects.filter(pk=contest.pk).update(ends_at=timezone.now() + HOUR)
    assert close_ended() == 0


def test_a_contest_that_ended_opens_again_with_a_new_end_only(contest):
    Contest.objects.filter(pk=contest.pk).update(ends_at=timezone.now() - HOUR)
    close_ended()
    with pytest.raises(EndNotAhead):
        move(contest, "open")
    later = timezone.now() + 48 * HOUR
    again = move(contest, "open", new_end=later)
    assert (again.state, again.ends_at, again.closed_at) == ("open", later, None)
    assert again.takes_answers_at(timezone.now())


def test_the_goal_of_all_together_is_fixed_at_the_opening(ready, ana_in_contest, bob, eve):
    assert (collective_progress(ready).goal, collective_progress(ready).is_fixed) == (10, False)
    opened = move(ready, "open")
    for number, person in enumerate((bob, eve)):
        add_member(contest=opened, user=person, role="annotator", alias=f"orzo {number}")
    progress = collective_progress(opened)
    assert (progress.annotators, progress.goal, progress.is_fixed) == (3, 10, True)
    remove_member(member=ana_in_contest, actor=Actor())
    assert collective_progress(move(move(opened, "closed"), "open")).goal == 10


def test_where_nobody_is_there_at_the_opening_the_goal_follows_who_joins(ready, bob):
    opened = move(ready, "open")
    assert opened.collective_goal is None
    add_member(contest=opened, user=bob, role="annotator", alias="orzo")
    assert collective_progress(opened).goal == 10


def test_a_goal_that_a_manager_set_stays_at_the_opening(ready, ana_in_contest):
    store_step(contest=ready, actor=Actor(), collective_goal=700)
    assert move(ready, "open").collective_goal == 700


def test_taking_that_goal_back_while_the_contest_runs_fixes_it_anew(contest, ana_in_contest):
    store_step(contest=contest, actor=Actor(), collective_goal=700)
    store_step(contest=contest, actor=Actor(), collective_goal=None)
    assert contest.collective_goal == 10


def test_settings_change_only_where_the_state_permits(contest, carl):
    with pytest.raises(NotPermitted):
        change_settings(contest=contest, actor=Actor(carl), routing="coverage")
    change_settings(contest=contest, actor=Actor(carl), goal_per_annotator=5)
    put(contest, "closed")
    with pytest.raises(NotPermitted):
        change_settings(contest=contest, actor=Actor(carl), goal_per_annotator=6)
    change_settings(contest=contest, actor=Actor(carl), voting="plurality")
    put(contest, "archived")
    with pytest.raises(NotPermitted):
        change_settings(contest=contest, actor=Actor(carl), voting="majority")


def test_a_setting_that_is_already_so_leaves_no_trace(contest, carl):
    before = AuditEvent.objects.count()
    changed = change_settings(contest=contest, actor=Actor(carl), goal_per_annotator=10)
    assert (changed, AuditEvent.objects.count()) == ([], before)


def test_going_over_to_coverage_counts_anew_whom_inputs_were_given_to(contest, ana_in_contest):
    hand_out(annotator=ana_in_contest, count=3)
    put(contest, "training")
    store_step(contest=contest, actor=Actor(), routing="coverage")
    assert sorted(contest.inputs.values_list("times_given", flat=True)) == [0, 1, 1, 1]


def test_a_manager_closes_the_contest_after_saying_yes(client, contest, carl):
    client.force_login(carl)
    path = f"/contests/{contest.pk}/state/"
    page = client.post(path, {"target": "closed"}).content.decode()
    contest.refresh_from_db()
    assert contest.state == "open"
    assert "Close the contest?" in page
    client.post(path, {"target": "closed", "confirmed": "1"})
    contest.refresh_from_db()
    assert contest.state == "closed"


def test_only_managers_lead_a_contest_on(client, contest, ana, eve, ana_in_contest):
    for person in (ana, eve):
        client.force_login(person)
        path = f"/contests/{contest.pk}/state/"
        assert client.post(path, {"target": "closed", "confirmed": "1"}).status_code == 404


@pytest.mark.parametrize("target", ["", "nowhere", "draft\x00"])
def test_a_state_that_nobody_knows_is_not_found(client, contest, carl, target):
    client.force_login(carl)
    assert client.post(f"/contests/{contest.pk}/state/", {"target": target}).status_code == 404


def test_people_do_not_join_a_contest_that_is_closed(contest, eve):
    put(contest, "closed")
    with pytest.raises(NotPermitted):
        join(contest=contest, user=eve, role="annotator", alias="ziti", actor=Actor(eve))


def test_an_archived_contest_keeps_its_people(contest, carl, ana_in_contest):
    put(contest, "archived")
    with pytest.raises(NotPermitted):
        remove_member(member=ana_in_contest, actor=Actor(carl))


def test_teams_are_not_added_to_a_running_contest(contest, carl):
    with pytest.raises(NotPermitted):
        create_team(
            contest=contest,
            group=1,
            name="ziti",
            arm="control",
            retention=0,
            perturbation=0,
            places=None,
            actor=Actor(carl),
        )


def test_the_documentation_prints_the_same_table():
    lines = (Path(__file__).parents[3] / "docs/contests.md").read_text().splitlines()
    start = lines.index("| | " + " | ".join(lifecycle.STATES) + " |")
    printed = lines[start + 2 : start + 2 + len(lifecycle.ACTIONS)]
    with override("en"):
        rows = {action: str(words) for action, words in PERMISSIONS.items()}
    for line, action in zip(printed, lifecycle.ACTIONS, strict=True):
        marks = ["yes" if lifecycle.permits(s, action) else "–" for s in lifecycle.STATES]
        assert line == f"| {rows[action]} | {' | '.join(marks)} |"
