"""What can go wrong in the agreement stage; no message carries clinical text."""

from gamma.errors import AgreementError


class DisputeError(AgreementError):
    """Something asked of a dispute cannot be done."""


class NothingToDispute(DisputeError):
    """This person does not disagree with the reference here, or there is none."""


class AlreadyDisputed(DisputeError):
    """This person has an open dispute about the place."""


class DisputeEnded(DisputeError):
    """It was decided or withdrawn in the meantime."""


class WordsMissing(DisputeError):
    """Who objects or refuses says why."""


class CorrectionElsewhere(DisputeError):
    """The correction does not stand where the annotator objected, or was taken back."""
