"""Splits get a number in their release, a name, and the reason where one cannot be made."""

from collections import Counter

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def number_splits(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Count the splits of each release in the order in which they were asked for."""
    latest: Counter[int] = Counter()
    rows = apps.get_model("gold", "Split").objects
    for pk, release in rows.order_by("pk").values_list("pk", "release_id"):
        latest[release] += 1
        rows.filter(pk=pk).update(number=latest[release])


class Migration(migrations.Migration):
    dependencies = [("gold", "0006_evaluations_of_contests")]

    operations = [
        migrations.AddField("split", "number", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField("split", "name", models.CharField(blank=True, max_length=60, default=""), preserve_default=False),
        migrations.AddField("split", "refusal", models.JSONField(default=dict)),
        migrations.RunPython(number_splits, migrations.RunPython.noop),
        migrations.AddConstraint(
            "split",
            models.UniqueConstraint(fields=["release", "number"], name="gold_split_number_once"),
        ),
    ]
