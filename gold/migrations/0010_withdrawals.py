import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from gold.triggers import CREATE, DROP, WITHDRAWABLE_CREATE, WITHDRAWABLE_DROP
from web.triggers import trigger_operation


class Migration(migrations.Migration):
    dependencies = [
        ("gold", "0009_document_pseudonyms"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        trigger_operation(create=DROP, drop=CREATE),
        migrations.RemoveConstraint(
            model_name="release", name="gold_release_frozen_with_checksum"
        ),
        migrations.AlterField(
            model_name="release",
            name="state",
            field=models.CharField(
                choices=[
                    ("freezing", "being frozen"),
                    ("frozen", "frozen"),
                    ("withdrawn", "withdrawn"),
                ],
                default="freezing",
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="release",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="release",
            name="withdrawn_by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="release",
            name="withdrawal_reason",
            field=models.CharField(blank=True, default="", max_length=200),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="release",
            constraint=models.CheckConstraint(
                condition=Q(state="freezing", frozen_at=None, checksum="")
                | (
                    Q(state__in=["frozen", "withdrawn"], frozen_at__isnull=False)
                    & ~Q(checksum="")
                ),
                name="gold_release_frozen_with_checksum",
            ),
        ),
        trigger_operation(create=WITHDRAWABLE_CREATE, drop=WITHDRAWABLE_DROP),
    ]
