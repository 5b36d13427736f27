from django.db import migrations

from accounts.triggers import AUDIT_CREATE, AUDIT_DROP, around_triggers


class Migration(migrations.Migration):
    """Gives a log that was made with fewer triggers all of them."""

    dependencies = [("accounts", "0002_audit_append_only")]
    operations = around_triggers(create=AUDIT_CREATE, drop=AUDIT_DROP)
