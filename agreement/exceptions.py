"""What can go wrong in the agreement stage; no message carries clinical text."""


class AgreementError(Exception):
    """Base of every error the agreement stage raises on purpose."""


class InvalidContinuum(AgreementError, ValueError):
    """Units that cannot stand in a continuum."""


class InvalidMeasure(AgreementError, ValueError):
    """A parameter of the measure that has no meaning."""


class UnknownAnnotator(AgreementError, KeyError):
    """An annotator who has no part in this continuum."""


class NotProven(AgreementError, RuntimeError):
    """No method could prove an alignment the best; it is not returned as if it were."""


class EngineMissing(AgreementError, ImportError):
    """The engine asked for is not installed."""


class InvalidUnitsFile(AgreementError, ValueError):
    """A file of units with lines that cannot be read, each named in `problems`."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class RunEnded(AgreementError):
    """The run has failed or was cancelled meanwhile: what belongs to it is not stored any more."""


class CorrectionRefused(AgreementError):
    """A correction that cannot be made; `code` says why, and `agreement.wording` has the words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CorrectionsRefused(AgreementError):
    """A file of corrections of which nothing was taken; each problem has its line and code."""

    def __init__(self, *problems: "tuple[int, str]") -> None:
        super().__init__(", ".join(f"line {line}: {code}" for line, code in problems))
        self.problems = problems


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
