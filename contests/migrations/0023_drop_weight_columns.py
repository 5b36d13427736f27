from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("contests", "0022_weights_by_factor")]

    operations = [
        migrations.RemoveConstraint(model_name="contest", name="contests_contest_weights"),
        *(
            migrations.RemoveField(model_name="contest", name=f"{factor}_weight")
            for factor in ("tasks", "annotations", "throughput", "quality")
        ),
    ]
