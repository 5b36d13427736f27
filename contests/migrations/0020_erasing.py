from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contests", "0019_told_states")]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="erasing_since",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
