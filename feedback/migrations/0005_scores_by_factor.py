"""Keep values and ranks by factor in mappings, so that another factor needs no columns."""

from django.db import migrations, models

FACTORS = ("tasks", "annotations", "throughput", "quality")
SCORES = ("AnnotatorScore", "TeamScore")


def fill_scores(apps, schema_editor):
    for name in SCORES:
        scores = apps.get_model("feedback", name).objects
        changed = []
        for score in scores.order_by("pk").iterator(chunk_size=500):
            score.values = {factor: getattr(score, factor) for factor in FACTORS}
            score.ranks = {factor: getattr(score, f"{factor}_rank") for factor in FACTORS}
            changed.append(score)
        scores.bulk_update(changed, ["values", "ranks"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("feedback", "0004_reason_without_tasks")]

    operations = [
        *(
            migrations.AddField(
                model_name=name.lower(), name=field, field=models.JSONField(default=dict)
            )
            for name in SCORES
            for field in ("values", "ranks")
        ),
        # Last: PostgreSQL alters no table that has changed in the same transaction.
        migrations.RunPython(fill_scores, migrations.RunPython.noop),
    ]
