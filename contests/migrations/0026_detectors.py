"""Contests choose a detector, and proposals say which one found them: so far it was always the rules."""

from django.db import migrations, models

BATCH_SIZE = 500


def name_the_rules(apps, schema_editor):
    inputs = apps.get_model("contests", "ContestInput").objects
    changed = []
    for item in inputs.filter(reasons__isnull=False).only("pk", "reasons").iterator(BATCH_SIZE):
        # No version: which rules it were, nobody wrote down.
        item.read_by = {"rules": ""}
        item.reasons = [[*reason[:3], "rules", None] for reason in item.reasons]
        changed.append(item)
        if len(changed) == BATCH_SIZE:
            inputs.bulk_update(changed, ["reasons", "read_by"])
            changed = []
    inputs.bulk_update(changed, ["reasons", "read_by"])


class Migration(migrations.Migration):
    dependencies = [("contests", "0025_agreement_engine")]

    operations = [
        # Nullable and without a default: SQLite adds it in place, and the triggers that read the table stay.
        migrations.AddField("contestinput", "read_by", models.JSONField(null=True, blank=True)),
        migrations.AddField(
            "preannotation", "detector", models.CharField(max_length=60, default="rules")
        ),
        migrations.AddField("preannotation", "rule_labels", models.JSONField(default=list, blank=True)),
        migrations.RunPython(name_the_rules, migrations.RunPython.noop),
    ]
