"""Write the audit log: ids and counts only, never text."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import AuditEvent, User

Action = AuditEvent.Action
READ, CREATED, CHANGED = Action.READ, Action.CREATED, Action.CHANGED
DELETED, EXPORTED = Action.DELETED, Action.EXPORTED


@dataclass(frozen=True)
class Actor:
    """The person who acts and their IP address; both are None for the platform itself."""

    user: User | None = None
    address: str | None = None
    request_id: str = ""


def client_address(request: HttpRequest) -> str | None:
    """Return the IP address of the client, trusting only our own proxies."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    proxies: int = settings.TRUSTED_PROXIES
    if proxies and len(hops) >= proxies:
        # Each of our proxies appended one address; a client may have forged earlier ones.
        return _valid_address(hops[-proxies])
    return _valid_address(request.META.get("REMOTE_ADDR", ""))


def _valid_address(text: str) -> str | None:
    # Behind a unix socket there is no address, and a proxy may add a port. The zone of a link-local
    # address (fe80::1%eth0) means something on one machine only, and PostgreSQL does not know it.
    try:
        return str(ip_address(text.partition("%")[0]))
    except ValueError:
        return None


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of this request."""
    user = request.user if isinstance(request.user, User) else None
    return Actor(user, client_address(request), request.META.get("palio.request_id", ""))


def record(
    actor: Actor,
    action: Action,
    object_type: str,
    object_id: object = "",
    *,
    contest_id: int | None = None,
    **details: Any,
) -> AuditEvent:
    """Append one event to the audit log."""
    return AuditEvent.objects.create(
        actor=actor.user,
        action=action,
        object_type=object_type,
        object_id=str(object_id),
        contest_id=contest_id,
        address=actor.address,
        request_id=actor.request_id,
        details=details,
    )


PLATFORM = Actor()
