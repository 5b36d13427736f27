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


class UnknownLexicon(DetectionError):
    """No rule of the language reads a lexicon of this name."""


class TextsDiffer(DetectionError):
    """Two sets that are to be compared are not about the same texts."""


class DetectorUnusable(CodedRefusal):
    """A detector that cannot be asked, or whose answer cannot be used; `code` says why."""

    # No message quotes what was read or answered: people who see a job may read it.
    safe_to_show = True
    messages: ClassVar = {
        "unknown": _("The detector “%(name)s” is not installed here."),
        "broken": _(
            "The detector “%(name)s” cannot be loaded. Check the package that it comes from."
        ),
        "name": _(
            "The detector “%(name)s” needs another name: at most 40 small letters, digits, dots, "
            "hyphens and underscores."
        ),
        "language": _("The detector “%(name)s” does not read this language: %(language)s."),
        "unreachable": _("The detector “%(name)s” does not answer."),
        "slow": _("The detector “%(name)s” did not answer within %(seconds)s seconds."),
        "status": _("The detector “%(name)s” answered with the HTTP status %(status)s."),
        "answer": _("The detector “%(name)s” did not return spans of the texts that it was sent."),
        "large": _("The detector “%(name)s” returned more than %(limit)s MB."),
        "version": _("The detector “%(name)s” was replaced by another version in the meantime."),
    }


class MisreadServices(CodedRefusal):
    """The setting that names detectors behind HTTP cannot be read."""

    messages: ClassVar = {
        "name": (
            "A detector’s name has at most 40 small letters, digits, dots, hyphens and underscores."
        ),
        "taken": "There are two detectors called “%(name)s”, or it is the name of the rules.",
        "address": "The address of the detector “%(name)s” is not one that starts with http:// or https://.",
    }


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
