"""Give categories names for people; those that the platform knows get theirs."""

from django.db import migrations, models

from contests.triggers import CREATE, DROP
from detection.phi import CATEGORIES
from web.triggers import around_triggers


def name_known(apps, schema_editor):
    Category = apps.get_model("contests", "Category")
    for known in CATEGORIES:
        Category.objects.filter(label=known.label).update(
            name_en=known.name.en, name_fr=known.name.fr
        )


class Migration(migrations.Migration):
    dependencies = [("contests", "0026_detectors")]

    operations = around_triggers(
        migrations.AddField(
            model_name="category",
            name="name_en",
            field=models.CharField(blank=True, max_length=40, verbose_name="name in English"),
        ),
        migrations.AddField(
            model_name="category",
            name="name_fr",
            field=models.CharField(blank=True, max_length=40, verbose_name="name in French"),
        ),
        migrations.RunPython(name_known, migrations.RunPython.noop),
        create=CREATE,
        drop=DROP,
    )
