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
