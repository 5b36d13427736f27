from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contests", "0021_sources_and_teams")]

    operations = [
        migrations.RemoveConstraint(
            model_name="answerfile", name="contests_answer_file_known_choice"
        ),
        migrations.AlterField(
            model_name="answerfile", name="choice", field=models.CharField(max_length=30)
        ),
    ]
