from django.db import migrations, models
from django.utils import timezone


def tell_nobody_of_what_was(apps, schema_editor):
    """Contests are where they are: people hear of the next state."""
    contests = apps.get_model("contests", "Contest").objects
    for state in ("training", "open", "closed"):
        contests.filter(state=state).update(told_state=state)
    contests.filter(state="archived").update(told_state="closed")
    ahead = contests.filter(state="open", starts_at__gt=timezone.now())
    ahead.filter(requires_training=True).update(told_state="training")
    ahead.filter(requires_training=False).update(told_state="")


class Migration(migrations.Migration):
    dependencies = [
        ("contests", "0018_collective_goal"),
    ]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="told_state",
            field=models.CharField(
                blank=True,
                choices=[
                    ("draft", "in preparation"),
                    ("training", "training"),
                    ("open", "open"),
                    ("closed", "closed"),
                    ("archived", "archived"),
                ],
                default="",
                max_length=8,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(tell_nobody_of_what_was, migrations.RunPython.noop, elidable=True),
    ]
