from django.db import migrations

from accounts.triggers import (AUDIT_CREATE, AUDIT_DROP)
from web.triggers import trigger_operation


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [trigger_operation(create=AUDIT_CREATE, drop=AUDIT_DROP)]
