"""What annotators are shown: inputs, where they come from, and in which order."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from contests.contest.models import Contest
from corpus.documents.models import Chunk


class ContestInput(models.Model):
    """One text of a contest. The same line of several documents is one input with several places."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="inputs", db_index=False
    )
    text = models.TextField()
    # SHA-256 of the text.
    digest = models.BinaryField(max_length=32)
    # Character offsets of the tokens, flat: [start, end, start, end, …].
    tokens = models.JSONField()
    # What an import or the detector proposes, before any arm thins or perturbs it:
    # [[start, end, label], …].
    proposals = models.JSONField(default=list)
    # Why a detector proposed each of them: [[rule, start and end of the trigger, detector, score], …];
    # null where none did, and they came with a file.
    reasons = models.JSONField(null=True, blank=True)
    # The detectors that read the text, each with its version: empty where an earlier platform did not keep it.
    read_by = models.JSONField(null=True, blank=True)
    # What is right, where an import said so: [[start, end, label], …]; null where nobody knows.
    gold = models.JSONField(null=True, blank=True)
    # In `coverage`, how many people it was given to: counting them anew would grow with the contest.
    times_given = models.PositiveSmallIntegerField(default=0)
    # Whether the chat can recognise this text; until then nobody can write in it.
    is_recognised = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "digest"], name="contests_input_once"),
            models.CheckConstraint(condition=~Q(text=""), name="contests_input_not_empty"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["contest", "times_given", "id"], name="contests_input_coverage"),
            models.Index(
                fields=["contest"],
                condition=Q(is_recognised=False),
                name="contests_input_unrecognised",
            ),
        ]

    def __str__(self) -> str:
        return f"input {self.pk}"

    @property
    def token_bounds(self) -> tuple[tuple[int, int], ...]:
        """Return the tokens as pairs of offsets."""
        return tuple(zip(self.tokens[::2], self.tokens[1::2], strict=True))


class InputPlace(models.Model):
    """One line of a document where an input's text stands."""

    input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    chunk = models.ForeignKey(Chunk, on_delete=models.PROTECT, related_name="places")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["input", "chunk"], name="contests_place_once")
        ]


class InputChange(models.Model):
    """Something that a result of this input depends on has changed.

    A row is added with every change, in its transaction, and taken away by the run that has looked at
    it. So what changes during a run is seen by the next one, whatever the order of commits.
    """

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="input_changes", db_index=False
    )
    input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, related_name="changes", db_index=False
    )

    class Meta:
        indexes: ClassVar = [models.Index(fields=["contest", "id"], name="contests_change_contest")]
