from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contests", "0023_drop_weight_columns")]

    operations = [
        migrations.RemoveConstraint(
            model_name="answerfile", name="contests_answer_file_known_choice"
        ),
        migrations.AlterField(
            model_name="answerfile", name="choice", field=models.CharField(max_length=30)
        ),
    ]
