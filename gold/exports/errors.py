"""What can go wrong in making a corpus of a contest."""

from gold.releases.errors import GoldError


class NothingToExport(GoldError):
    """No text of the release is to be exported under these options."""
