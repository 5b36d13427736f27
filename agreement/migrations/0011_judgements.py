import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agreement", "0010_reworded_choices"), ("contests", "0025_agreement_engine")]

    operations = [
        migrations.RenameModel("Verdict", "Judgement"),
        migrations.AlterField(
            "judgement",
            "annotator",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="judgements",
                to="contests.membership",
            ),
        ),
        migrations.AlterField(
            "judgement",
            "answer",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="judgements",
                to="contests.answer",
            ),
        ),
        migrations.AlterField(
            "judgement",
            "place",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="judgements",
                to="agreement.alignedplace",
            ),
        ),
    ]
