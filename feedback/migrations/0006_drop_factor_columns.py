from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("feedback", "0005_scores_by_factor")]

    operations = [
        migrations.RemoveField(model_name=name, name=f"{factor}{end}")
        for name in ("annotatorscore", "teamscore")
        for factor in ("tasks", "annotations", "throughput", "quality")
        for end in ("", "_rank")
    ]
