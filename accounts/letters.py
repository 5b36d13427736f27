"""Letters about accounts: asked for in a request, written and sent by a worker.

The request stores the address as it was typed and looks nobody up, so its answer takes as long for
an address that has an account as for one that has none, and the mail server is nobody's to wait for.
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
# Whoever is at it has so long; then someone else may try.
NEXT_TRY = timedelta(minutes=2)
# Later, nobody expects the letter any more.
GIVEN_UP_AFTER = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


class AddressTokens(PasswordResetTokenGenerator):
    """Makes what the letter holds that confirms an address; it ends when the address is confirmed."""

    key_salt = "accounts.letters.address"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        confirmed_at = getattr(user, "email_confirmed_at", None)
        return f"{user.pk}{user.get_username()}{confirmed_at}{timestamp}"


address_tokens = AddressTokens()


def ask_for_letter(*, kind: AccountLetter.Kind, email: str) -> AccountLetter:
    """Note that this letter is to go to this address, whoever that is."""
    return AccountLetter.objects.create(kind=kind, email=email)


def due_letters() -> QuerySet[AccountLetter]:
    """Return the letters that may be sent now, the oldest first."""
    return AccountLetter.objects.filter(due_at__lte=timezone.now()).order_by("pk")


def send_letter(*, letter_id: int) -> bool:
    """Send a letter, if it is due; return False if the mail server does not answer."""
    now = timezone.now()
    # The update decides: of two workers one has it.
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
    """Return the letter; nothing for an address that none of our people has."""
    user = User.objects.filter(email=letter.email, is_active=True).first()
    if letter.kind == AccountLetter.Kind.CONFIRM:
        return _write_confirmation(user) if user and user.email_confirmed_at is None else None
    # Who has no password yet, an imported annotator for instance, gets one by an invitation.
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
