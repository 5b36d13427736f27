"""Ending reports by mail through a link that needs no sign-in: its signature is the key."""

from django.core.signing import BadSignature, Signer

from contests.models import Membership

_signer = Signer(salt="feedback.unsubscribe")


def token_of(member: Membership) -> str:
    """Return what the link of this person carries; it does not expire, as mails do not."""
    return _signer.sign(str(member.pk))


def member_of(token: str) -> Membership | None:
    """Return whose link this is; nobody's if it was made up or they are gone."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return Membership.objects.select_related("contest", "user").filter(pk=pk).first()
