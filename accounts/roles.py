"""Which contests a person manages.

`accounts` and `jobs` may not import `contests`, so `contests` registers a source at start-up.
"""

from collections.abc import Callable, Collection

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class SignedInRequest(HttpRequest):
    """The request of a view behind `login_required`: its user is never anonymous."""

    user: User
    # Set by django-htmx; false for requests without htmx.
    htmx: HtmxDetails


ManagedContests = Callable[[User], Collection[int]]
_sources: list[ManagedContests] = []


def register_managed_contests(source: ManagedContests) -> None:
    """Register a function that returns the ids of the contests a person manages."""
    if source not in _sources:
        _sources.append(source)


def managed_contest_ids(user: User) -> set[int]:
    """Return the ids of the contests that this person manages."""
    return {contest_id for source in _sources for contest_id in source(user)}


def is_manager(user: User) -> bool:
    """Return whether this person manages any contest or is an administrator."""
    return user.is_superuser or bool(managed_contest_ids(user))
