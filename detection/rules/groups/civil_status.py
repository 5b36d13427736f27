"""Civil status of a person."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.lexicons import listed
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

CIVIL_STATUS = "DÉMOGRAPHIE:ÉTAT_CIVIL"

# The field itself: whatever stands after it is a status.
FIELD = re.compile(
    r"\b(?:(?:etat|status?) civil|ec\s?:|ec(?=\s))\w*\W{0,4}(?:de |du |la |le |patiente? ){0,2}$"
)
# `Marie` is a name, `divorce` an event, `sépare` a verb: without its accent a word must fit in.
FULL_FORM = re.compile(
    r"ées?$|és?$|euf$|euves?$|aires?$|ous$|É(?:E?S?)$|EUFS?$|EUVES?$|AIRES?$|OUS$"
)
EVENT_BEFORE = re.compile(r"\b(?:le|leur|son|sa|du|un|de|au|en|apres|ce|divorce|et|se|ne)\s$")
NAME_BEFORE = re.compile(r"\b(?:m|mr|mme|mlle|madame|monsieur|dr|dre|prenom|nom)\W{1,3}$")
# Shortened, they are anything but in their field: `EC: div.`.
SHORT_IN_FIELD = frozenset({"div", "sep", "mar"})
SHORT = SHORT_IN_FIELD | {"celib"}
# Things are separated too; `séparé` needs a person.
PERSON_BEFORE = re.compile(
    r"\b(?:patiente?s?|parents?|couple|il|elle|ils|elles|epoux|mari[es]?|divorcee?|homme|femme|dame"
    r"|monsieur|madame|mme|pere|mere|fille|fils|frere|soeur|ans|enfants?|celibataire|vit|vivant"
    r"|conjointe?|actuellement|maintenant|ami|amie|voisine?)\b[^.;:]{0,22}$"
)
STANDS_ALONE = re.compile(r"(?:^|[.;:,(\-–/]\s{0,2})$")
STATUS_AFTER = re.compile(
    r"\s{0,2}(?:$|[,.;/)]|\(|depuis\b|de (?:son|sa|leur|fait|corps|m\b|mme)|du (?:mari|pere|conjoint)"
    r"|d'avec|mais|et (?:mere|pere|vit|a |deux|sans|\d)|avec|sans|\d|mere|pere|vit|un |deux|trois|en \d|deux fois)"
)
THINGS_BEFORE = re.compile(
    r"\b(?:chambres?|lits?|doses?|prises?|fragments?|points?|bouts?|repas)\b"
)


def _statuses(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("civil_status.words"):
        if _is_status(reading, place):
            start, end = place
            has_stop = reading.text[end : end + 1] == "." and reading.plain[start:end] in SHORT
            yield Finding(start, end + has_stop, CIVIL_STATUS, "civil_status.word", place)


def _is_status(reading: Reading, place: Place) -> bool:
    before = reading.before(place[0], 60)
    if FIELD.search(before):
        return True
    word = reading.text[slice(*place)]
    folded = reading.folded(*place)
    if folded in SHORT_IN_FIELD or _is_joined(reading.text, *place):
        return False
    if folded.startswith("separe"):
        return _is_separated_person(reading, place, before)
    if FULL_FORM.search(word) or folded.endswith(("ee", "ees", "enregistre", "dissous", "dissout")):
        return True
    if NAME_BEFORE.search(before) or EVENT_BEFORE.search(before):
        return False
    fits = STATUS_AFTER.match(reading.after(place[1])) is not None
    return word.islower() or (reading.is_upper and fits)


def _is_joined(text: str, start: int, end: int) -> bool:
    """Return whether a hyphen makes the word part of a name: `ROSE-MARIE`."""
    return "-" in (text[start - 1 : start], text[end : end + 1])


def _is_separated_person(reading: Reading, place: Place, before: str) -> bool:
    word = reading.text[slice(*place)]
    if not (word.isascii() or FULL_FORM.search(word)) or THINGS_BEFORE.search(before):
        return False
    follows = STATUS_AFTER.match(reading.after(place[1]))
    return bool(follows and (PERSON_BEFORE.search(before) or STANDS_ALONE.search(before)))


GROUP = RuleGroup(
    name="civil_status",
    rules=(
        Rule(
            CIVIL_STATUS,
            (Finder(_statuses, {"civil_status.words"}),),
            after=frozenset({"ORGANISATION"}),
        ),
    ),
    meanings={"word": _("a word for the civil status of a person")},
    lexicons={"civil_status.words": listed("civil_status")},
)
