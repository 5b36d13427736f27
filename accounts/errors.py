"""What can be refused to a person about their account."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class TooManyAttempts(Refusal):
    """Too many failed attempts."""

    code = "throttled"
    message = _("Too many attempts. Wait %(minutes)s minutes before you try again.")


class EmailTaken(Refusal):
    """Someone already has an account with this address."""

    code = "email-taken"
    message = _("This address has an account: sign in to join.")
