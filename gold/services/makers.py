"""Who makes something: a person, whose name it keeps."""

from accounts.audit import Actor
from accounts.models import User
from gold.exceptions import NobodyActs


def maker_of(actor: Actor) -> User:
    """Return the person who acts."""
    if actor.user is None:
        raise NobodyActs
    return actor.user
