"""Runs of a contest and how well people agree, for programs of its managers."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.references.models import Failure
from agreement.runs.models import InputResult, ProcessingRun, RunBatch
from agreement.runs.selectors import latest_run, progress_of, runs_of
from contests.contest.access import ManagedAPIView


class RunSerializer(serializers.ModelSerializer[ProcessingRun]):
    asked_by = serializers.CharField(allow_null=True, help_text="Null where nobody asked for it.")
    is_latest = serializers.BooleanField(help_text="The one that readers see.")
    gamma = serializers.SerializerMethodField(help_text="Mean gamma; null until it is published.")

    class Meta:
        model = ProcessingRun
        fields = (
            "number", "state", "reason", "asked_by", "is_latest", "started_at", "finished_at",
            "inputs_selected", "inputs_computed", "gamma",
        )  # fmt: skip
        read_only_fields = fields

    def get_gamma(self, run: ProcessingRun) -> float | None:
        gamma: float | None = run.figures.get("gamma")
        return gamma


class CountsSerializer(serializers.Serializer[Any]):
    answers = serializers.IntegerField()
    rejected = serializers.IntegerField()
    ignored = serializers.IntegerField()
    accepted = serializers.IntegerField()
    unknown_durations = serializers.IntegerField()
    duplicates = serializers.IntegerField(help_text="Earlier versions of answers.")
    inputs = serializers.IntegerField()
    compared = serializers.IntegerField()
    empty = serializers.IntegerField(help_text="Inputs in which nobody marked anything.")
    single = serializers.IntegerField(help_text="Inputs of one annotator.")
    none = serializers.IntegerField(help_text="Inputs that nobody accepted.")
    failed = serializers.IntegerField(
        default=0, help_text="Inputs that were set aside: their answers could not be compared."
    )
    undefined_gamma = serializers.IntegerField()
    units = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="Inputs without an open place.")
    gold = serializers.IntegerField(help_text="Places with a gold unit; so the next ones.")
    nothing = serializers.IntegerField(help_text="Nothing is to be annotated there.")
    undecided = serializers.IntegerField()
    inconsistent = serializers.IntegerField()
    detached = serializers.IntegerField(help_text="A correction where nobody marks anything.")
    corrected = serializers.IntegerField()
    differing = serializers.IntegerField(help_text="Weighed votes decide otherwise.")


class RunProgressSerializer(serializers.Serializer[Any]):
    phase = serializers.ChoiceField(choices=RunBatch.Phase.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class CategoryAgreementSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # hides a title nobody uses
    gamma_k = serializers.FloatField(allow_null=True, help_text="Mean over the inputs.")
    gold_units = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer[Any]):
    gamma = serializers.FloatField(allow_null=True, help_text="Mean over compared inputs.")
    gamma_with_empty = serializers.FloatField(
        allow_null=True, help_text="Inputs that several people left empty count as 1."
    )
    pooled_gamma = serializers.FloatField(allow_null=True)
    gamma_cat = serializers.FloatField(allow_null=True, help_text="Mean over compared inputs.")
    observed = serializers.FloatField(allow_null=True, help_text="Mean observed disorder.")
    expected = serializers.FloatField(allow_null=True, help_text="Mean expected disorder.")
    annotators = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many inputs have so many annotators."
    )
    gamma_bins = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many inputs have about this gamma."
    )
    categories = CategoryAgreementSerializer(many=True)


def figures_of(run: ProcessingRun) -> dict[str, Any] | None:
    """Return the agreement that a run found, category by category as rows."""
    if not run.figures:
        return None
    of_label, gold = run.figures["gamma_k"], run.figures["gold_units"]
    categories = [
        {"label": label, "gamma_k": of_label.get(label), "gold_units": gold.get(label, 0)}
        for label in sorted({*of_label, *gold})
    ]
    shown = (
        "gamma", "gamma_with_empty", "pooled_gamma", "gamma_cat", "observed", "expected",
        "gamma_bins",
    )  # fmt: skip
    annotators = sorted(run.figures["annotators"].items(), key=lambda pair: int(pair[0]))
    return {name: run.figures[name] for name in shown} | {
        "annotators": dict(annotators),
        "categories": categories,
    }


class RunDetailSerializer(RunSerializer):
    method = serializers.DictField(help_text="Parameters of the agreement measure, and its engine.")
    failure = serializers.CharField(help_text="Why it failed; else empty.")
    progress = serializers.SerializerMethodField(help_text="Null unless it is at work.")
    counts = serializers.SerializerMethodField(help_text="Step by step; null until published.")
    agreement = serializers.SerializerMethodField(help_text="Null until published.")

    class Meta:
        model = ProcessingRun
        fields = (
            *RunSerializer.Meta.fields, "weighs_votes", "method", "engine_version", "failure",
            "progress", "counts", "agreement",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(RunProgressSerializer(allow_null=True))
    def get_progress(self, run: ProcessingRun) -> dict[str, Any] | None:
        is_at_work = run.state == ProcessingRun.State.RUNNING
        return asdict(progress_of(run)) if is_at_work else None

    @extend_schema_field(CountsSerializer(allow_null=True))
    def get_counts(self, run: ProcessingRun) -> dict[str, int] | None:
        return run.counts or None

    @extend_schema_field(FiguresSerializer(allow_null=True))
    def get_agreement(self, run: ProcessingRun) -> dict[str, Any] | None:
        return figures_of(run)


class AgreementSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField(allow_null=True, help_text="Null before the first one.")
    finished_at = serializers.DateTimeField(allow_null=True)
    agreement = FiguresSerializer(allow_null=True)


class InputAgreementSerializer(serializers.ModelSerializer[InputResult]):
    gamma_k = serializers.DictField(child=serializers.FloatField(allow_null=True))
    failure = serializers.ChoiceField(
        choices=Failure.choices, allow_blank=True, help_text="Why it was set aside; else empty."
    )

    class Meta:
        model = InputResult
        fields = (
            "input", "kind", "failure", "annotators", "units", "gamma", "gamma_cat", "gamma_k", "observed",
            "expected", "is_complete",
        )  # fmt: skip
        read_only_fields = fields


class RunsView(ManagedAPIView):
    @extend_schema(operation_id="runs", responses=RunSerializer(many=True))
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return the runs of a contest, the latest first."""
        return self.in_pages(runs_of(self.managed(contest_id)), RunSerializer)


class RunView(ManagedAPIView):
    @extend_schema(operation_id="run", responses=RunDetailSerializer)
    def get(self, _request: Request, contest_id: int, number: int) -> Response:
        """Return a run: its state, what it counted step by step, and the agreement it found."""
        run = get_object_or_404(runs_of(self.managed(contest_id)), number=number)
        return Response(RunDetailSerializer(run).data)


class AgreementView(ManagedAPIView):
    @extend_schema(operation_id="agreement", responses=AgreementSerializer)
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return how well people agree after the latest run, in all and in each category."""
        run = latest_run(self.managed(contest_id))
        known = {
            "run": run.number if run else None,
            "finished_at": run.finished_at if run else None,
            "agreement": figures_of(run) if run else None,
        }
        return Response(AgreementSerializer(known).data)


class InputsAgreementView(ManagedAPIView):
    @extend_schema(
        operation_id="agreement_per_input", responses=InputAgreementSerializer(many=True)
    )
    def get(self, _request: Request, contest_id: int) -> Response:
        """Return the gammas of each input after the latest run, by id and without its text."""
        contest = self.managed(contest_id)
        rows = InputResult.objects.current().filter(input__contest=contest).order_by("input")
        return self.in_pages(rows, InputAgreementSerializer)
