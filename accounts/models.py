"""Accounts, API tokens, sign-in attempts and the audit log."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        # The operator who types the address vouches for it.
        fields.setdefault("email_confirmed_at", timezone.now())
        return self.create_user(email, password, is_superuser=True, **fields)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        # Mail servers ignore case, and people type addresses in any case.
        return (email or "").strip().lower()


class User(AbstractBaseUser, PermissionsMixin):
    """A person. A superuser is a platform administrator; other roles are per contest."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("Same as system")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Language(models.TextChoices):
        FRENCH = "fr", "Français"
        ENGLISH = "en", "English"

    email = models.EmailField(_("e-mail address"), unique=True)
    # Until then, the address does not prove who owns the account.
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    name = models.CharField(_("name"), max_length=150, blank=True)
    language = models.CharField(
        _("language"), max_length=2, choices=Language.choices, default=Language.FRENCH
    )
    theme = models.CharField(
        _("appearance"), max_length=6, choices=Theme.choices, default=Theme.SYSTEM
    )
    # Changes to the annotation page's keys; see `accounts.keys`.
    keys = models.JSONField(default=dict, blank=True)
    is_active = models.BooleanField(default=True)
    is_demo = models.BooleanField(
        default=False, help_text="Has a public password; refused in production."
    )
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar = [
            # Together with unique=True: one account per address, ignoring case.
            models.CheckConstraint(
                condition=Q(email=Lower("email")), name="accounts_user_email_lower_case"
            )
        ]

    def __str__(self) -> str:
        return self.name or self.email


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def usable(self) -> Self:
        """Return the tokens that are valid now."""
        people = self.filter(user__is_active=True)
        if settings.PRODUCTION:
            people = people.filter(user__is_demo=False)
        return people.filter(revoked_at=None, expires_at__gt=timezone.now())


class ApiToken(models.Model):
    """Lets a program act for a person within a scope, until it expires or is revoked.

    Only the token's digest is stored.
    """

    class Scope(models.TextChoices):
        # Each scope includes those before it.
        READ = "read", _("read only")
        ANNOTATE = "annotate", _("read and annotate")
        MANAGE = "manage", _("everything you can do")

    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="api_tokens", db_index=False
    )
    name = models.CharField(_("name"), max_length=60)
    # SHA-256 needs no salt: the token has enough entropy.
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(_("permissions"), max_length=8, choices=Scope.choices)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["ApiToken"]] = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["user", "-created_at"], name="accounts_token_user")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(scope__in=["read", "annotate", "manage"]),
                name="accounts_token_known_scope",
            )
        ]

    def __str__(self) -> str:
        return f"token {self.pk}"

    @property
    def has_expired(self) -> bool:
        return self.expires_at <= timezone.now()

    def covers(self, scope: str) -> bool:
        """Return whether the token covers this scope."""
        order = self.Scope.values
        return order.index(self.scope) >= order.index(scope)


class SignInFailure(models.Model):
    """An attempt to sign in, register or request a letter, counted for throttling.

    Saved before the attempt is checked; deleted if it succeeds.
    """

    class Kind(models.TextChoices):
        SIGN_IN = "sign-in", _("sign-in")
        RESET = "reset", _("password reset")
        REGISTER = "register", _("registration")
        CONFIRM = "confirm", _("address confirmation")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    email = models.CharField(max_length=254)
    address = models.GenericIPAddressField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["email", "at"], name="accounts_failure_email"),
            models.Index(fields=["address", "at"], name="accounts_failure_address"),
        ]


class AccountLetter(models.Model):
    """A requested letter about an account; the row is deleted once it is sent or given up."""

    class Kind(models.TextChoices):
        RESET = "reset", _("password reset")
        CONFIRM = "confirm", _("address confirmation")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    # As entered: the account is looked up when the letter is written.
    email = models.EmailField()
    asked_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["due_at"], name="accounts_letter_due")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind__in=["reset", "confirm"]), name="accounts_letter_known_kind"
            )
        ]

    def __str__(self) -> str:
        return f"letter {self.pk}"


class AuditEvent(models.Model):
    """One event of the audit log. A trigger refuses any change of a row.

    Holds ids, never document text. `contest_id` is a number: accounts may not import contests.
    """

    class Action(models.TextChoices):
        SIGNED_IN = "signed-in", _("signed in")
        SIGNED_OUT = "signed-out", _("signed out")
        REFUSED = "refused", _("was refused")
        READ = "read", _("read")
        CREATED = "created", _("created")
        CHANGED = "changed", _("changed")
        DELETED = "deleted", _("deleted")
        EXPORTED = "exported", _("exported")

    at = models.DateTimeField(default=timezone.now)
    # Accounts are deactivated, never deleted, so that each event keeps its actor.
    actor = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    action = models.CharField(max_length=12, choices=Action.choices)
    object_type = models.CharField(max_length=40)
    object_id = models.CharField(max_length=64, blank=True)
    contest_id = models.BigIntegerField(null=True)
    address = models.GenericIPAddressField(null=True)
    request_id = models.CharField(max_length=32, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-at", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["contest_id", "-at"], name="accounts_audit_contest"),
            models.Index(fields=["actor", "-at"], name="accounts_audit_actor"),
            models.Index(fields=["-at"], name="accounts_audit_at"),
            models.Index(fields=["object_type", "object_id", "-at"], name="accounts_audit_object"),
        ]
