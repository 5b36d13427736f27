"""Corrections that cannot be made; no message carries clinical text."""

from typing import ClassVar

from text.errors import CodedRefusal, Refusal
from text.errors import gettext_noop as _


class CorrectionRefused(CodedRefusal):
    """A correction that cannot be made."""

    messages: ClassVar = {
        "bad-json": _("This is not a JSON object."),
        "no-text": _("“text” is missing: the text that the correction applies to."),
        "no-anchor": _("“anchor” is missing: the start and end of the span."),
        "bad-segment": _("A span must be a list of two whole numbers, start and end, or null."),
        "bad-category": _("“category” must be a label, or null for none."),
        "bad-note": _("“note” must be a text."),
        "outside-text": _("The span is empty or outside the text."),
        "nothing-decided": _("The correction sets neither a span nor a category."),
        "half-none": _("Span and category must both be none, or both be set."),
        "unknown-label": _("The contest has no such category."),
        "unknown-text": _("No input of the contest has this text."),
        "twice": _("The file contains the same span twice."),
    }


class CorrectionsRefused(Refusal):
    """A file of corrections of which nothing was taken; each problem has its line and code."""

    code = "corrections-refused"
    message = _("Nothing was imported: correct the lines listed below first.")

    def __init__(self, *problems: tuple[int, str]) -> None:
        super().__init__(", ".join(f"line {line}: {code}" for line, code in problems))
        self.problems = problems
