from django.db import migrations, models
from django.db.models import Q

from web.triggers import around_triggers
from contests.triggers import (CREATE, DROP)

ROLES = ["annotator", "manager"]
VALUES = {
    ("answer", "contests_answer_known_verdict"): Q(verdict__in=["accept", "reject", "ignore"]),
    ("contest", "contests_contest_known_state"): Q(
        state__in=["draft", "training", "open", "closed", "archived"]
    ),
    ("invitation", "contests_invitation_known_role"): Q(role__in=ROLES),
    ("membership", "contests_member_known_role"): Q(role__in=ROLES),
}


class Migration(migrations.Migration):
    dependencies = [("contests", "0002_triggers")]
    operations = around_triggers(
        *(
            migrations.AddConstraint(model, models.CheckConstraint(condition=values, name=name))
            for (model, name), values in VALUES.items()
        ),
        create=CREATE,
        drop=DROP,
    )
