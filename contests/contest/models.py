"""The contest and its settings."""

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.contest import domain as lifecycle

if TYPE_CHECKING:
    from accounts.models import User


def default_weights() -> dict[str, float]:
    """Return what each factor of the rank weighs in a new contest."""
    return {factor.key: factor.weight for factor in lifecycle.rank_factors()}


class ContestQuerySet(models.QuerySet["Contest"]):
    def visible_to(self, user: "User") -> Self:
        """Return the contests that this person takes part in; an administrator sees all."""
        if not user.is_authenticated:
            return self.none()
        there = self.filter(erasing_since=None)
        if user.is_superuser:
            return there
        # A draft is its managers' own business.
        own = Q(memberships__user=user, memberships__removed_at=None)
        shown = [state for state in lifecycle.STATES if lifecycle.permits(state, lifecycle.SEE)]
        ready = Q(state__in=shown) | Q(memberships__role="manager")
        return there.filter(own & ready).distinct()

    def awaited_by(self, user: "User") -> Self:
        """Return the contests in preparation that this person has joined and cannot see yet."""
        return self.filter(
            state=lifecycle.DRAFT,
            memberships__user=user,
            memberships__removed_at=None,
            memberships__role="annotator",
        )

    def managed_by(self, user: "User") -> Self:
        """Return the contests that this person manages; an administrator manages all."""
        if not user.is_authenticated:
            return self.none()
        there = self.filter(erasing_since=None)
        if user.is_superuser:
            return there
        return there.filter(
            memberships__user=user, memberships__removed_at=None, memberships__role="manager"
        )


class Contest(models.Model):
    """A competition of teams on one set of inputs, with its own categories and rules."""

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        TRAINING = "training", _("training")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        ARCHIVED = "archived", _("archived")

    class Routing(models.TextChoices):
        SEQUENCE = "sequence", _("same inputs in the same order for the teams of a group")
        COVERAGE = "coverage", _("the input that most lacks annotators")

    class Voting(models.TextChoices):
        MAJORITY = "majority", _("more than half of the votes")
        PLURALITY = "plurality", _("the single most frequent value")

    class Engine(models.TextChoices):
        EXACT = "exact", _("Palio’s own engine: fast, and every alignment is proven to be the best")
        PYGAMMA = "pygamma", _("pygamma-agreement: slow, for figures as others compute them")

    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    prizes = models.TextField(_("prizes"), blank=True)
    language = models.CharField(_("language of the texts"), max_length=8, default="fr")
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    # The last state by which its people were written to; empty if they never were.
    told_state = models.CharField(max_length=8, choices=State.choices, blank=True)
    # When it stopped taking answers: by a manager's hand, or by its last day.
    closed_at = models.DateTimeField(null=True, blank=True)
    goal_per_annotator = models.PositiveIntegerField(_("goal per annotator"), default=2000)
    # Accepted tasks of everyone together. Fixed at the opening: who joins later makes nobody's progress smaller.
    collective_goal = models.PositiveBigIntegerField(_("collective goal"), null=True, blank=True)
    seed = models.BigIntegerField(default=0)

    routing = models.CharField(max_length=8, choices=Routing.choices, default=Routing.SEQUENCE)
    # In `coverage`, how many people an input is given to at most.
    annotators_per_input = models.PositiveSmallIntegerField(default=3)

    # Whether who joins gets a team at once; else a manager gives one.
    assigns_teams = models.BooleanField(default=True)

    # Whether people answer the training tasks before the contest's own, and how well they must.
    requires_training = models.BooleanField(default=False)
    training_pass_mark = models.FloatField(null=True, blank=True)

    voting = models.CharField(max_length=9, choices=Voting.choices, default=Voting.MAJORITY)
    # Whether votes weigh as much as their person's quality index, instead of all the same.
    weighs_votes = models.BooleanField(default=False)
    # Of the dissimilarity: how much places, and how much categories weigh.
    alpha = models.FloatField(default=1)
    beta = models.FloatField(default=1)
    delta_empty = models.FloatField(default=1)
    # What computes alignments and gammas; where it is empty, the engine that the settings name.
    agreement_engine = models.CharField(max_length=7, choices=Engine.choices, blank=True)
    # A lone annotator's answers enter the gold corpus from this quality index on.
    single_quality_threshold = models.FloatField(default=0.85)

    # What each factor of the rank weighs, by its key.
    weights = models.JSONField(default=default_weights)

    # How often answers become references and scores while the contest is open.
    run_every_minutes = models.PositiveSmallIntegerField(default=10)
    # How often everyone is written to; null for never but on demand.
    feedback_every_days = models.PositiveSmallIntegerField(null=True, blank=True)
    clinical_text_in_mail = models.BooleanField(default=False)
    # Pairs of labels that people mix up, beside those of one supercategory.
    confusable_pairs = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # From here on nobody sees it any more, while a job deletes it and all that was made of it.
    erasing_since = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[models.Manager["Contest"]] = ContestQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="contests_contest_has_name"),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "training", "open", "closed", "archived"]),
                name="contests_contest_known_state",
            ),
            models.CheckConstraint(
                condition=Q(starts_at=None) | Q(ends_at=None) | Q(ends_at__gt=F("starts_at")),
                name="contests_contest_ends_after_start",
            ),
            models.CheckConstraint(
                condition=Q(goal_per_annotator__gte=1), name="contests_contest_goal_from_1"
            ),
            models.CheckConstraint(
                condition=Q(collective_goal=None) | Q(collective_goal__gte=1),
                name="contests_contest_collective_goal_from_1",
            ),
            models.CheckConstraint(
                condition=Q(annotators_per_input__gte=1), name="contests_contest_coverage_from_1"
            ),
            models.CheckConstraint(
                condition=Q(alpha__gte=0, beta__gte=0, delta_empty__gt=0),
                name="contests_contest_dissimilarity",
            ),
            models.CheckConstraint(
                condition=Q(agreement_engine__in=["", "exact", "pygamma"]),
                name="contests_contest_known_engine",
            ),
            models.CheckConstraint(
                condition=Q(single_quality_threshold__range=(0, 1)),
                name="contests_contest_threshold",
            ),
            models.CheckConstraint(
                condition=Q(run_every_minutes__gte=1)
                & (Q(feedback_every_days=None) | Q(feedback_every_days__gte=1)),
                name="contests_contest_periods",
            ),
            models.CheckConstraint(
                condition=Q(training_pass_mark=None) | Q(training_pass_mark__range=(0, 1)),
                name="contests_contest_pass_mark",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None) | Q(state__in=["closed", "archived"]),
                name="contests_contest_closed_in_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rank_weights(self) -> dict[str, float]:
        """The weight of each factor; one that came after this contest was set up is not among them."""
        known = [factor.key for factor in lifecycle.rank_factors()]
        return {key: self.weights[key] for key in known if key in self.weights}

    @property
    def engine(self) -> str:
        """The engine that its next run computes with."""
        return self.agreement_engine or str(settings.AGREEMENT_ENGINE)

    @property
    def is_over(self) -> bool:
        """Whether its managers closed it or its last day has passed."""
        return self.has_ended or self.state in (self.State.CLOSED, self.State.ARCHIVED)

    @property
    def has_ended(self) -> bool:
        """Whether its last day has passed."""
        return self.ends_at is not None and self.ends_at < timezone.now()

    @property
    def categories_can_change(self) -> bool:
        """Whether its managers have not closed it: results must keep what they were made with."""
        return self.permits(lifecycle.CATEGORISE)

    def stage_at(self, moment: datetime) -> str:
        """Return the state that people are to be told of at this moment, or nothing."""
        return self.schedule.stage(moment, trains=self.requires_training)

    @property
    def schedule(self) -> lifecycle.Schedule:
        return lifecycle.Schedule(self.state, self.starts_at, self.ends_at, self.closed_at)

    def permits(self, action: str) -> bool:
        """Return whether its state permits this, by the table in `contests.contest.domain`."""
        return lifecycle.permits(self.state, action)

    def takes_answers_at(self, moment: datetime, *, arriving: datetime | None = None) -> bool:
        """Return whether an answer given at this moment counts, also where it arrives later."""
        return self.schedule.takes(answered=moment, arriving=arriving or moment)
