# One table for the evaluations of all gold sets. The tables keep their names.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Under their old names the two tables would be renamed with their models.
TABLES = {"releaseevaluation": "gold_releaseevaluation", "releaseerror": "gold_releaseerror"}


class Migration(migrations.Migration):

    dependencies = [
        ("contests", "0012_own_keys"),
        ("gold", "0004_evaluations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.AlterModelTable(name, table) for name, table in TABLES.items()),
        migrations.RenameModel("ReleaseEvaluation", "Evaluation"),
        migrations.RenameModel("ReleaseError", "EvaluationError"),
        # Nobody asked for it: the job is found by its key.
        migrations.RemoveField("evaluation", "job_id"),
        migrations.AddField(
            "evaluation",
            "contest",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="evaluations",
                to="contests.contest",
            ),
        ),
        migrations.AlterField(
            "evaluation",
            "release",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="evaluations",
                to="gold.release",
            ),
        ),
        migrations.AlterField(
            "evaluation",
            "created_by",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "evaluation", "part", models.CharField(blank=True, max_length=40)
        ),
        migrations.AlterField(
            "evaluation", "rules", models.CharField(blank=True, max_length=64)
        ),
        migrations.RenameField("evaluationerror", "input", "release_input"),
        migrations.AlterField(
            "evaluationerror",
            "release_input",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="gold.releaseinput",
            ),
        ),
        migrations.AddField(
            "evaluationerror",
            "contest_input",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="contests.contestinput",
            ),
        ),
        migrations.AddIndex(
            "evaluation",
            models.Index(fields=["contest", "-id"], name="gold_evaluation_of_contest"),
        ),
        migrations.AddConstraint(
            "evaluation",
            models.CheckConstraint(
                condition=models.Q(contest=None, release__isnull=False)
                | models.Q(contest__isnull=False, release=None, split=None, part=""),
                name="gold_evaluation_of_contest_or_release",
            ),
        ),
        migrations.AddConstraint(
            "evaluation",
            models.UniqueConstraint(
                condition=models.Q(contest__isnull=False, finished_at__isnull=False),
                fields=("contest", "digest"),
                name="gold_evaluation_of_contest_once",
            ),
        ),
        migrations.AddConstraint(
            "evaluationerror",
            models.CheckConstraint(
                condition=models.Q(contest_input=None, release_input__isnull=False)
                | models.Q(contest_input__isnull=False, release_input=None),
                name="gold_error_in_one_text",
            ),
        ),
    ]
