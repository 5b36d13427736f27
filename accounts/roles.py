"""Which contests a person manages, told by the stage that knows contests.

`accounts` and `jobs` may not import `contests`; it hands its answer in when the program starts.
"""

from collections.abc import Callable, Collection

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class SignedInRequest(HttpRequest):
    """What a view behind `login_required` is given: its user is never anonymous."""

    user: User
    # Set by django-htmx: false where a page is asked for without it.
    htmx: HtmxDetails


ManagedContests = Callable[[User], Collection[int]]
_sources: list[ManagedContests] = []


def register_managed_contests(source: ManagedContests) -> None:
    """Let `source` say which contests a person manages."""
    if source not in _sources:
        _sources.append(source)


def managed_contest_ids(user: User) -> set[int]:
    """Return the ids of the contests that this person manages."""
    return {contest_id for source in _sources for contest_id in source(user)}


def is_manager(user: User) -> bool:
    """Return whether this person manages any contest; an administrator may do as managers do."""
    return user.is_superuser or bool(managed_contest_ids(user))
