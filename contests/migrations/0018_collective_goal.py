"""Fix the goal of all together at the opening; contests that were opened before get that of today."""

from django.db import migrations, models
from django.db.models import Q


def fix_goals(apps, schema_editor):
    Contest = apps.get_model("contests", "Contest")
    Membership = apps.get_model("contests", "Membership")
    for contest in Contest.objects.filter(state__in=["open", "closed", "archived"]):
        present = Membership.objects.filter(
            contest=contest, role="annotator", removed_at=None, user__is_active=True
        )
        contest.collective_goal = contest.goal_per_annotator * present.count() or None
        contest.save(update_fields=["collective_goal"])


class Migration(migrations.Migration):
    dependencies = [("contests", "0017_answer_files")]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="collective_goal",
            field=models.PositiveBigIntegerField(
                blank=True, null=True, verbose_name="collective goal"
            ),
        ),
        migrations.AddConstraint(
            model_name="contest",
            constraint=models.CheckConstraint(
                condition=Q(("collective_goal", None), ("collective_goal__gte", 1), _connector="OR"),
                name="contests_contest_collective_goal_from_1",
            ),
        ),
        # Last: PostgreSQL alters no table that has changed in the same transaction.
        migrations.RunPython(fix_goals, migrations.RunPython.noop),
    ]
