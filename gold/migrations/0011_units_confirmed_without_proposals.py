"""Releases note which units were confirmed by people who saw no proposals; of those so far nobody knows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gold", "0010_withdrawals")]

    operations = [
        # Nullable and without a default: SQLite adds it in place, and the triggers on the table stay.
        migrations.AddField("releaseinput", "unprompted", models.JSONField(null=True, blank=True)),
    ]
