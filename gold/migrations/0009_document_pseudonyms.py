"""Exports say whether they hold the hospital's ids of documents: those made so far do."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gold", "0008_evaluations_on_files")]

    operations = [
        migrations.AddField("export", "keeps_document_ids", models.BooleanField(default=True)),
        migrations.AlterField("export", "keeps_document_ids", models.BooleanField(default=False)),
    ]
