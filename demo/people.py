"""The accounts of the demo's people."""

from collections.abc import Sequence

from accounts.models import User
from demo.annotators.cast import Performer
from demo.exceptions import DemoRefused

PASSWORD = "palio-demo"  # noqa: S105 (public by design; a check refuses it in production)
MANAGER_EMAIL = "carl@example.org"
# Only these can sign in; the others live in the database alone.
_WITH_PASSWORD = {MANAGER_EMAIL, "ana@example.org", "bob@example.org"}


def find_manager() -> User:
    """Return carl's account, made if there is none."""
    return _find_or_create(MANAGER_EMAIL, "Carl")


def find_performers(performers: Sequence[Performer]) -> list[User]:
    """Return the accounts of these people, made where there is none."""
    return [_find_or_create(performer.email, performer.name) for performer in performers]


def _find_or_create(email: str, name: str) -> User:
    user = User.objects.filter(email=email).first()
    if user is None:
        password = PASSWORD if email in _WITH_PASSWORD else None
        return User.objects.create_user(email, password, name=name, is_demo=True)
    if not user.is_demo:
        raise DemoRefused(f"The account {email} exists and is not one of the demo's.")
    return user
