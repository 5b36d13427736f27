"""API representation of jobs' progress and of the files they make."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from jobs.models import Job


class JobProgressSerializer(serializers.Serializer[Any]):
    step = serializers.CharField(help_text="The current step, in the language of the account.")
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True, help_text="Null while unknown.")


def state_of(job: Job | None, *, is_made: bool) -> str:
    """Return the state of a job's product, which outlives the job's row."""
    if is_made:
        return Job.State.SUCCEEDED
    return job.state if job else Job.State.GIVEN_UP


def progress_of(job: Job | None) -> dict[str, Any] | None:
    """Return the progress of a queued or running job, otherwise None."""
    if job is None or job.is_final:
        return None
    step = gettext(job.step) if job.step else ""
    return {"step": step, "done": job.progress_done, "total": job.progress_total}


class MadeFileSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Job.State.choices)
    progress = JobProgressSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    size = serializers.IntegerField(help_text="In bytes.")
    checksum = serializers.CharField(help_text="SHA-256 of the file; empty until it is made.")
