"""Record sign-ins and sign-outs; revoke API tokens when the password changes."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.audit import PLATFORM, Actor, actor_of, client_address, record
from accounts.models import AuditEvent, User
from accounts.services import end_tokens


@receiver(user_logged_in)
def record_sign_in(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    request_id = request.META.get("palio.request_id", "")
    actor = Actor(user, client_address(request), request_id)
    record(actor, AuditEvent.Action.SIGNED_IN, "account", user.pk)


@receiver(user_logged_out)
def record_sign_out(request: HttpRequest, user: User | None, **_kwargs: Any) -> None:
    if user is not None:
        record(actor_of(request), AuditEvent.Action.SIGNED_OUT, "account", user.pk)


@receiver(user_login_failed)
def record_refusal(
    credentials: dict[str, Any], request: HttpRequest | None = None, **_kwargs: Any
) -> None:
    if request is None:
        return
    email = User.objects.normalize_email(credentials.get("username"))
    known = User.objects.filter(email=email).values_list("pk", flat=True).first()
    # The field may contain a mistyped password: record only the account id.
    record(actor_of(request), AuditEvent.Action.REFUSED, "account", known or "")


@receiver(post_save, sender=User)
def end_tokens_of_old_password(instance: User, *, created: bool, **_kwargs: Any) -> None:
    """Revoke the tokens when the password changes, whichever code changed it."""
    # Django clears _password when it only rehashes the same password.
    if not created and getattr(instance, "_password", None) is not None:
        end_tokens(user=instance, actor=PLATFORM)
