from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("contests", "0013_checkpoints"),
        # It has copied them.
        ("gold", "0006_evaluations_of_contests"),
    ]

    operations = [
        migrations.DeleteModel("DetectorError"),
        migrations.DeleteModel("DetectorEvaluation"),
    ]
