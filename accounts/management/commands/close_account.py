"""`manage.py close_account EMAIL`: a person who left can no longer sign in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts.audit import Actor
from accounts.models import User
from accounts.services import close_account


class Command(BaseCommand):
    help = "Close a person's account: no sign-in any more, open sessions end, what they did stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *, email: str, **_options: Any) -> None:
        user = User.objects.filter(email=User.objects.normalize_email(email)).first()
        if user is None:
            raise CommandError("There is no account with this address.")
        close_account(user=user, actor=Actor())
        self.stdout.write("The account is closed.")
