from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gold", "0011_units_confirmed_without_proposals")]

    operations = [
        migrations.AlterField(
            model_name="export", name="choice", field=models.CharField(max_length=30)
        ),
    ]
