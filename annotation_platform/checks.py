"""System checks of a production installation; each message says what to do."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from detection.base import RULES, load_maker, plugged_in
from detection.errors import DetectorUnusable, MisreadServices
from detection.remote import services_in
from gamma import engines
from gamma.errors import GammaError

# What `manage.py run` checks before it starts anything.
STARTING = "starting"
SAMPLE_SECRET = "change-me"  # noqa: S105  (what docs/production.env shows, refused here)


def _problems() -> Iterator[tuple[str, bool, str, str]]:
    backend = settings.EMAIL_BACKEND.rsplit(".", 2)[-2]
    secret = settings.SECRET_KEY
    yield (
        "palio.E001",
        not secret or SAMPLE_SECRET in secret or len(secret) < 50,
        "SECRET_KEY is missing, too short or the one from the documentation.",
        "Set SECRET_KEY to 50 or more random characters.",
    )
    yield (
        "palio.E002",
        settings.DEBUG,
        "DEBUG is on: error pages would show settings and clinical text.",
        "Unset DEBUG.",
    )
    yield (
        "palio.E003",
        settings.REDIS_URL.startswith("unix://"),
        "No broker: REDIS_URL is not set.",
        "Set REDIS_URL=redis://host:6379/0.",
    )
    yield (
        "palio.E004",
        backend != "smtp",
        f"E-mail goes to '{backend}': nobody would receive invitations or reports.",
        "Set EMAIL_URL=smtp+tls://user:password@host:587.",
    )
    yield (
        "palio.E005",
        not (
            settings.SESSION_COOKIE_SECURE
            and settings.CSRF_COOKIE_SECURE
            and settings.BASE_URL.startswith("https://")
        ),
        "Cookies or addresses are not HTTPS only.",
        "Set BASE_URL=https://… and serve the platform through TLS.",
    )
    yield (
        "palio.E006",
        settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"),
        "The database is SQLite, which only one machine can share.",
        "Set DATABASE_URL=postgres://user:password@host/name.",
    )


@register(Tags.security)
def check_production(app_configs: Sequence[Any] | None, **_kwargs: Any) -> list[CheckMessage]:
    """Refuse an unsafe production configuration."""
    if not settings.PRODUCTION:
        return []
    return [Error(text, hint=hint, id=code) for code, wrong, text, hint in _problems() if wrong]


@register(STARTING)
def check_engine(app_configs: Sequence[Any] | None, **_kwargs: Any) -> list[CheckMessage]:
    """Refuse an engine that does not exist."""
    try:
        engines.check_engine(settings.AGREEMENT_ENGINE)
    except GammaError as error:
        hint = f"Set AGREEMENT_ENGINE to {' or '.join(engines.ENGINES)}, or leave it out."
        return [Error(str(error), hint=hint, id="palio.E008")]
    return []


@register(STARTING)
def check_detectors(app_configs: Sequence[Any] | None, **_kwargs: Any) -> list[CheckMessage]:
    """Refuse detectors that cannot be named, or not be loaded."""
    try:
        services = services_in(settings.DETECTORS)
    except MisreadServices as error:
        hint = "Write DETECTORS=name=http://host:port/path,other=https://host/path"
        return [Error(str(error), hint=hint, id="palio.E009")]
    problems: list[CheckMessage] = []
    for name in plugged_in():
        hint = "Correct or remove the package that declares it."
        if name == RULES or name in services:
            text = f"A package and the platform both have a detector called “{name}”."
            problems.append(Error(text, hint=hint, id="palio.E010"))
            continue
        try:
            load_maker(name)
        except DetectorUnusable as error:
            problems.append(Error(str(error), hint=hint, id="palio.E010"))
    return problems


@register(Tags.database)
def check_no_demo_accounts(
    app_configs: Sequence[Any] | None, databases: Sequence[str] | None = None, **_kwargs: Any
) -> list[CheckMessage]:
    """Refuse a production database that holds the demo accounts with their public password."""
    if not settings.PRODUCTION or "default" not in (databases or []):
        return []
    user_model = apps.get_model("accounts", "User")
    if user_model._meta.db_table not in connections["default"].introspection.table_names():
        return []
    if not user_model.objects.filter(is_demo=True).exists():
        return []
    return [
        Error(
            "The database holds demo accounts, whose password is public.",
            hint="Use a new database: demo data never belong beside real ones.",
            id="palio.E007",
        )
    ]
