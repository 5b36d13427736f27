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
