from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Invitations that were made before have been sent."""

    dependencies = [
        ("contests", "0014_evaluations_moved"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="letter",
            field=models.CharField(
                choices=[
                    ("waiting", "e-mail on its way"),
                    ("sent", "e-mail sent"),
                    ("refused", "e-mail refused by the mail server"),
                ],
                default="sent",
                max_length=7,
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="invitation",
            name="letter",
            field=models.CharField(
                choices=[
                    ("waiting", "e-mail on its way"),
                    ("sent", "e-mail sent"),
                    ("refused", "e-mail refused by the mail server"),
                ],
                default="waiting",
                max_length=7,
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=Q(letter__in=["waiting", "sent", "refused"]),
                name="contests_invitation_known_letter",
            ),
        ),
    ]
