"""What can be wrong with a set of rules, or with what an organisation adds to it."""


class DetectionError(Exception):
    """Base of what detection refuses."""


class CyclicRules(DetectionError):
    """Rules wait for each other, so that none of them can be first."""


class UnknownRule(DetectionError):
    """A rule refers to a category that no rule of the set finds."""


class UnknownLanguage(DetectionError):
    """There is no set of rules for the language."""


class UnknownLexicon(DetectionError):
    """No rule of the language reads a lexicon of this name."""


class TextsDiffer(DetectionError):
    """Two sets that are to be compared are not about the same texts."""


class FormatRefused(DetectionError):
    """A regular expression that is wrong or could take too long; `code` says why."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details
