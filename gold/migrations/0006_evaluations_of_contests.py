# The evaluations on contests' gold move to the table of all evaluations, and their jobs follow.

import hashlib

from django.db import migrations
from django.db.migrations.exceptions import IrreversibleError

BATCH_SIZE = 500
SAME_OF_ERRORS = (
    "kind", "gold_start", "gold_end", "gold_label", "found_start", "found_end", "found_label",
    "rule", "trigger_start", "trigger_end",
)


def version_of(old):
    """Return the digest as `gold.evaluations.domain.version_of` makes it of a single contest."""
    named = f"{old.contest_id} {old.digest}"
    return hashlib.sha256(named.encode()).hexdigest() if old.digest else ""


def move(apps, schema_editor):
    Evaluation = apps.get_model("gold", "Evaluation")
    moved = {}
    for old in apps.get_model("contests", "DetectorEvaluation").objects.order_by("pk"):
        new = Evaluation.objects.create(
            contest_id=old.contest_id,
            digest=version_of(old),
            texts=old.inputs,
            tally=old.tally,
            created_by_id=old.created_by_id,
            finished_at=old.finished_at,
        )
        # Creating wrote the time of now into it.
        Evaluation.objects.filter(pk=new.pk).update(created_at=old.created_at)
        move_errors(apps, old, new)
        moved[old.pk] = new.pk
    for job in apps.get_model("jobs", "Job").objects.filter(kind="contests.evaluate"):
        job.kind, job.key = "gold.evaluate", f"gold.evaluate:contest-{job.contest_id}"
        # The evaluation of a job that is over may be gone.
        job.params = {"evaluation": moved.get(job.params["evaluation"])}
        job.save(update_fields=["kind", "key", "params"])


def move_errors(apps, old, new):
    EvaluationError = apps.get_model("gold", "EvaluationError")
    rows = []
    for error in old.errors.order_by("pk").iterator():
        values = {name: getattr(error, name) for name in SAME_OF_ERRORS}
        rows.append(
            EvaluationError(evaluation_id=new.pk, contest_input_id=error.input_id, **values)
        )
        if len(rows) == BATCH_SIZE:
            EvaluationError.objects.bulk_create(rows)
            rows.clear()
    EvaluationError.objects.bulk_create(rows)


def refuse_to_lose(apps, schema_editor):
    if apps.get_model("gold", "Evaluation").objects.filter(contest__isnull=False).exists():
        raise IrreversibleError(
            "Evaluations of contests have moved to a new table. Restore the backup made before the upgrade."
        )


class Migration(migrations.Migration):

    dependencies = [
        ("contests", "0012_own_keys"),
        ("gold", "0005_one_evaluation"),
        ("jobs", "0001_initial"),
    ]

    operations = [migrations.RunPython(move, refuse_to_lose)]
