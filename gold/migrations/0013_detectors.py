"""Evaluations say which detector was evaluated: so far it was always the rules."""

from django.db import migrations, models


def name_the_rules(apps, schema_editor):
    found = apps.get_model("gold", "EvaluationError").objects.exclude(rule="")
    found.update(detector="rules")


class Migration(migrations.Migration):
    dependencies = [("gold", "0012_formats_unlisted")]

    operations = [
        migrations.RenameField("evaluation", "rules", "version"),
        migrations.AlterField(
            "evaluation", "version", models.CharField(max_length=200, blank=True)
        ),
        migrations.AddField(
            "evaluation", "detector", models.CharField(max_length=60, default="rules")
        ),
        migrations.AddField(
            "evaluationerror", "detector", models.CharField(max_length=40, blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField("evaluationerror", "score", models.FloatField(null=True)),
        migrations.AddField(
            "fileevaluation", "detector", models.CharField(max_length=60, default="rules")
        ),
        migrations.RunPython(name_the_rules, migrations.RunPython.noop),
    ]
