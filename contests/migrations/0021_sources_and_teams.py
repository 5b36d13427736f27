"""Store where an answer came from, and for which team a task was handed out."""

from collections import defaultdict
from itertools import islice
from uuid import UUID, uuid5

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

from contests.triggers import CREATE, DROP
from web.triggers import around_triggers

# The ids of imported answers were made of these.
_IMPORTED = UUID("0c9a4f0e-52f5-5d5b-8a53-6f1b2f4f7a0d")
_AT_ONCE = 500


def fill_sources(apps, schema_editor):
    """Recognise imported answers by their ids, and those of the page by what only the page measures."""
    answers = apps.get_model("contests", "Answer").objects
    places = apps.get_model("contests", "InputPlace").objects.filter(input__tasks__isnull=False)
    rows = places.values_list(
        "input__contest", "input__tasks__annotator", "chunk__line", "chunk__document__external_id"
    )
    ids = (uuid5(_IMPORTED, "|".join(map(str, row))) for row in rows.iterator())
    while some := list(islice(ids, _AT_ONCE)):
        answers.filter(pk__in=some).update(source="file")
    measured = Q(shown_at__isnull=False) | Q(keyboard_edits__isnull=False)
    answers.filter(measured, source="").update(source="page")


def fill_teams(apps, schema_editor):
    """Give each task the team that its annotator was in when it was handed out, by the audit log."""
    tasks = apps.get_model("contests", "AnnotationTask").objects
    moves = defaultdict(list)
    events = apps.get_model("accounts", "AuditEvent").objects.filter(
        action="changed", object_type="membership", details__has_key="before"
    )
    for person, at, before in events.order_by("pk").values_list("object_id", "at", "details"):
        moves[int(person)].append((at, before["before"]))
    teams = set(apps.get_model("contests", "Team").objects.values_list("pk", flat=True))
    members = apps.get_model("contests", "Membership").objects.filter(tasks__isnull=False)
    for person, team in members.values_list("pk", "team").distinct():
        # A task that came with an imported answer was handed out when that was given, for no team.
        imported = tasks.filter(
            annotator=person,
            answers__version=1,
            answers__source="file",
            answers__answered_at=F("handed_out_at"),
        )
        given = tasks.filter(annotator=person, team=None).exclude(pk__in=imported.values("pk"))
        for at, before in moves[person]:
            given.filter(handed_out_at__lt=at, team=None).update(
                team=before if before in teams else None
            )
        last = max((at for at, _before in moves[person]), default=None)
        since = given.filter(handed_out_at__gte=last) if last else given
        since.update(team=team)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_audit_by_object"),
        ("contests", "0020_erasing"),
        ("corpus", "0001_initial"),
    ]

    operations = [
        *around_triggers(
        migrations.AddField(
            model_name="annotationtask",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tasks",
                to="contests.team",
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="source",
            field=models.CharField(
                blank=True,
                choices=[
                    ("page", "Page"),
                    ("program", "Program"),
                    ("file", "File"),
                    ("simulation", "Simulation"),
                ],
                default="",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.CheckConstraint(
                condition=Q(("source__in", ["", "page", "program", "file", "simulation"])),
                name="contests_answer_known_source",
            ),
        ),
        create=CREATE,
        drop=DROP,
        ),
        # Last: PostgreSQL alters no table that has changed in the same transaction.
        migrations.RunPython(fill_sources, migrations.RunPython.noop),
        migrations.RunPython(fill_teams, migrations.RunPython.noop),
    ]
