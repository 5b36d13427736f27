"""E-mails about accounts: requests queue them, a worker writes and sends them.

A request only stores the address, without looking up the account, so its response time does not
reveal whether the account exists and does not depend on the mail server.
"""

from datetime import timedelta

import structlog
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator, default_token_generator
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import AccountLetter, User
from web.mail import DeliveryError, DeliveryPutOff, deliver, public_link, write_letter

log = structlog.get_logger("palio.accounts")
# A worker has this long to send a letter before another worker may try.
NEXT_TRY = timedelta(minutes=2)
# The link would have expired.
GIVEN_UP_AFTER = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


class AddressTokens(PasswordResetTokenGenerator):
    """Tokens that confirm an address; they become invalid once it is confirmed."""

    key_salt = "accounts.letters.address"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        confirmed_at = getattr(user, "email_confirmed_at", None)
        return f"{user.pk}{user.get_username()}{confirmed_at}{timestamp}"


address_tokens = AddressTokens()


def ask_for_letter(*, kind: AccountLetter.Kind, email: str) -> AccountLetter:
    """Queue this letter for this address, whether or not it has an account."""
    return AccountLetter.objects.create(kind=kind, email=email)


def due_letters() -> QuerySet[AccountLetter]:
    """Return the letters that may be sent now, the oldest first."""
    return AccountLetter.objects.filter(due_at__lte=timezone.now()).order_by("pk")


def send_letter(*, letter_id: int) -> bool:
    """Send a letter if it is due; return False if the mail server does not answer."""
    now = timezone.now()
    # The update locks the row: only one of two workers sends the letter.
    if not due_letters().filter(pk=letter_id).update(due_at=now + NEXT_TRY):
        return True
    letter = AccountLetter.objects.get(pk=letter_id)
    message = _write(letter) if now - letter.asked_at < GIVEN_UP_AFTER else None
    try:
        if message is not None:
            deliver(message)
    except DeliveryPutOff as error:
        log.warning("letter put off", letter_id=letter.pk, kind=letter.kind, code=error.code)
        return error.code is not None
    except DeliveryError as error:
        log.warning("letter not sent", letter_id=letter.pk, kind=letter.kind, code=error.code)
    letter.delete()
    return True


def _write(letter: AccountLetter) -> EmailMessage | None:
    """Return the message, or None if the address has no active account that needs it."""
    user = User.objects.filter(email=letter.email, is_active=True).first()
    if letter.kind == AccountLetter.Kind.CONFIRM:
        return _write_confirmation(user) if user and user.email_confirmed_at is None else None
    # Accounts without a password, such as imported annotators, set one by invitation.
    if user is None or not user.has_usable_password():
        return None
    keys = [urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)]
    link = public_link(reverse("accounts:password_reset_confirm", args=keys))
    context = {"user": user, "link": link}
    return write_letter("password_reset", context, language=user.language).to(user.email)


def _write_confirmation(user: User) -> EmailMessage:
    token = address_tokens.make_token(user)
    link = public_link(reverse("accounts:confirm_address", args=[token]))
    context = {"user": user, "link": link}
    return write_letter("confirm_address", context, language=user.language).to(user.email)
