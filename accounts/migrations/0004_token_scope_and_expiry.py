from datetime import timedelta

import django.utils.timezone
from django.db import migrations, models
from django.db.models import Q


def in_ninety_days():
    return django.utils.timezone.now() + timedelta(days=90)


class Migration(migrations.Migration):
    """Tokens made before may do what they could, for another three months."""

    dependencies = [
        ("accounts", "0003_keys_and_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scope",
            field=models.CharField(
                choices=[
                    ("read", "read only"),
                    ("annotate", "read and annotate"),
                    ("manage", "everything that I may do"),
                ],
                default="manage",
                max_length=8,
                verbose_name="what it may do",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="apitoken",
            name="expires_at",
            field=models.DateTimeField(default=in_ninety_days),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=Q(scope__in=["read", "annotate", "manage"]),
                name="accounts_token_known_scope",
            ),
        ),
    ]
