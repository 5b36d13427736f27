"""Whatever happens in whatever order: adding up changes gives what computing anew gives."""

from random import Random

import pytest

from accounts.audit import Actor
from agreement.references import services as corrections
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.models import Correction
from agreement.runs.models import ProcessingRun
from agreement.runs.services import run as processing
from contests.annotating.models import Answer
from contests.annotating.services.answers import withdraw_answer
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from tests.agreement.running import answer, join, run_now, tables

LABELS = ["TEMPORAL:DATE", "TEMPORAL:TEMPS", "NOM:PATIENT_E"]


class Play:
    """People who answer, change their minds, and a manager who corrects, at random."""

    def __init__(self, contest, carl, seed):
        self.contest, self.carl, self.random = contest, carl, Random(seed)
        self.people = join(contest, "ada", "ben", "cleo", "dora")
        self.inputs = list(contest.inputs.order_by("pk"))
        self.minute = 0

    def act(self):
        move = self.random.choices(
            [self.answer, self.withdraw, self.correct, self.revoke], [12, 2, 3, 1]
        )
        self.minute += 1
        move[0]()

    def answer(self):
        item = self.random.choice(self.inputs)
        decision = self.random.choices(["accept", "reject", "ignore"], [9, 1, 1])[0]
        units = self.units(item) if decision == "accept" else []
        duration = self.random.choice([None, 3000, 90_000, 400_000])
        member = self.random.choice(self.people)
        answer(member, item, *units, minute=self.minute, verdict=decision, duration_ms=duration)

    def units(self, item):
        tokens = item.token_bounds
        first = self.random.randrange(len(tokens) - 3)
        length, label = self.random.choice([1, 1, 2]), self.random.choice(LABELS)
        unit = (tokens[first][0], tokens[first + length - 1][1], label)
        return self.random.choice([[], [unit], [unit]])

    def withdraw(self):
        live = list(Answer.objects.filter(is_live=True).order_by("received_at", "pk"))
        if live:
            chosen = self.random.choice(live)
            withdraw_answer(
                annotator=chosen.task.annotator, answer_id=chosen.pk, actor=Actor(self.carl)
            )

    def correct(self):
        item = self.random.choice(self.inputs)
        start, end = self.random.choice(item.token_bounds)
        segment, label = self.random.choice(
            [((start, end), self.random.choice(LABELS)), (None, None)]
        )
        correction = PlaceCorrection((start, end), segment=segment, category=label)
        corrections.correct(
            contest=self.contest, input_id=item.pk, correction=correction, actor=Actor(self.carl)
        )

    def revoke(self):
        if correction := Correction.objects.in_force().order_by("pk").first():
            corrections.revoke(
                contest=self.contest, thread=correction.thread, actor=Actor(self.carl)
            )


@pytest.mark.parametrize("weighs_votes", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_many_small_runs_end_where_one_large_run_does(contest, carl, seed, weighs_votes):
    Contest.objects.filter(pk=contest.pk).update(weighs_votes=weighs_votes)
    play = Play(contest, carl, seed)
    play.answer()
    for _round in range(8):
        for _move in range(play.random.randrange(1, 6)):
            play.act()
        run_now(contest)
    by_increments = tables(contest)
    ProcessingRun.objects.all().delete()
    InputChange.objects.all().delete()
    run_now(contest)
    assert tables(contest) == by_increments


def test_it_makes_no_difference_in_which_batches_inputs_come(contest, carl, monkeypatch):
    play = Play(contest, carl, 7)
    for _move in range(25):
        play.act()
    run_now(contest)
    at_once = tables(contest)
    ProcessingRun.objects.all().delete()
    monkeypatch.setattr("agreement.runs.domain.MOST_INPUTS", 1)
    run = processing.start_run(contest=contest).run
    processing.plan_run(run=run)
    assert run.batches.count() == 4
    processing.work_through(run=run)
    assert tables(contest) == at_once
