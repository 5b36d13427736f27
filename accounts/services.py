"""Operations on accounts and API tokens."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, Actor, record
from accounts.errors import AddressUnproven, EmailTaken, TooManyAttempts
from accounts.models import ApiToken, SignInFailure, User
from web.mail import sends_mail


def take_attempt(*, kind: SignInFailure.Kind, email: str, address: str | None) -> None:
    """Count an attempt; raise TooManyAttempts if the account or address has exceeded its limit.

    The attempt is saved before its outcome is known, so that concurrent attempts see each other;
    `forget_attempts` deletes it. A refused attempt is not kept, so retrying does not extend the wait.
    """
    window = timedelta(minutes=settings.SIGN_IN_WINDOW_MINUTES)
    SignInFailure.objects.filter(at__lt=timezone.now() - window).delete()
    attempt = SignInFailure.objects.create(kind=kind, email=email[:254], address=address)
    try:
        _check_attempts(kind, email[:254], address)
    except TooManyAttempts:
        attempt.delete()
        raise


def _check_attempts(kind: SignInFailure.Kind, email: str, address: str | None) -> None:
    since = timezone.now() - timedelta(minutes=settings.SIGN_IN_WINDOW_MINUTES)
    recent = SignInFailure.objects.filter(kind=kind, at__gte=since)
    account, place = Q(email=email), Q(address=address)
    limits = (
        (account & place, settings.SIGN_IN_LIMIT_PER_ACCOUNT_AND_ADDRESS),
        (account, settings.SIGN_IN_LIMIT_PER_ACCOUNT),
        (place, settings.SIGN_IN_LIMIT_PER_ADDRESS),
    )
    if any(recent.filter(which).count() > limit for which, limit in limits):
        raise TooManyAttempts(minutes=settings.SIGN_IN_WINDOW_MINUTES)


def forget_attempts(*, email: str, address: str | None) -> None:
    """Delete the attempts of an account from this address, after a successful sign-in."""
    SignInFailure.objects.filter(email=email[:254], address=address).delete()


@transaction.atomic
def register_user(
    *, email: str, password: str, name: str = "", language: str = "fr", actor: Actor
) -> User:
    """Create an account."""
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, password, name=name, language=language)
    except IntegrityError as error:
        raise EmailTaken from error
    record(actor, CREATED, "account", user.pk)
    return user


@transaction.atomic
def confirm_address(*, user: User, actor: Actor) -> None:
    """Mark the account's e-mail address as confirmed. Idempotent."""
    unproven = User.objects.filter(pk=user.pk, email_confirmed_at=None)
    if unproven.update(email_confirmed_at=timezone.now()):
        record(actor, CHANGED, "account", user.pk, fields=["address confirmed"])
    user.refresh_from_db(fields=["email_confirmed_at"])


def check_proven(person: User) -> None:
    """Raise AddressUnproven if the address is unconfirmed and a mail server is configured."""
    if sends_mail() and person.email_confirmed_at is None:
        raise AddressUnproven(person=str(person))


@transaction.atomic
def change_preferences(*, user: User, name: str, language: str, theme: str, actor: Actor) -> None:
    """Store how a person wants to be called and to see the platform."""
    user.name, user.language, user.theme = name, language, theme
    user.save(update_fields=["name", "language", "theme"])
    record(actor, CHANGED, "account", user.pk, fields=["preferences"])


@transaction.atomic
def change_keys(*, user: User, keys: Mapping[str, object], actor: Actor) -> None:
    """Save a person's changes to the keys of the annotation page."""
    user.keys = dict(keys)
    user.save(update_fields=["keys"])
    record(actor, CHANGED, "account", user.pk, fields=["keys"])


def token_digest(secret: bytes) -> str:
    """Return the digest that is stored for a token."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True)
class IssuedToken:
    """A new token; its secret is shown once and stored nowhere."""

    token: ApiToken
    secret: str


@transaction.atomic
def create_token(*, user: User, name: str, scope: str, days: int, actor: Actor) -> IssuedToken:
    """Create an API token that expires after `days`."""
    secret = secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=token_digest(secret.encode()),
        scope=scope,
        expires_at=timezone.now() + timedelta(days=days),
    )
    record(actor, CREATED, "token", token.pk, scope=scope, days=days)
    return IssuedToken(token, secret)


@transaction.atomic
def revoke_token(*, token: ApiToken, actor: Actor) -> None:
    """Revoke a token. Idempotent."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        record(actor, CHANGED, "token", token.pk, revoked=True)


@transaction.atomic
def end_tokens(*, user: User, actor: Actor) -> None:
    """Revoke all tokens of a person."""
    for token in user.api_tokens.filter(revoked_at=None):
        revoke_token(token=token, actor=actor)


@transaction.atomic
def close_account(*, user: User, actor: Actor) -> None:
    """Deactivate an account: its sessions end with the next request, its data stays."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    record(actor, CHANGED, "account", user.pk, fields=["is_active"])


def forget_expired_sessions() -> None:
    """Delete expired sessions."""
    SessionStore.clear_expired()
