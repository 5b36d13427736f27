"""Who may see which release, asked at the beginning of every view; a stranger gets 404."""

from django.shortcuts import get_object_or_404

from accounts.requests import SignedInRequest
from gold.models import Release


def managed_release(request: SignedInRequest, release_id: int) -> Release:
    """Return a release of which this person manages every contest."""
    return get_object_or_404(Release.objects.managed_by(request.user), pk=release_id)


def visible_release(request: SignedInRequest, release_id: int) -> Release:
    """Return a release that this person may read, frozen or not."""
    return get_object_or_404(Release.objects.visible_to(request.user), pk=release_id)


def frozen_release(request: SignedInRequest, release_id: int) -> Release:
    """Return a frozen release that this person may read."""
    return get_object_or_404(Release.objects.visible_to(request.user).frozen(), pk=release_id)
