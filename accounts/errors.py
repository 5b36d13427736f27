"""Refusals about accounts."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class TooManyAttempts(Refusal):
    """Too many failed attempts."""

    code = "throttled"
    message = _("Too many attempts. Wait %(minutes)s minutes before you try again.")


class AddressUnproven(Refusal):
    """The account may not belong to the owner of its e-mail address."""

    code = "address-unproven"
    message = _(
        "%(person)s has not confirmed their e-mail address yet. Ask them to do so in their preferences."
    )


class EmailTaken(Refusal):
    """Someone already has an account with this address."""

    code = "email-taken"
    message = _("An account with this address already exists. Sign in to join.")
