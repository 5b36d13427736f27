from django.db import migrations
from django.db.models import F


def trust_the_invited(apps, schema_editor):
    """Who accepted an invitation to their own address had the letter, or the word of a manager."""
    accepted = apps.get_model("contests", "Invitation").objects.filter(
        accepted_by__isnull=False, accepted_by__email=F("email")
    )
    users = apps.get_model("accounts", "User").objects.filter(email_confirmed_at=None)
    for user_id, accepted_at in accepted.values_list("accepted_by", "accepted_at"):
        users.filter(pk=user_id).update(email_confirmed_at=accepted_at)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_confirmed_addresses"),
        ("contests", "0015_letters_of_invitations"),
    ]

    operations = [
        migrations.RunPython(trust_the_invited, migrations.RunPython.noop, elidable=True),
    ]
