"""Programs that sign in with a token of a person."""

from django.test import Client

from accounts.audit import Actor
from accounts.models import User
from accounts.services import create_token


def token_of(user: User) -> str:
    return create_token(user=user, name="notebook", actor=Actor(user)).secret


def program_of(user: User) -> Client:
    """Return a client without a session that sends a token of this person."""
    return Client(headers={"Authorization": f"Bearer {token_of(user)}"}, enforce_csrf_checks=True)
