"""The request of someone who is signed in."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class SignedInRequest(HttpRequest):
    """What a view behind `login_required` is given: its user is never anonymous."""

    user: User
    # Set by django-htmx: false where a page is asked for without it.
    htmx: HtmxDetails
