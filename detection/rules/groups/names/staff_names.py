"""Names of those who care: after titles and roles, before roles, on lists and in agendas."""

import re
from collections.abc import Iterator

from detection.rules.groups.names.again import elsewhere
from detection.rules.groups.names.patient_bare import SURNAMES
from detection.rules.groups.names.persons import (
    AGED_BEHIND,
    EARLIER,
    Found,
    is_treated,
    naming,
    others_of_list,
    titled,
)
from detection.rules.groups.names.runs import OVERRIDDEN, run_at
from detection.rules.groups.names.staff_before_roles import FUNCTIONS, before_roles
from detection.rules.groups.names.staff_functions import functions, glued_titles, parenthesised
from detection.rules.groups.names.staff_marks import (
    PHONE,
    STAFF,
    closings,
    doers,
    greeted,
    initialled,
    initials,
    known_doers,
    reached,
    references,
    teams,
)
from detection.rules.groups.names.staff_roles import completed, disciplines, marks, roles
from detection.rules.lexicons import listed
from detection.rules.lexicons.inflection import with_short_forms, with_slips
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

TIME = "TEMPORAL:TEMPS"
# Whom the patient goes to see.
WITH = re.compile(
    r"\b(?:rendez-vous|rdv|seances?|suite(?! a\b)|prochaine?|controle|consultation|therapie|physiotherapie|ergotherapie|bilan|rv)\b"
    r"[^.;]{0,45}\b(?:avec|chez|aupres de)\s$"
    # `évaluation neuropsychologique par Mme X`: who does what is done for patients.
    r"|\b(?:evaluations?|examens?|tests?|seances?|bilans?|soins|pansements?|suivi|prise en charge|massages?|mobilisation)\b[^.;:]{0,45}\bpar\s$"
)
WITH_LAST = ("avec ", "chez ", "aupres de ", "par ")
LINE_END = re.compile(r"[ .]{0,3}(?:$|\n)")
ACTIVITY = re.compile(r"\s[-–:]?\s?[^\W\d_][\w’'éè -]{3,40}[ :]")


def appointments(reading: Reading) -> Iterator[Found]:
    """Yield who receives the patient: `RDV le 3 mai avec Mme X`, `08:30 Physiothérapie M. X`."""
    has_times = TIME in reading.found.labels
    for place in reading.hits("names.civil_titles"):
        is_with = reading.plain.endswith(WITH_LAST, 0, place[0])
        is_met = is_with and WITH.search(reading.before(place[0], 70))
        if not (is_met or (has_times and _is_agenda(reading, place))):
            continue
        run = titled(reading, place)
        if run is None or AGED_BEHIND.match(reading.text, run.end):
            continue
        if is_met or LINE_END.match(reading.text, run.end):
            yield run, "appointment", place


def _is_agenda(reading: Reading, place: Place) -> bool:
    """Return whether nothing but a time and an activity stands before."""
    clock = reading.found.before(place[0])
    if clock is None or clock.label != TIME:
        return False
    return ACTIVITY.fullmatch(reading.text, clock.end, place[0]) is not None


AGAIN = "staff_names.again"


def _staff_titles(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.staff_titles"):
        run = titled(reading, place)
        if run and not is_treated(reading, run, place):
            yield run, "staff_title", place
            yield from others_of_list(reading, run, place)


def _own_staff(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.staff"):
        run = run_at(reading, place[0])
        if run and reading.found.is_free(*place):
            yield run, "own_staff", place


# How those who care are found, in this order.
FINDERS = (
    *(
        Finder(naming(find, STAFF, "staff_names"), triggers)
        for find, triggers in (
            (_staff_titles, {"names.staff_titles"}),
            (glued_titles, {"names.glued_doctors"}),
            (roles, {"names.roles"}),
            (marks, {"names.marks"}),
            (disciplines, {"names.disciplines"}),
            (completed, {"names.roles"}),
            (before_roles, FUNCTIONS),
            (greeted, {"names.greetings"}),
            (appointments, {"names.civil_titles"}),
            (functions, {"names.functions"}),
            (references, {"names.references"}),
            (parenthesised, {"names.functions", "names.roles"}),
            (closings, {"names.closings"}),
            (initialled, {"names.initials"}),
            (doers, {"names.first"}),
            (known_doers, {SURNAMES}),
            (teams, {"names.teams"}),
            (_own_staff, {"names.staff"}),
        )
    ),
    Finder(reached, {PHONE}),
    Finder(elsewhere(STAFF, AGAIN), {STAFF}),
)

GROUP = RuleGroup(
    name="staff_names",
    rules=(Rule(STAFF, FINDERS, after=EARLIER, overrides=OVERRIDDEN),),
    meanings={
        "staff_title": _("a name after a title of those who care"),
        "list": _("a name that goes on a list of people"),
        "role": _("a name after a function in care"),
        "before_role": _("a name before a function in care"),
        "greeting": _("a name in the greeting of a letter between colleagues"),
        "appointment": _("a name of someone whom the patient goes to see"),
        "initial": _("a name with an initial where someone who cares is meant"),
        "signature": _("a name under a letter or a note"),
        "own_staff": _("a name on the organisation's own list of staff"),
        "again": _("a name that stands elsewhere in the text"),
    },
    lexicons={
        "names.staff_titles": with_slips("titles_staff"),
        "names.civil_titles": with_slips("titles_civil"),
        "names.roles": with_short_forms("roles_care"),
        "names.marks": listed("care_marks"),
        "names.disciplines": listed("care_disciplines"),
        "names.teams": lambda: [
            "équipe",
            "équipes",
            "participants",
            "planning",
            "répartition",
            "présences",
            "gardes",
        ],
        "names.greetings": lambda: [
            "cher",
            "chère",
            "chers",
            "chères",
            "bonjour",
            "bonsoir",
            "salut",
            "hello",
        ],
        "names.functions": listed("care_functions"),
        "names.references": lambda: ["réf", "réfs", "référence", "références"],
        "names.closings": listed("letter_closings"),
        # Those of the organisation itself, which it adds.
        "names.staff": tuple,
    },
    # No word begins like this: the third letter is that of a name.
    shapes={
        "names.glued_doctors": re.compile(r"\bdr(?=[bcdfgjklmnpqtvwxz][a-z]{3})"),
    },
    written={"names.initials": initials},
)
