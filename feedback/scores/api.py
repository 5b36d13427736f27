"""The scoreboard for programs of participants; like the page, it never mentions arms."""

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import PersonAPIView
from agreement.runs.models import ProcessingRun
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.scores import selectors
from feedback.scores.domain import COUNT, FACTORS
from feedback.scores.selectors import Row


class TeamRowSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    is_own = serializers.BooleanField()
    rank = serializers.IntegerField()
    total = serializers.FloatField(help_text="Weighted sum of the ranks: the least is the first.")
    segment_quality = serializers.FloatField(allow_null=True, help_text="From 0 to 1.")
    category_quality = serializers.FloatField(allow_null=True)
    agreement = serializers.FloatField(
        allow_null=True, help_text="With the others of the same inputs, from 0 to 1."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields with the value of each factor and the rank in it."""
        fields = super().get_fields()
        for factor in FACTORS:
            kind = serializers.IntegerField if factor.unit == COUNT else serializers.FloatField
            fields[factor.key] = kind(
                allow_null=True, help_text=f"{factor.title}: {factor.explanation}"
            )
            fields[f"{factor.key}_rank"] = serializers.IntegerField(
                allow_null=True, help_text="Null in runs that were scored before it counted."
            )
        return fields


class PersonRowSerializer(TeamRowSerializer):
    name = serializers.CharField(help_text="Alias.")
    team = serializers.CharField(help_text="Empty without one.")


class StandingsSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    people = PersonRowSerializer(many=True)
    teams = TeamRowSerializer(many=True)


class ScoreboardSerializer(StandingsSerializer):
    run = serializers.IntegerField(allow_null=True, help_text="Null before the first one.")
    finished_at = serializers.DateTimeField(allow_null=True)
    is_final = serializers.BooleanField()
    is_provisional = serializers.BooleanField(
        help_text="The contest is over, and its last answers are not counted yet."
    )


class ScoreboardAPIView(PersonAPIView):
    """Base of calls for people who can see the contest; others get 404."""

    def contest(self, contest_id: int) -> Contest:
        return get_object_or_404(Contest.objects.visible_to(self.person), pk=contest_id)

    def member(self, contest: Contest) -> Membership | None:
        return contest.memberships.present().annotators().filter(user=self.person).first()


class ScoreboardView(ScoreboardAPIView):
    @extend_schema(operation_id="scoreboard", responses=ScoreboardSerializer)
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return the ranking of people and teams, best first."""
        contest = self.contest(contest_id)
        board = selectors.scoreboard(contest, self.member(contest))
        known = {
            "run": board.run.number if board.run else None,
            "finished_at": board.run.finished_at if board.run else None,
            "is_final": board.final is not None,
            "is_provisional": board.is_provisional,
            "people": _rows(board.people),
            "teams": _rows(board.teams),
        }
        return Response(ScoreboardSerializer(known).data)


class ScoreHistoryView(ScoreboardAPIView):
    @extend_schema(operation_id="scoreboard_history", responses=StandingsSerializer(many=True))
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return the ranking after each run, up to the run on the scoreboard."""
        contest = self.contest(contest_id)
        member = self.member(contest)

        def describe(runs: Sequence[ProcessingRun]) -> list[dict[str, Any]]:
            return [_standings(run, member) for run in runs]

        return self.in_pages(selectors.scored_runs(contest), StandingsSerializer, describe)


def _standings(run: ProcessingRun, member: Membership | None) -> dict[str, Any]:
    people, teams = selectors.rows_of(run, member)
    return {
        "run": run.number,
        "finished_at": run.finished_at,
        "people": _rows(people),
        "teams": _rows(teams),
    }


def _rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [
        {
            "name": row.name,
            "team": row.team,
            "is_own": row.is_own,
            "agreement": row.agreement,
            "rank": row.score.rank,
            "total": row.score.total,
            "segment_quality": row.score.segment_quality,
            "category_quality": row.score.category_quality,
        }
        | {factor.key: row.score.values.get(factor.key) for factor in FACTORS}
        | {f"{factor.key}_rank": row.score.ranks.get(factor.key) for factor in FACTORS}
        for row in rows
    ]
