"""Words for what was refused and for what to beware of, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gold import exceptions
from gold.domain.splitting.options import (
    DEFAULT,
    ITERATIVE,
    RANDOM,
    TEST,
    THESIS,
    TRAIN,
    VALIDATION,
)
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
        "There are fewer documents than parts: ask for fewer parts, or let documents be cut."
    ),
    exceptions.InvalidRatios: _("Train and test need a share above zero."),
    exceptions.EvaluationBusy: _("The rules are being evaluated on this release already."),
    exceptions.NothingToEvaluate: _("There is no text to evaluate on: choose others."),
    exceptions.InvalidFolds: _("Two folds at least."),
    exceptions.InvalidOption: _("A seed or a number of examples is out of its range."),
    exceptions.ReaderUnknown: _("Nobody with this address has an account."),
}

# How a release can be split, in words for people who choose.
METHODS = {
    DEFAULT: _("meet all targets, the surest texts in test (default)"),
    THESIS: _("from the surest text on, as in the thesis (thesis)"),
    ITERATIVE: _("iterative stratification, for comparison (iterative)"),
    RANDOM: _("at random, for comparison (random)"),
}
PARTS = {TRAIN: _("train"), VALIDATION: _("validation"), TEST: _("test")}
NOTES = {
    "no_strata": _("No category has enough examples: only the sizes of the parts were looked at."),
    "no_gamma": _("No text has a gamma: test did not get the surest texts by agreement."),
    "no_annotators": _("Of no text the number of annotators is known."),
    "all_empty": _("No text has a gold unit."),
    "empty_subset": _("A part is empty: there are too few texts for it."),
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
    return str(WORDS.get(type(error), error))


def beware(weakness: Weakness) -> str:
    """Return a weakness in words."""
    details = {name: _in_words(value) for name, value in weakness.details.items()}
    return str(WEAKNESSES[weakness.code]) % details


def _in_words(value: object) -> object:
    return number_format(value) if isinstance(value, float) else value


def part_name(part: str) -> str:
    """Return the name of a part of a split; folds keep theirs."""
    return str(PARTS.get(part, part))


def split_facts(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was chosen for a split: parts, documents, method."""
    if options["folds"]:
        yield gettext("%(count)s folds") % {"count": options["folds"]}
    else:
        yield " / ".join(floatformat(share, -2) for share in options["ratios"])
    if options["keeps_groups"]:
        yield gettext("documents kept whole")
    if options["takes_incomplete"]:
        yield gettext("with incomplete texts")
    yield options["method"]
