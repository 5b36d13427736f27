"""What can go wrong in making a corpus of a contest."""


class GoldError(Exception):
    """Something asked of a gold corpus cannot be done."""
