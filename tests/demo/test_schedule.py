"""Simulated people work on working days, at office hours, each as much as they like."""

from collections import defaultdict
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from demo.schedule import Worker, plan_sessions, share_out, working_days

ZONE = ZoneInfo("Europe/Zurich")
DAYS = working_days(last=date(2022, 3, 20), count=15)
WORKERS = [Worker("Linguine", 300), Worker("Orzo", 120), Worker("Pesto", 7)]


def test_working_days_end_before_a_weekend() -> None:
    assert working_days(last=date(2022, 3, 20), count=6) == [
        date(2022, 3, day) for day in (11, 14, 15, 16, 17, 18)
    ]


def test_everyone_does_exactly_their_tasks() -> None:
    done: dict[int, int] = defaultdict(int)
    for session in plan_sessions(WORKERS, days=DAYS, seed=1, zone=ZONE):
        done[session.worker] += session.tasks
    assert [done[0], done[1], done[2]] == [300, 120, 7]


def test_sessions_are_in_order_and_at_office_hours() -> None:
    sessions = plan_sessions(WORKERS, days=DAYS, seed=1, zone=ZONE)
    starts = [session.starts_at for session in sessions]
    assert starts == sorted(starts)
    assert all(8 <= start.hour < 17 and start.date() in DAYS for start in starts)


def test_the_schedule_depends_on_the_seed_alone() -> None:
    again = [plan_sessions(WORKERS, days=DAYS, seed=seed, zone=ZONE) for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2]


def test_another_person_changes_nobody_elses_sessions() -> None:
    alone = plan_sessions(WORKERS[:1], days=DAYS, seed=1, zone=ZONE)
    together = plan_sessions(WORKERS, days=DAYS, seed=1, zone=ZONE)
    assert [session for session in together if session.worker == 0] == alone


def test_one_day_is_enough_for_everyone() -> None:
    sessions = plan_sessions(WORKERS, days=DAYS[:1], seed=1, zone=ZONE)
    assert sorted(session.tasks for session in sessions) == [7, 120, 300]


@pytest.mark.parametrize(("most", "expected"), [(1000, [200, 100, 300]), (250, [200, 100, 250])])
def test_tasks_are_shared_by_diligence(most: int, expected: list[int]) -> None:
    assert share_out([1, 0.5, 1.5], total=600, most=most) == expected
