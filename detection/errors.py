"""What can be wrong with a set of rules, or with what an organisation adds to it."""

from typing import ClassVar

from text.errors import CodedRefusal
from text.errors import gettext_noop as _


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


class FormatRefused(CodedRefusal):
    """A regular expression that is wrong or could take too long; `code` says why."""

    messages: ClassVar = {
        "length": _("Write an expression of at most %(limit)s characters."),
        "syntax": _("This is not a regular expression: look for a bracket that is not closed."),
        "syntax_at": _("This is not a regular expression: it breaks off at character %(place)s."),
        "unsupported": _(
            "Use characters, sets, alternatives and numbers of times only: no references, no looking "
            "ahead or back, no ^ and $, no flags and no named groups."
        ),
        "empty": _("It would match where there is nothing at all: make a part of it necessary."),
        "repeats_nothing": _(
            "It repeats something that may be nothing at all, such as \\b or an optional part. Say how often "
            "in one place: a{0,6} instead of (?:a?){0,6}."
        ),
        "unbounded": _(
            "It could match more than %(limit)s characters. Say how many there are at most: "
            "\\d{4,10} instead of \\d+."
        ),
        "ways": _(
            "There are too many ways to read a text by it, so that one line could take very long. Make "
            "the numbers of times smaller, or the parts that follow each other more different."
        ),
    }
