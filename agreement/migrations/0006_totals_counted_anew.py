from django.db import migrations, models
from django.db.models import Count, OuterRef, Subquery


def count_versions(apps, _schema_editor):
    """Store how many versions the answers have that stored results were computed from."""
    versions = (
        apps.get_model("contests", "Answer")
        .objects.filter(task__answers=OuterRef("answer"))
        .order_by()
        .values("task")
        .annotate(number=Count("pk"))
        .values("number")
    )
    apps.get_model("agreement", "Contribution").objects.update(versions=Subquery(versions))


class Migration(migrations.Migration):
    dependencies = [
        ("agreement", "0005_end_runs_at_work"),
        ("contests", "0012_own_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="contribution",
            name="versions",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.RunPython(count_versions, migrations.RunPython.noop),
        migrations.RemoveField(model_name="inputresult", name="sums"),
        migrations.RemoveField(model_name="processingrun", name="sums"),
        migrations.RemoveField(model_name="runbatch", name="emptied"),
    ]
