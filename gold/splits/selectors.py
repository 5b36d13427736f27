"""Words for what was refused and for what to beware of, in the reader's language."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gold.splits.domain.samples import (
    DEFAULT,
    DOCUMENT,
    ITERATIVE,
    PATIENT,
    RANDOM,
    TEST,
    TEST_RANDOM,
    THESIS,
    TRAIN,
    VALIDATION,
)
from gold.splits.errors import SplitRefused
from gold.splits.models import Split
from web.figures import figure

# How a release can be split, in words for people who choose.
METHODS = {
    DEFAULT: _("meet all targets, the surest texts in test (default)"),
    THESIS: _("from the surest text on, as in the thesis (thesis)"),
    ITERATIVE: _("iterative stratification, for comparison (iterative)"),
    RANDOM: _("at random, for comparison (random)"),
}
KEPT_TOGETHER = {DOCUMENT: _("documents kept whole"), PATIENT: _("patients kept whole")}
PARTS = {
    TRAIN: _("train"),
    VALIDATION: _("validation"),
    TEST: _("test"),
    TEST_RANDOM: _("second test, at random"),
}
NOTES = {
    "no_strata": _("No category has enough examples: only the sizes of the parts were looked at."),
    "no_gamma": _("No text has a gamma: test did not get the surest texts by agreement."),
    "no_annotators": _("Of no text the number of annotators is known."),
    "all_empty": _("No text has a gold unit."),
    "easier_test": _(
        "Test has the surest texts, on which people agreed: it is easier than the corpus, and figures on it are higher than on texts as they come. On a public corpus one model had an F1 of 0.881 on a test part by iterative stratification, 0.898 by default and 0.913 by thesis."
    ),
    "empty_subset": _("A part is empty: there are too few texts for it."),
}


def split_title(split: Split) -> str:
    """Return the number of a split in its release, and its name if it has one."""
    title = gettext("Split %(number)s") % {"number": split.number}
    return f"{title}: {split.name}" if split.name else title


def refusal_of(split: Split) -> SplitRefused | None:
    """Return why a split could not be made."""
    if not split.refusal:
        return None
    refused = SplitRefused(**split.refusal["details"])
    refused.code, refused.message = split.refusal["code"], split.refusal["message"]
    return refused


def part_name(part: str) -> str:
    """Return the name of a part of a split; folds keep theirs."""
    return str(PARTS.get(part, part))


def split_facts(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was chosen for a split: parts, documents, method."""
    if options["folds"]:
        yield gettext("%(count)s folds") % {"count": options["folds"]}
    else:
        yield " / ".join(figure(share, -2) for share in options["ratios"])
    if together := KEPT_TOGETHER.get(options.get("group_by", "")):
        yield str(together)
    if options.get("second_test"):
        yield gettext("with a second test part")
    if options["takes_incomplete"]:
        yield gettext("with incomplete texts")
    yield options["method"]
