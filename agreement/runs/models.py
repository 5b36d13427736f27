"""What a run computed: per input, per place, per annotator."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agreement.references.models import Correction, Failure, Judged
from contests.annotating.models import Answer
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from text.spans import Extent, Span

# A run was published: `run_id`, `contest_id`. Sent after its transaction is committed.
run_published = Signal()


class ProcessingRunQuerySet(models.QuerySet["ProcessingRun"]):
    def published(self) -> Self:
        return self.filter(state=ProcessingRun.State.PUBLISHED)

    def running(self) -> Self:
        return self.filter(state=ProcessingRun.State.RUNNING)

    def lock(self, pk: int) -> "ProcessingRun":
        """Return one run, locked until the end of the transaction."""
        # Not its key: rows that refer to the run are being written all the time.
        rows = self.select_for_update(of=("self",), no_key=True)
        return rows.select_related("contest").get(pk=pk)


class ProcessingRun(models.Model):
    """One run of a contest. Readers see the latest published run; at most one is running."""

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        PUBLISHED = "published", _("published")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    class Reason(models.TextChoices):
        PERIODIC = "periodic", _("scheduled")
        ASKED = "asked", _("on demand")
        CORRECTION = "correction", _("after a correction")
        CLOSING = "closing", _("at the end of the contest")

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    # Counted from 1 in each contest.
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.RUNNING)
    reason = models.CharField(max_length=10, choices=Reason.choices, default=Reason.PERIODIC)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    job_id = models.UUIDField(null=True, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The run that readers see; the others are history.
    is_latest = models.BooleanField(default=False)
    # SHA-256 of the contest's settings that results depend on.
    settings_digest = models.BinaryField(max_length=32)
    # The settings: a change during the run takes effect in the next one.
    method = models.JSONField(default=dict)
    # Of the method’s engine; empty for runs of earlier versions.
    engine_version = models.CharField(max_length=40, blank=True)
    weighs_votes = models.BooleanField(default=False)
    # How many inputs were checked, and how many of them had changed.
    inputs_selected = models.PositiveIntegerField(default=0)
    inputs_computed = models.PositiveIntegerField(default=0)
    # Step by step as in the thesis's section 3.2.2, and the contest's figures; counted at publication.
    counts = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    # By member, what a vote weighs (billionths); else empty.
    weights = models.JSONField(default=dict)
    # Why it failed, in words without clinical text.
    failure = models.TextField(blank=True)

    objects: ClassVar[models.Manager["ProcessingRun"]] = ProcessingRunQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["contest", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "number"], name="agreement_run_number_once"),
            models.UniqueConstraint(
                fields=["contest"], condition=Q(state="running"), name="agreement_one_run_at_work"
            ),
            models.UniqueConstraint(
                fields=["contest"], condition=Q(is_latest=True), name="agreement_one_latest_run"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["running", "published", "failed", "cancelled"]),
                name="agreement_run_known_state",
            ),
            models.CheckConstraint(
                condition=Q(is_latest=False) | Q(state="published"),
                name="agreement_latest_run_published",
            ),
            models.CheckConstraint(
                condition=Q(state="running", finished_at=None)
                | (~Q(state="running") & Q(finished_at__isnull=False)),
                name="agreement_run_finished_in_the_end",
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.number}"


class RunBatch(models.Model):
    """Some inputs of a run that one worker computes; the row is deleted when the run ends."""

    class Phase(models.TextChoices):
        # Alignment, gamma, votes; then, where votes are weighed, votes again.
        COMPARE = "compare", _("comparing")
        WEIGH = "weigh", _("weighting votes")

    run = models.ForeignKey(
        ProcessingRun, on_delete=models.CASCADE, related_name="batches", db_index=False
    )
    phase = models.CharField(max_length=7, choices=Phase.choices, default=Phase.COMPARE)
    number = models.PositiveIntegerField()
    # Ids of inputs, and of the changes that selected them.
    inputs = models.JSONField()
    changes = models.JSONField(default=list)
    # Estimated work in any unit: the most expensive batch comes first.
    cost = models.PositiveBigIntegerField(default=0)
    is_done = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["run", "phase", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "phase", "number"], name="agreement_batch_once"),
            models.CheckConstraint(
                condition=Q(phase__in=["compare", "weigh"]), name="agreement_batch_known_phase"
            ),
        ]


class InputResultQuerySet(models.QuerySet["InputResult"]):
    def current(self) -> Self:
        """Return what readers see."""
        return self.filter(is_current=True)

    def staged_by(self, run: ProcessingRun) -> Self:
        """Return what a run has computed and not published yet."""
        return self.filter(run=run, is_current=False)


class InputResult(models.Model):
    """What one run computed for one input. Nobody reads it before it is published."""

    class Kind(models.TextChoices):
        COMPARED = "compared", _("compared")
        EMPTY = "empty", _("empty")
        SINGLE = "single", _("single")
        # Nobody accepted it: all answers were rejected, ignored or withdrawn.
        NONE = "none", _("not annotated")
        # It could not be compared: its answers count as given.
        FAILED = "failed", _("set aside")

    input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, related_name="results", db_index=False
    )
    run = models.ForeignKey(ProcessingRun, on_delete=models.CASCADE, related_name="results")
    is_current = models.BooleanField(default=False)
    # SHA-256 of everything it depends on: answers, corrections, settings. Empty where none are left: the
    # staged row then only replaces the published one, and is deleted at publication.
    digest = models.BinaryField(max_length=32)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    annotators = models.PositiveSmallIntegerField()
    units = models.PositiveIntegerField(default=0)
    gamma = models.FloatField(null=True, blank=True)
    gamma_cat = models.FloatField(null=True, blank=True)
    # By label; null where it is not defined.
    gamma_k = models.JSONField(default=dict)
    observed = models.FloatField(null=True, blank=True)
    expected = models.FloatField(null=True, blank=True)
    # All its places are decided, and none is inconsistent.
    is_complete = models.BooleanField(default=False)
    # [[start, end, label], …]; of a single input, what its annotator marked.
    gold_units = models.JSONField(default=list)
    # The annotators differ somewhere: the weights of their votes may decide.
    is_contested = models.BooleanField(default=False)
    # Why it was set aside, and by which means that was: with others it is tried again.
    failure = models.CharField(max_length=8, choices=Failure.choices, blank=True)
    means = models.CharField(max_length=60, blank=True)

    objects: ClassVar[models.Manager["InputResult"]] = InputResultQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["input", "run"], name="agreement_result_once"),
            models.UniqueConstraint(
                fields=["input"], condition=Q(is_current=True), name="agreement_one_current_result"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["compared", "empty", "single", "none", "failed"]),
                name="agreement_result_known_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="failed") ^ Q(failure=""), name="agreement_result_failure_reason"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["gamma"], condition=Q(is_current=True), name="agreement_result_gamma"
            )
        ]


class AlignedPlace(models.Model):
    """One unitary alignment: what the annotators voted there, and what stands as reference.

    A correction that finds no alignment is a place without votes (`is_detached`).
    """

    class Source(models.TextChoices):
        # Not available: no majority, and nobody corrected it.
        NOTHING = "", _("not available")
        VOTES = "votes", _("votes")
        CORRECTION = "correction", _("correction")

    class State(models.TextChoices):
        # Both references exist: a gold unit, or nothing to annotate.
        GOLD = "gold", _("gold")
        NOTHING = "nothing", _("nothing to annotate")
        UNDECIDED = "undecided", _("no majority")
        INCONSISTENT = "inconsistent", _("inconsistent")
        # One annotator, and nobody decided about it: it stands, and is no reference.
        SINGLE = "single", _("one annotator")

    result = models.ForeignKey(
        InputResult, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    # From left to right in the input; from 0.
    position = models.PositiveSmallIntegerField()
    # What its units, or its correction's anchor, cover.
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    voters = models.PositiveSmallIntegerField()
    # [[start, end, votes], …] and [[label, votes], …], most votes first; null, null or null for none.
    segment_votes = models.JSONField(default=list)
    category_votes = models.JSONField(default=list)
    # A reference whose source is known and that names nothing is *none*.
    segment_source = models.CharField(max_length=10, choices=Source.choices, blank=True)
    reference_start = models.PositiveIntegerField(null=True, blank=True)
    reference_end = models.PositiveIntegerField(null=True, blank=True)
    category_source = models.CharField(max_length=10, choices=Source.choices, blank=True)
    reference_category = models.ForeignKey(
        Category, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    correction = models.ForeignKey(
        Correction, on_delete=models.SET_NULL, null=True, blank=True, related_name="places"
    )
    state = models.CharField(max_length=12, choices=State.choices)
    is_detached = models.BooleanField(default=False)
    # Weighed votes decide otherwise than plain ones.
    differs = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["result", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "position"], name="agreement_place_once"),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="agreement_place_extent"),
            models.CheckConstraint(
                condition=Q(reference_start=None, reference_end=None)
                | Q(
                    reference_start__isnull=False,
                    reference_end__isnull=False,
                    reference_end__gt=F("reference_start"),
                ),
                name="agreement_place_reference",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["gold", "nothing", "undecided", "inconsistent", "single"]),
                name="agreement_place_known_state",
            ),
        ]
        indexes: ClassVar = [
            # What the review asks for: few of all places.
            models.Index(
                fields=["result"],
                condition=Q(state__in=["undecided", "inconsistent", "single"])
                | Q(is_detached=True),
                name="agreement_place_open",
            )
        ]

    @property
    def extent(self) -> Extent:
        return self.start, self.end


class Judgement(models.Model):
    """What one annotator had in one place, and whether it agrees with the reference."""

    place = models.ForeignKey(
        AlignedPlace, on_delete=models.CASCADE, related_name="judgements", db_index=False
    )
    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="judgements", db_index=False
    )
    # With an answer goes what was said of it: before a contest opens, imported ones can be removed.
    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="judgements")
    answered_at = models.DateTimeField()
    # Null where they marked nothing there.
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    category = models.ForeignKey(
        Category, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Null where there is no reference.
    segment_agrees = models.BooleanField(null=True, blank=True)
    category_agrees = models.BooleanField(null=True, blank=True)
    # Either disagrees: one penalty.
    is_penalised = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["place", "annotator"], name="agreement_verdict_once"),
            models.CheckConstraint(
                condition=Q(start=None, end=None, category=None)
                | Q(start__isnull=False, end__isnull=False, category__isnull=False),
                name="agreement_verdict_whole_unit",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["annotator", "-answered_at"],
                condition=Q(is_penalised=True),
                name="agreement_penalties",
            ),
        ]

    @property
    def unit(self) -> Span | None:
        """What the annotator marked there, if anything."""
        if self.start is None or self.end is None or self.category is None:
            return None
        return Span(self.start, self.end, self.category.label)


class Contribution(Judged):
    """What one person's live answer to one input adds to their tally."""

    result = models.ForeignKey(
        InputResult, on_delete=models.CASCADE, related_name="contributions", db_index=False
    )
    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="contributions", db_index=False
    )
    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="+")
    is_accepted = models.BooleanField()
    # How many versions the answer has, itself included.
    versions = models.PositiveSmallIntegerField(default=1)
    units = models.PositiveIntegerField(default=0)
    # Over all versions; null where it is unknown.
    duration_ms = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["result", "annotator"], name="agreement_contribution_once"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["annotator"], name="agreement_contribution_by")]


class AnnotatorTally(Judged):
    """The sum of one person's contributions at one published run."""

    run = models.ForeignKey(
        ProcessingRun, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    annotator = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="tallies")
    answered = models.PositiveIntegerField(default=0)
    accepted = models.PositiveIntegerField(default=0)
    annotations = models.PositiveIntegerField(default=0)
    # Tasks of known duration without a break, and the sum of those durations.
    timed = models.PositiveIntegerField(default=0)
    timed_ms = models.PositiveBigIntegerField(default=0)
    # 0 to 1; null without any reference.
    segment_quality = models.FloatField(null=True, blank=True)
    category_quality = models.FloatField(null=True, blank=True)
    quality = models.FloatField(null=True, blank=True)
    # The index under the plain majority: the weight of votes, where they are weighed.
    majority_quality = models.FloatField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "annotator"], name="agreement_tally_once")
        ]
