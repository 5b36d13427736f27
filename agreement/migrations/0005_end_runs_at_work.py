from django.db import migrations
from django.utils import timezone


def end_runs_at_work(apps, _schema_editor):
    """End the runs at work: what they staged lacks inputs without answers, which only batches listed.

    The next run, minutes later, finds the same changes.
    """
    runs = apps.get_model("agreement", "ProcessingRun").objects.filter(state="running")
    apps.get_model("agreement", "InputResult").objects.filter(
        run__state="running", is_current=False
    ).delete()
    apps.get_model("agreement", "RunBatch").objects.filter(run__state="running").delete()
    runs.update(
        state="failed",
        failure="The platform was upgraded; the next run does its work.",
        finished_at=timezone.now(),
    )


class Migration(migrations.Migration):
    dependencies = [("agreement", "0004_review")]

    # There is no way back: what the version before adds to and takes from is dropped next.
    operations = [migrations.RunPython(end_runs_at_work)]
