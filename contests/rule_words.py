"""What each rule of the detector means, in the reader's language.

The English is the rules' own (`Family.meanings`), named here so that it is collected for translation; a
test compares the two.
"""

from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from contests.domain.detecting import OWN_FORMAT
from detection.findings import OWN_WORD
from detection.languages import LANGUAGES

OWN_MEANINGS = {
    OWN_FORMAT: _("a format of this contest’s own"),
    OWN_WORD: _("a word of this contest’s own"),
}
MEANINGS = (_("an e-mail address"),)


@cache
def meanings() -> Mapping[str, str]:
    """Return the English words of every rule, by its full name."""
    return OWN_MEANINGS | {
        f"{family.name}.{rule}": words
        for families in LANGUAGES.values()
        for family in families
        for rule, words in family.meanings.items()
    }


def rule_words(rule: str) -> str:
    """Return what a rule means; one that no longer exists keeps its name."""
    words = meanings().get(rule)
    return gettext(words) if words else rule
