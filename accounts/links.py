"""Links that leave the platform by mail."""

from django.conf import settings


def public_link(path: str) -> str:
    """Return the address of a page as the settings give it: a request's Host may be made up."""
    return f"{settings.BASE_URL}{path}"
