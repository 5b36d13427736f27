"""Keep the weights of the rank in one mapping, so that another factor needs no column."""

from django.db import migrations, models

import contests.contest.models

FACTORS = ("tasks", "annotations", "throughput", "quality")


def fill_weights(apps, schema_editor):
    contests = apps.get_model("contests", "Contest").objects
    for contest in contests.only(*(f"{factor}_weight" for factor in FACTORS)):
        weights = {factor: getattr(contest, f"{factor}_weight") for factor in FACTORS}
        contests.filter(pk=contest.pk).update(weights=weights)


class Migration(migrations.Migration):
    dependencies = [("contests", "0021_sources_and_teams")]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="weights",
            field=models.JSONField(default=contests.contest.models.default_weights),
        ),
        # Last: PostgreSQL alters no table that has changed in the same transaction.
        migrations.RunPython(fill_weights, migrations.RunPython.noop),
    ]
