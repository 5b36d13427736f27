"""Names of those who care: after titles and roles, before roles, on lists and in agendas."""

import re
from collections.abc import Iterator

from detection.families.patient_bare import SURNAMES
from detection.families.staff_appointments import MEETINGS, TIMES, appointments
from detection.families.staff_before_roles import FUNCTIONS, before_roles
from detection.families.staff_functions import functions, glued_titles, parenthesised
from detection.families.staff_marks import (
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
from detection.families.staff_roles import completed, disciplines, marks, roles
from detection.lexicons import listed
from detection.lexicons.inflection import with_short_forms, with_slips
from detection.name_runs import OVERRIDDEN, run_at
from detection.names_again import elsewhere
from detection.persons import EARLIER, Found, is_treated, naming, others_of_list, titled
from detection.reading import Reading
from detection.rules import Family, Finder, Rule

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
        Finder(naming(find, STAFF, "staff_names"), triggers, *also)
        for find, triggers, *also in (
            (_staff_titles, {"names.staff_titles"}),
            (glued_titles, {"names.glued_doctors"}),
            (roles, {"names.roles"}),
            (marks, {"names.marks"}),
            (disciplines, {"names.disciplines"}),
            (completed, {"names.roles"}),
            (before_roles, FUNCTIONS),
            (greeted, {"names.greetings"}),
            (appointments, {"names.civil_titles"}, {"names.appointments", *TIMES}),
            (functions, {"names.functions"}),
            (references, {"names.references"}),
            (parenthesised, {"names.functions", "names.roles"}, {"names.parenthesis"}),
            (closings, {"names.closings"}),
            (initialled, {"names.initials"}),
            (doers, {"names.first"}),
            (known_doers, {SURNAMES}),
            (teams, {"names.teams"}),
            (_own_staff, {"names.staff"}),
        )
    ),
    Finder(reached, {PHONE}, also={"names.functions"}),
    Finder(elsewhere(STAFF, AGAIN), {STAFF}),
)

FAMILY = Family(
    name="staff_names",
    rules=(Rule(STAFF, FINDERS, after=EARLIER, overrides=OVERRIDDEN),),
    meanings={
        "staff_title": "a name after a title of those who care",
        "list": "a name that goes on a list of people",
        "role": "a name after a function in care",
        "before_role": "a name before a function in care",
        "greeting": "a name in the greeting of a letter between colleagues",
        "appointment": "a name of someone whom the patient goes to see",
        "initial": "a name with an initial where someone who cares is meant",
        "signature": "a name under a letter or a note",
        "own_staff": "a name on the organisation's own list of staff",
        "again": "a name that stands elsewhere in the text",
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
        "names.appointments": lambda: MEETINGS,
        # Those of the organisation itself, which it adds.
        "names.staff": tuple,
    },
    # No word begins like this: the third letter is that of a name.
    shapes={
        "names.glued_doctors": re.compile(r"\bdr(?=[bcdfgjklmnpqtvwxz][a-z]{3})"),
        "names.parenthesis": re.compile(r"\((?=[a-z])"),
    },
    written={"names.initials": initials},
)
