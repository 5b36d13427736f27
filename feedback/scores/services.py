"""Scores of a published run."""

from collections import defaultdict
from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts.audit import CHANGED, Actor, record
from agreement.runs.models import AnnotatorTally, ProcessingRun
from agreement.runs.selectors import run_at_work
from agreement.runs.services.run import PROCESSED_STATES, has_changed
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.models import Team
from feedback.scores.domain import Candidate, mean_of_known, rank, team_of, values_of
from feedback.scores.errors import NothingScored, NotOver
from feedback.scores.models import AnnotatorScore, FinalResult, TeamScore
from feedback.scores.selectors import final_result, is_outdated


def conclude(*, run: ProcessingRun) -> None:
    """Make a run the final one if it started after the end or no other run will follow."""
    contest = run.contest
    if contest.closed_at is None or final_result(contest) is not None:
        return
    if run.started_at < contest.closed_at and _will_run_again(contest):
        return
    # A result from before the contest was reopened may still exist.
    FinalResult.objects.update_or_create(
        contest=contest,
        defaults={"run": run, "declared_by": None, "declared_at": timezone.now()},
    )


def _will_run_again(contest: Contest) -> bool:
    """Return whether a run is under way, or answers wait for another one."""
    if run_at_work(contest) is not None:
        return True
    return contest.state in PROCESSED_STATES and has_changed(contest)


@transaction.atomic
def declare_final(*, contest: Contest, actor: Actor) -> FinalResult:
    """Make the scores of the latest run final, for example after corrections."""
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


@transaction.atomic
def score_run(*, run_id: int) -> None:
    """Store everyone's scores after this run; replace existing ones only if the weights changed."""
    # Lock the run: two messages score it once.
    run = ProcessingRun.objects.select_for_update(of=("self",)).select_related("contest")
    scored = run.published().filter(pk=run_id).first()
    if scored is None:
        return
    if scored.annotator_scores.exists():
        if not is_outdated(scored):
            return
        scored.annotator_scores.all().delete()
        scored.team_scores.all().delete()
    present = _present(scored)
    _store_people(scored, present)
    _store_teams(scored, present)
    conclude(run=scored)


def _present(run: ProcessingRun) -> dict[Membership, AnnotatorTally]:
    """Return the tallies of the present annotators, also of those without answers."""
    tallies = {tally.annotator_id: tally for tally in run.tallies.all()}
    members = run.contest.memberships.annotators().present().select_related("team")
    return {member: tallies.get(member.pk) or AnnotatorTally() for member in members}


def _store_people(run: ProcessingRun, present: Mapping[Membership, AnnotatorTally]) -> None:
    # People whose alias was refused keep their rank until they choose another.
    whose = {Candidate(str(member), values_of(tally)): member for member, tally in present.items()}
    AnnotatorScore.objects.bulk_create(
        AnnotatorScore(
            run=run,
            annotator=(member := whose[standing.candidate]),
            segment_quality=present[member].segment_quality,
            category_quality=present[member].category_quality,
            **standing.stored,
        )
        for standing in rank(list(whose), run.contest.rank_weights)
    )


def _store_teams(run: ProcessingRun, present: Mapping[Membership, AnnotatorTally]) -> None:
    mates: defaultdict[Team, list[AnnotatorTally]] = defaultdict(list)
    for member, tally in present.items():
        if member.team is not None:
            mates[member.team].append(tally)
    whose = {
        team_of(team.name, [values_of(tally) for tally in tallies]): team
        for team, tallies in mates.items()
    }
    TeamScore.objects.bulk_create(
        TeamScore(
            run=run,
            team=(team := whose[standing.candidate]),
            members=len(mates[team]),
            segment_quality=mean_of_known(each.segment_quality for each in mates[team]),
            category_quality=mean_of_known(each.category_quality for each in mates[team]),
            **standing.stored,
        )
        for standing in rank(list(whose), run.contest.rank_weights)
    )
