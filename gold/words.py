"""Words for what was refused and for what to beware of, in the reader's language."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from gold.evaluations import errors as exceptions_gold_evaluations_errors
from gold.exports import errors as exceptions_gold_exports_errors
from gold.releases import errors as exceptions_errors
from gold.splits import errors as exceptions

WORDS = {
    exceptions_errors.NoRun: _(
        "A contest has no published run yet. Let its answers be processed, then freeze."
    ),
    exceptions_errors.MixedLanguages: _("The contests have texts in different languages."),
    exceptions_errors.NothingToFreeze: _("No text of the contests may enter a release."),
    exceptions_errors.ReleaseKept: _(
        "A frozen release stays; one that is being frozen must be cancelled."
    ),
    exceptions_gold_exports_errors.NothingToExport: _(
        "No text of the release is complete: take incomplete ones too."
    ),
    exceptions.NoSamples: _("No text of the release is complete: take incomplete ones too."),
    exceptions.TooFewSamples: _("There are fewer texts than parts: ask for fewer parts."),
    exceptions.TooFewGroups: _(
        "There are fewer documents or patients than parts: ask for fewer parts, let fewer documents link others, or let them be cut."
    ),
    exceptions.InvalidRatios: _("Train and test need a share above zero."),
    exceptions_gold_evaluations_errors.EvaluationBusy_exceptions: _(
        "The rules are being evaluated on this release already."
    ),
    exceptions_gold_evaluations_errors.NothingToEvaluate: _(
        "There is no text to evaluate on: choose others."
    ),
    exceptions.InvalidFolds: _("Two folds at least."),
    exceptions.InvalidOption: _("A seed or a number of examples is out of its range."),
    exceptions_errors.ReaderUnknown: _("Nobody with this address has an account."),
}


def explain(error: exceptions_errors.GoldError) -> str:
    """Return why something was refused, and what to do."""
    if isinstance(error, exceptions.PatientsUnknown):
        words = ngettext(
            "%(texts)s text stands in a document that names no patient: %(document)s. Keep documents together instead, or import the patients and freeze anew.",
            "%(texts)s texts stand in documents that name no patient, the first in %(document)s. Keep documents together instead, or import the patients and freeze anew.",
            error.texts,
        )
        return words % {"texts": error.texts, "document": error.document or "–"}
    return str(WORDS.get(type(error), error))
