"""What can go wrong in computing agreement; no message carries clinical text."""


class GammaError(Exception):
    """Base of every error that this package raises on purpose."""


class InvalidContinuum(GammaError, ValueError):
    """Units that cannot stand in a continuum."""


class InvalidMeasure(GammaError, ValueError):
    """A parameter of the measure that has no meaning."""


class UnknownAnnotator(GammaError, KeyError):
    """An annotator who has no part in this continuum."""


class NotProven(GammaError, RuntimeError):
    """No method could prove an alignment the best; it is not returned as if it were."""


class TooLarge(GammaError, RuntimeError):
    """More combinations of units than the engine can list."""


class InvalidUnitsFile(GammaError, ValueError):
    """A file of units with lines that cannot be read, each named in `problems`."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems
