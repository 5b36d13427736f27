"""Why something is refused in this stage, in words for people."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from agreement.disputes import errors as exceptions
from agreement.references import errors as exceptions_errors
from agreement.references.domain import corrections as files
from contests.contest.errors import NotPermitted

ERRORS: Mapping[type[Exception], Promise] = {
    NotPermitted: _("This contest is archived: nothing in it changes any more."),
    exceptions.DisputeEnded: _("This objection was decided or withdrawn in the meantime."),
    exceptions.WordsMissing: _("Say why, in a sentence or two."),
    exceptions.CorrectionElsewhere: _("The correction does not stand at this place."),
}

REASONS: Mapping[str, Promise] = {
    files.BAD_JSON: _("This is no JSON object."),
    files.NO_TEXT: _("“text” is missing: the text that the correction is about."),
    files.NO_ANCHOR: _("“anchor” is missing: start and end of the place."),
    files.BAD_SEGMENT: _("A place is a list of two whole numbers, start and end, or null."),
    files.BAD_CATEGORY: _("“category” is a label, or null for none."),
    files.BAD_NOTE: _("“note” is a text."),
    files.OUTSIDE_TEXT: _("The place is empty or lies outside the text."),
    files.NOTHING_DECIDED: _("It decides neither about the segment nor about the category."),
    files.HALF_NONE: _("Segment and category are both none, or neither is."),
    files.UNKNOWN_LABEL: _("The contest has no such category."),
    files.UNKNOWN_TEXT: _("No input of the contest has this text."),
    files.TWICE: _("The same place stands twice in the file."),
}


def explain(code: str) -> str:
    """Return the words for a code; one without words stands for itself."""
    return str(REASONS.get(code, code))


def explain_error(error: Exception) -> str:
    """Return the words for something that was refused."""
    if isinstance(error, exceptions_errors.CorrectionRefused):
        return explain(error.code)
    return str(ERRORS[type(error)])
