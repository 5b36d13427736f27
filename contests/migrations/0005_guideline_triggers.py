from django.db import migrations

from web.triggers import trigger_operation
from contests.triggers import (GUIDELINES_CREATE, GUIDELINES_DROP)


class Migration(migrations.Migration):
    dependencies = [("contests", "0004_guidelines_and_gold")]
    operations = [trigger_operation(create=GUIDELINES_CREATE, drop=GUIDELINES_DROP)]
