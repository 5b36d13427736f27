from django.db import migrations, models


class Migration(migrations.Migration):
    """Formats are known by their registry alone: a new one needs no change of the database."""

    dependencies = [("corpus", "0005_erasing")]

    operations = [
        migrations.RemoveConstraint(model_name="import", name="corpus_import_known_format"),
        migrations.AlterField(
            model_name="import",
            name="format",
            field=models.CharField(default="auto", max_length=30),
        ),
    ]
