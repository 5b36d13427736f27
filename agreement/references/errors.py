"""Corrections that cannot be made; no message carries clinical text."""

from typing import ClassVar

from text.errors import CodedRefusal, Refusal
from text.errors import gettext_noop as _


class CorrectionRefused(CodedRefusal):
    """A correction that cannot be made."""

    messages: ClassVar = {
        "bad-json": _("This is no JSON object."),
        "no-text": _("“text” is missing: the text that the correction is about."),
        "no-anchor": _("“anchor” is missing: start and end of the place."),
        "bad-segment": _("A place is a list of two whole numbers, start and end, or null."),
        "bad-category": _("“category” is a label, or null for none."),
        "bad-note": _("“note” is a text."),
        "outside-text": _("The place is empty or lies outside the text."),
        "nothing-decided": _("It decides neither about the segment nor about the category."),
        "half-none": _("Segment and category are both none, or neither is."),
        "unknown-label": _("The contest has no such category."),
        "unknown-text": _("No input of the contest has this text."),
        "twice": _("The same place stands twice in the file."),
    }


class CorrectionsRefused(Refusal):
    """A file of corrections of which nothing was taken; each problem has its line and code."""

    code = "corrections-refused"
    message = _("Nothing was taken: some lines have to be mended first.")

    def __init__(self, *problems: tuple[int, str]) -> None:
        super().__init__(", ".join(f"line {line}: {code}" for line, code in problems))
        self.problems = problems
