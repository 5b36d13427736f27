from django.db import migrations

from web.triggers import trigger_operation
from contests.triggers import (CREATE, DROP)


class Migration(migrations.Migration):
    dependencies = [("contests", "0001_initial")]
    operations = [trigger_operation(create=CREATE, drop=DROP)]
