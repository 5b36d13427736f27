"""Scores of a published run."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.audit import CHANGED, Actor, record
from agreement.runs.models import AnnotatorTally, ProcessingRun
from agreement.runs.selectors import run_at_work
from agreement.runs.services.run import PROCESSED_STATES, has_changed
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.models import Team
from feedback.scores.domain import Candidate, Member, Standing, mean_of_known, rank, team_of
from feedback.scores.errors import NothingScored, NotOver
from feedback.scores.models import AnnotatorScore, FinalResult, TeamScore
from feedback.scores.selectors import final_result, is_outdated, weights_of


def conclude(*, run: ProcessingRun) -> None:
    """Let a run be the final one, if it was begun after the end or no other is to come."""
    contest = run.contest
    if contest.closed_at is None or final_result(contest) is not None:
        return
    if run.started_at < contest.closed_at and _is_run_to_come(contest):
        return
    # One from before the contest was opened again may still be there.
    FinalResult.objects.update_or_create(
        contest=contest,
        defaults={"run": run, "declared_by": None, "declared_at": timezone.now()},
    )


def _is_run_to_come(contest: Contest) -> bool:
    """Return whether answers wait for a run that will take them in."""
    if run_at_work(contest) is not None:
        return True
    return contest.state in PROCESSED_STATES and has_changed(contest)


@transaction.atomic
def declare_final(*, contest: Contest, actor: Actor) -> FinalResult:
    """Let the scores of the latest run be the final ones, after corrections for example."""
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if contest.closed_at is None:
        raise NotOver
    run = (
        contest.runs.published().filter(annotator_scores__isnull=False).order_by("-number").first()
    )
    if run is None:
        raise NothingScored
    final, _ = FinalResult.objects.update_or_create(
        contest=contest,
        defaults={"run": run, "declared_by": actor.user, "declared_at": timezone.now()},
    )
    record(actor, CHANGED, "final result", contest_id=contest.pk, run=run.number)
    return final


MINUTE_MS = 60_000


@transaction.atomic
def score_run(*, run_id: int) -> None:
    """Store where everyone stands after this run; again, only if the factors weigh otherwise now."""
    # The row is the lock: two messages for one run score it once.
    run = ProcessingRun.objects.select_for_update(of=("self",)).select_related("contest")
    scored = run.published().filter(pk=run_id).first()
    if scored is None:
        return
    if scored.annotator_scores.exists():
        if not is_outdated(scored):
            return
        scored.annotator_scores.all().delete()
        scored.team_scores.all().delete()
    scores = [_Scored.of(member, tally) for member, tally in _present(scored)]
    _store_people(scored, scores)
    _store_teams(scored, scores)
    conclude(run=scored)


@dataclass(frozen=True)
class _Scored:
    """One present annotator with what they have done so far."""

    member: Membership
    tally: AnnotatorTally

    @classmethod
    def of(cls, member: Membership, tally: AnnotatorTally | None) -> "_Scored":
        return cls(member, tally or AnnotatorTally(annotator=member))

    @property
    def throughput(self) -> float | None:
        return MINUTE_MS * self.tally.timed / self.tally.timed_ms if self.tally.timed_ms else None

    @property
    def as_member(self) -> Member:
        tally = self.tally
        return Member(tally.accepted, tally.annotations, self.throughput, tally.quality)

    @property
    def as_candidate(self) -> Candidate:
        # Whose alias was refused and who has not chosen another is still one of them.
        return team_of(str(self.member), [self.as_member])


def _present(run: ProcessingRun) -> list[tuple[Membership, AnnotatorTally | None]]:
    """Return who takes part now, with or without answers. Who left has no place among them."""
    tallies = {tally.annotator_id: tally for tally in run.tallies.all()}
    members = run.contest.memberships.annotators().present().select_related("team")
    return [(member, tallies.get(member.pk)) for member in members]


def _store_people(run: ProcessingRun, scores: Sequence[_Scored]) -> None:
    by_candidate = {each.as_candidate: each for each in scores}
    AnnotatorScore.objects.bulk_create(
        AnnotatorScore(
            run=run,
            annotator=(each := by_candidate[standing.candidate]).member,
            segment_quality=each.tally.segment_quality,
            category_quality=each.tally.category_quality,
            **_columns(standing),
        )
        for standing in rank(list(by_candidate), weights_of(run.contest))
    )


def _store_teams(run: ProcessingRun, scores: Sequence[_Scored]) -> None:
    members: defaultdict[Team, list[_Scored]] = defaultdict(list)
    for each in scores:
        if each.member.team is not None:
            members[each.member.team].append(each)
    by_candidate = {
        team_of(team.name, [each.as_member for each in mates]): (team, mates)
        for team, mates in members.items()
    }
    for standing in rank(list(by_candidate), weights_of(run.contest)):
        team, mates = by_candidate[standing.candidate]
        TeamScore.objects.create(
            run=run,
            team=team,
            members=len(mates),
            segment_quality=mean_of_known(each.tally.segment_quality for each in mates),
            category_quality=mean_of_known(each.tally.category_quality for each in mates),
            **_columns(standing),
        )


def _columns(standing: Standing) -> dict[str, Any]:
    """Return what people and teams have in common, by the names of the columns."""
    candidate = standing.candidate
    return {
        "tasks": candidate.tasks,
        "annotations": candidate.annotations,
        "throughput": candidate.throughput,
        "quality": candidate.quality,
        "tasks_rank": standing.tasks,
        "annotations_rank": standing.annotations,
        "throughput_rank": standing.throughput,
        "quality_rank": standing.quality,
        "total": standing.total,
        "rank": standing.rank,
    }
