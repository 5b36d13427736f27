"""Jobs that were running at an upgrade go on where they stopped."""

from importlib import import_module

import pytest
from django.apps import apps

from jobs.services import create_job

migration = import_module("contests.migrations.0013_checkpoints")
COUNTS = {"sent": 2, "refused": 1}


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (
            "contests.copy_inputs",
            {"after": 70, "inputs": 40, "is_copied": False},
            {"last": 70, "done": 40},
        ),
        ("contests.send_invitations", {"next": 3, "counts": COUNTS}, {"done": 3, "counts": COUNTS}),
        (
            "contests.tell_guidelines",
            {"last": 9, **COUNTS},
            {"last": 9, "done": 3, "counts": COUNTS},
        ),
        ("contests.copy_inputs", {}, {}),
        ("contests.copy_inputs", {"last": 70, "done": 40}, {"last": 70, "done": 40}),
    ],
)
def test_a_checkpoint_of_the_version_before_is_understood(db, kind, before, after):
    job = create_job(kind)
    job.checkpoint = before
    job.save()
    migration.rename(apps, None)
    job.refresh_from_db()
    assert job.checkpoint == after
