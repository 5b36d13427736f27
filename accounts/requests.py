"""The request of someone who is signed in."""

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """What a view behind `login_required` is given: its user is never anonymous."""

    user: User
