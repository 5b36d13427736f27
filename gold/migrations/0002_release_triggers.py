from django.db import migrations

from web.triggers import trigger_operation
from gold.triggers import (CREATE, DROP)


class Migration(migrations.Migration):
    dependencies = [("gold", "0001_releases")]
    operations = [trigger_operation(create=CREATE, drop=DROP)]
