"""How people habitually draw the bounds of a unit otherwise than the guidelines say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from text.spans import Span


@dataclass(frozen=True)
class Distraction:
    """A pattern, and the label that a distracted person gives it."""

    name: str
    label: str
    pattern: re.Pattern[str]


def _distraction(name: str, label: str, pattern: str) -> Distraction:
    return Distraction(name, label, re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE))


DISTRACTIONS = {
    distraction.name: distraction
    for distraction in (
        _distraction("gestation", "DÉMOGRAPHIE:ÂGE", r"\d{1,2}(?: ?(?:\+ ?)?\d/7)? ?SA(?: \d/7)?"),
        _distraction(
            "duration",
            "TEMPORAL:TEMPS",
            r"\d{1,3} ?(?:h|heures?|min|minutes?|jours?|semaines?|mois)",
        ),
        _distraction(
            "hospital word",
            "ORGANISATION",
            r"hôpital|clinique|urgences|bloc opératoire|policlinique|hospitalisation|salle de réveil",
        ),
        _distraction(
            "person word", "PERSONNES:LIEN_DE_PARENTÉ", r"enfant|femme|fille|garçon|homme"
        ),
        _distraction(
            "care profession",
            "DÉMOGRAPHIE:PROFESSION",
            r"infirmi(?:er|ère)|physiothérapeute|médecin traitant|chirurgien(?:ne)?|assistante? sociale?",
        ),
    )
}


def find_distractions(text: str, name: str) -> Iterator[Span]:
    """Return the places of a text where this distraction works."""
    distraction = DISTRACTIONS[name]
    for found in distraction.pattern.finditer(text):
        yield Span(found.start(), found.end(), distraction.label)


class Effect(StrEnum):
    """What a habit does with the text its pattern finds."""

    TAKES_BEFORE = "takes what stands before"
    TAKES_AFTER = "takes what stands after"
    DROPS_FIRST = "leaves out the beginning"
    DROPS_LAST = "leaves out the end"
    CUTS_AT = "cuts in two"
    JOINS_OVER = "joins two units"


@dataclass(frozen=True)
class Habit:
    """A pattern and what is done with it, for labels that begin with one of `labels`."""

    name: str
    effect: Effect
    labels: tuple[str, ...]
    pattern: re.Pattern[str]

    def concerns(self, label: str) -> bool:
        return label.startswith(self.labels)


def _habit(name: str, effect: Effect, labels: str, pattern: str) -> Habit:
    return Habit(name, effect, tuple(labels.split()), re.compile(pattern))


_HONORIFIC = r"(?:Dr|Dre|Dresse|Prof|Professeur|Pr|Mme|Mlle|Madame|Monsieur|M|MM)"

HABITS = {
    habit.name: habit
    for habit in (
        _habit("honorific in", Effect.TAKES_BEFORE, "NOM:", rf"(?<!\w){_HONORIFIC}[.#]?\s?$"),
        _habit(
            "article in",
            Effect.TAKES_BEFORE,
            "DÉMOGRAPHIE:ÂGE EMPLACEMENT:PAYS CHUV:STRUCTURE_RÉFÉRENCE TEMPORAL: ORGANISATION",
            r"(?<!\w)(?:d['’]|l['’]|(?:de|du|le|la|en|au|à) )$",
        ),
        _habit(
            "keyword in",
            Effect.TAKES_BEFORE,
            "CONTACT: ID: EMPLACEMENT:CODE_POSTAL",
            r"(?<!\w)(?:Tél(?:éphone)?|Fax|E-?mail|Courriel|IPP|CH)\s?[.:#-]?\s?$",
        ),
        _habit("punctuation in", Effect.TAKES_AFTER, "NOM: TEMPORAL: EMPLACEMENT:", r"^[,.;:/)]"),
        _habit(
            "particle out",
            Effect.DROPS_FIRST,
            "NOM:",
            r"^(?i:(?:de la|de|du|des|del|della|di|von|van|le|la) |d['’])(?=\w)",
        ),
        _habit("age without unit", Effect.DROPS_LAST, "DÉMOGRAPHIE:ÂGE", r"\s?(?:ans?|mois)$"),
        _habit(
            "name cut at dash", Effect.CUTS_AT, "NOM: EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE", r"-"
        ),
        _habit("names together", Effect.JOINS_OVER, "NOM:", r"\s"),
        _habit(
            "dates together", Effect.JOINS_OVER, "TEMPORAL:", r"\s(?:(?:au|et|à|le|-|–|/)\s)?|-"
        ),
        _habit(
            "address together",
            Effect.JOINS_OVER,
            "EMPLACEMENT:CODE_POSTAL EMPLACEMENT:RUE",
            r",?\s",
        ),
    )
}


def reshape(unit: Span, *, habit: Habit, text: str, room: tuple[int, int]) -> list[Span]:
    """Return the unit as someone with this habit marks it, growing only inside `room`."""
    if habit.effect is Effect.JOINS_OVER:
        return [unit]
    place = {
        Effect.TAKES_BEFORE: (room[0], unit.start),
        Effect.TAKES_AFTER: (unit.end, room[1]),
    }.get(habit.effect, (unit.start, unit.end))
    found = habit.pattern.search(text[slice(*place)])
    if found is None:
        return [unit]
    start, end = place[0] + found.start(), place[0] + found.end()
    parts = {
        Effect.TAKES_BEFORE: [(start, unit.end)],
        Effect.TAKES_AFTER: [(unit.start, end)],
        Effect.DROPS_FIRST: [(end, unit.end)],
        Effect.DROPS_LAST: [(unit.start, start)],
        Effect.CUTS_AT: [(unit.start, start), (end, unit.end)],
    }[habit.effect]
    if any(first >= last for first, last in parts):
        return [unit]
    return [replace(unit, start=first, end=last) for first, last in parts]


def joined(first: Span, second: Span, *, habit: Habit, text: str) -> Span | None:
    """Return both units as one, if someone with this habit takes them together."""
    if habit.effect is not Effect.JOINS_OVER or first.label != second.label:
        return None
    if not habit.pattern.fullmatch(text[first.end : second.start]):
        return None
    return replace(first, end=second.end)
