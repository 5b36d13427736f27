"""Who may see which release."""

from django.shortcuts import get_object_or_404

from accounts.access import Guard
from accounts.api import PersonAPIView
from accounts.roles import SignedInRequest
from gold.releases.models import Release


class ReleaseAPIView(PersonAPIView):
    """Base of the calls about releases; a stranger gets 404."""

    def visible(self, release_id: int) -> Release:
        """Return a release that this person may read, frozen or not."""
        return get_object_or_404(Release.objects.visible_to(self.person), pk=release_id)

    def frozen(self, release_id: int) -> Release:
        """Return a frozen release that this person may read."""
        return get_object_or_404(Release.objects.visible_to(self.person).frozen(), pk=release_id)


def managed_release(request: SignedInRequest, release_id: int) -> Release:
    """Return a release of which this person manages every contest."""
    return get_object_or_404(Release.objects.managed_by(request.user), pk=release_id)


def visible_release(request: SignedInRequest, release_id: int) -> Release:
    """Return a release that this person may read, frozen or not."""
    return get_object_or_404(Release.objects.visible_to(request.user), pk=release_id)


def frozen_release(request: SignedInRequest, release_id: int) -> Release:
    """Return a frozen release that this person may read."""
    return get_object_or_404(Release.objects.visible_to(request.user).frozen(), pk=release_id)


for_release_managers = Guard(managed_release, "release_id")
for_release_viewers = Guard(visible_release, "release_id")
for_release_readers = Guard(frozen_release, "release_id")
