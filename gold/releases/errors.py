"""What can go wrong in making a corpus of a contest."""

import re


class GoldError(Exception):
    """Something asked of a gold corpus cannot be done."""

    @property
    def code(self) -> str:
        """Return its name as programs are told it: `no-run`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()


class NoRun(GoldError):
    """A contest has no published run, so there is nothing to freeze."""


class MixedLanguages(GoldError):
    """The contests of a release have texts in different languages."""


class NothingToFreeze(GoldError):
    """No text of the contests may enter a release."""


class ReleaseKept(GoldError):
    """A frozen release, or one that is being frozen, cannot be deleted."""


class ReaderUnknown(GoldError):
    """Nobody with this address has an account."""


class NobodyActs(GoldError):
    """Releases, splits and exports are made by a person, never by the platform itself."""
