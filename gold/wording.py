"""Words for what was refused and for what to beware of, in the reader's language."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from gold import exceptions
from gold.domain.summary import Weakness

WORDS = {
    exceptions.NoRun: _(
        "A contest has no published run yet. Let its answers be processed, then freeze."
    ),
    exceptions.MixedLanguages: _("The contests have texts in different languages."),
    exceptions.NothingToFreeze: _("No text of the contests may enter a release."),
    exceptions.ReleaseKept: _(
        "A frozen release stays; one that is being frozen must be cancelled."
    ),
    exceptions.NothingToExport: _("No text of the release is complete: take incomplete ones too."),
    exceptions.NoSamples: _("No text of the release is complete: take incomplete ones too."),
    exceptions.TooFewSamples: _("There are fewer texts than parts: ask for fewer parts."),
    exceptions.TooFewGroups: _(
        "There are fewer documents or patients than parts: ask for fewer parts, let fewer documents link others, or let them be cut."
    ),
    exceptions.InvalidRatios: _("Train and test need a share above zero."),
    exceptions.ReaderUnknown: _("Nobody with this address has an account."),
}

WEAKNESSES = {
    "rare": _("Fewer than %(limit)s examples: %(names)s."),
    "low_gamma": _(
        "Annotators agree little (mean gamma below %(limit)s) on texts with: %(names)s."
    ),
    "single": _("%(percent)s %% of the texts were annotated by one person alone."),
    "incomplete": _(
        "%(texts)s texts are incomplete: %(places)s places in them are undecided or inconsistent."
    ),
    "few_annotators": _("Texts have few annotators: %(mean)s on average."),
    "proposals": _(
        "Annotators saw pre-annotations of a program, and may have followed its mistakes."
    ),
    "no_guidelines": _("A contest had no published guidelines."),
    "all_empty": _("No text has a gold unit."),
}


def explain(error: exceptions.GoldError) -> str:
    """Return why something was refused, and what to do."""
    if isinstance(error, exceptions.PatientsUnknown):
        words = ngettext(
            "%(texts)s text stands in a document that names no patient: %(document)s. Keep documents together instead, or import the patients and freeze anew.",
            "%(texts)s texts stand in documents that name no patient, the first in %(document)s. Keep documents together instead, or import the patients and freeze anew.",
            error.texts,
        )
        return words % {"texts": error.texts, "document": error.document or "–"}
    return str(WORDS.get(type(error), error))


def beware(weakness: Weakness) -> str:
    """Return a weakness in words."""
    return str(WEAKNESSES[weakness.code]) % weakness.details
