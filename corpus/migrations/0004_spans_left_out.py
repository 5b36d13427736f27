from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpus", "0003_patients")]

    operations = [
        migrations.AddField(
            model_name="import",
            name="spans_left_out",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
