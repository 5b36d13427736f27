"""What can go wrong in the agreement stage; no message carries clinical text."""

from gamma.errors import AgreementError


class RunEnded(AgreementError):
    """The run has failed or was cancelled meanwhile: what belongs to it is not stored any more."""
