"""Which inputs have changed since a result was computed from them."""

from typing import ClassVar

from django.db import models

from contests.models.contests import Contest
from contests.models.inputs import ContestInput


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
