from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_confirmed_addresses")]

    operations = [
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(
                fields=["object_type", "object_id", "-at"], name="accounts_audit_object"
            ),
        ),
    ]
