"""Let jobs that were running at an upgrade go on where they stopped.

`JobRun.batches` keeps "last" and "done"; handlers of earlier versions used names of their own.
"""

from django.db import migrations

COUNTS = ("sent", "refused")


def copying(old):
    return {"last": old["after"], "done": old["inputs"]}


def inviting(old):
    return {"done": old["next"], "counts": old["counts"]}


def telling(old):
    counts = {name: old[name] for name in COUNTS}
    return {"last": old["last"], "done": sum(counts.values()), "counts": counts}


# The kind of job, a name that only its old checkpoints have, and what becomes of them.
KINDS = [
    ("contests.copy_inputs", "after", copying),
    ("contests.send_invitations", "next", inviting),
    ("contests.tell_guidelines", "sent", telling),
]


def rename(apps, schema_editor):
    live = apps.get_model("jobs", "Job").objects.filter(state__in=["queued", "running"])
    for kind, name, renamed in KINDS:
        for job in live.filter(kind=kind):
            if name in job.checkpoint:
                job.checkpoint = renamed(job.checkpoint)
                job.save(update_fields=["checkpoint"])


class Migration(migrations.Migration):
    dependencies = [("contests", "0012_own_keys"), ("jobs", "0001_initial")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
