"""Programs that sign in with a token of a person."""

from django.test import Client

from accounts.audit import Actor
from accounts.models import User
from accounts.services import create_token


def token_of(user: User, scope: str = "manage") -> str:
    issued = create_token(user=user, name="notebook", scope=scope, days=30, actor=Actor(user))
    return issued.secret


def program_of(user: User, scope: str = "manage") -> Client:
    """Return a client without a session that sends a token of this person."""
    headers = {"Authorization": f"Bearer {token_of(user, scope)}"}
    return Client(headers=headers, enforce_csrf_checks=True)
