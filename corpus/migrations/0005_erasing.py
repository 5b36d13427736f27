from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpus", "0004_spans_left_out")]

    operations = [
        migrations.AddField(
            model_name="corpus",
            name="erasing_since",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
