"""Names: each on its own, particles and initials with their name, honorifics outside."""

import re
from collections.abc import Callable, Mapping
from random import Random

from demo.notes.lexicons import words
from demo.notes.marks import (
    CIVIL_STATUS,
    KINSHIP,
    NATIONALITY,
    PATIENT,
    PROFESSION,
    STAFF,
    mark,
    mark_each,
)
from demo.notes.scene import Person, Scene, weighted

_VOWEL = re.compile("[AEIOUYÉÈÎ]")
_CIVIL_STATUSES = (
    ("marié", "mariée"), ("marié", "mariée"), ("célibataire", "célibataire"), ("divorcé", "divorcée"),
    ("veuf", "veuve"), ("séparé", "séparée"), ("partenariat enregistré", "partenariat enregistré"),
    ("remarié", "remariée"), ("partenariat enregistré dissout", "partenariat enregistré dissout"),
)  # fmt: skip
_YOUNGER_KIN = (
    "sa fille", "son fils", "son frère", "sa soeur", "sa sœur", "sa nièce", "son neveu", "sa belle-fille",
    "son beau-fils", "sa cousine", "son beau-frère", "sa belle-soeur", "sa petite-fille", "sa fille", "son fils",
)  # fmt: skip
_ELDER_KIN = (
    "son père", "sa mère", "sa mère", "son oncle", "sa tante", "sa grand-mère", "son grand-père", "sa maman", "son papa",
    "sa soeur", "son frère", "son cousin", "sa cousine", "sa belle-mère", "son beau-père",
)  # fmt: skip
_KIN = (
    *_YOUNGER_KIN,
    "son père",
    "sa mère",
    "sa belle-mère",
    "son beau-père",
    "son oncle",
    "sa tante",
)
_MALE_PATIENT_SPOUSE = ("sa femme", "son épouse", "son épouse", "sa conjointe")
_FEMALE_PATIENT_SPOUSE = ("son mari", "son époux", "son mari", "son conjoint")


def draw_person(rng: Random, *, is_female: bool | None = None) -> Person:
    """Return an invented person."""
    female = rng.random() < 0.5 if is_female is None else is_female
    names = words("first_names_f" if female else "first_names_m")
    count = rng.choices((1, 2, 3), (80, 16, 4))[0]
    firsts = [part for name in rng.sample(names, count) for part in name.split(" ")]
    return Person(tuple(firsts), _surnames(rng), female)


def _surnames(rng: Random) -> tuple[str, ...]:
    form = weighted(rng, (("one", 78), ("joined", 9), ("two", 6), ("particle", 7)))
    if form == "joined":
        return (f"{_surname(rng)}-{_surname(rng)}",)
    if form == "two":
        return _surname(rng), _surname(rng)
    if form == "particle":
        return (_with_particle(rng, _surname(rng)),)
    return (_surname(rng),)


def _surname(rng: Random) -> str:
    if rng.random() < 0.45:
        return rng.choice(words("surname_roots")) + rng.choice(words("surname_endings"))
    return rng.choice(words("surnames"))


def _with_particle(rng: Random, name: str) -> str:
    particle = rng.choice(words("particles"))
    if particle.endswith("'"):
        return f"{particle}{name}" if _VOWEL.match(name) else f"de {name}"
    return f"{particle} {name}"


def initials(person: Person) -> str:
    """Return the initials of the first name: J.-L. for Jean-Luc."""
    return "-".join(f"{part[0]}." for part in person.first_names[0].split("-"))


def staff_name(scene: Scene, person: Person) -> str:
    """Return a name of the staff as one of the many ways of writing it."""
    first, last = person.first_names[0], person.surnames
    *others, final = last
    tail = [*others, final]
    form = weighted(
        scene.rng,
        (("last", 46), ("initial", 22), ("both", 16), ("after", 6), ("glued", 5), ("caps", 5)),
    )
    if form == "initial":
        tail[0] = f"{initials(person)} {tail[0]}"
    elif form == "glued":
        tail[0] = f"{initials(person)}{tail[0]}"
    elif form == "after":
        tail[-1] = f"{final} {initials(person)}"
    elif form == "both":
        tail = [first, *tail]
    elif form == "caps":
        tail = [name.upper() for name in tail]
    return mark_each(STAFF, tail)


def doctor(scene: Scene) -> str:
    """Return a physician with title; a glued title stays outside the unit."""
    person = scene.rng.choice(scene.staff)
    title = scene.rng.choice(
        ("Dre", "Dresse", "Dresse", "Dr", "Pre", "Prof.") if person.is_female
        else ("Dr", "Dr", "Dr.", "Dr", "Pr", "Prof.", "Dr")
    )  # fmt: skip
    glue = scene.rng.random()
    if glue < 0.04 and title in ("Dr", "Dr."):
        return f"{title.rstrip('.')}.{staff_name(scene, person)}"
    if glue < 0.06:
        return f"{title.rstrip('.')}{staff_name(scene, person)}"
    article = {True: "la ", False: "le "}[person.is_female]
    return f"{article if glue > 0.8 else ''}{title} {staff_name(scene, person)}"


def of_doctor(scene: Scene) -> str:
    """Return « du Dr … », « de la Dresse … »."""
    person = scene.rng.choice(scene.staff)
    title = "de la Dresse" if person.is_female else "du Dr"
    return f"{title} {staff_name(scene, person)}"


def to_doctor(scene: Scene) -> str:
    """Return « au Dr … », « à la Dre … »."""
    person = scene.rng.choice(scene.staff)
    title = "à la Dre" if person.is_female else "au Dr"
    return f"{title} {staff_name(scene, person)}"


def titled_doctor(scene: Scene) -> str:
    """Return a physician for an address or a signature, with the title written first."""
    return re.sub("^(?:le|la) ", "", doctor(scene))


def signature(scene: Scene) -> str:
    """Return the last line of a letter."""
    role = scene.rng.choice(
        (
            "médecin assistant",
            "chef de clinique",
            "médecin-chef",
            "médecin associé",
            "médecin cadre",
        )
    )
    return f"{titled_doctor(scene)}, {role}"


def colleague(scene: Scene) -> str:
    """Return a member of the staff who is addressed as M. or Mme."""
    person = scene.rng.choice(scene.staff)
    return f"{'Mme' if person.is_female else 'M.'} {staff_name(scene, person)}"


def nurse(scene: Scene) -> str:
    """Return a nurse, with or without the trade in front."""
    person = scene.rng.choice(scene.staff)
    trade = scene.rng.choice(
        ("inf. ", "Inf. ", "", "infirmière " if person.is_female else "infirmier ")
    )
    if trade:
        return f"{trade}{staff_name(scene, person)}"
    return colleague(scene)


def patient_title(scene: Scene) -> str:
    """Return the patient with title and surname."""
    person = scene.patient
    if scene.is_child:
        return mark_each(PATIENT, [person.first_names[0], *person.surnames])
    title = scene.rng.choice(
        ("Mme", "Mme", "Madame", "Madame") if person.is_female else ("M.", "M.", "Monsieur", "Mr")
    )
    names = mark_each(PATIENT, person.surnames)
    is_glued = title == "M." and scene.rng.random() < 0.12
    return f"{title}{'' if is_glued else ' '}{names}"


def patient_full(scene: Scene) -> str:
    """Return the patient with title, first names and surnames."""
    person = scene.patient
    firsts, lasts = list(person.first_names), list(person.surnames)
    title = ("Madame", "Mme") if person.is_female else ("Monsieur", "M.")
    prefix = "" if scene.is_child else f"{scene.rng.choice(title)} "
    if len(firsts) > 1 and scene.rng.random() < 0.4:
        lasts[0] = f"{firsts[1][0]}. {lasts[0]}"
        firsts = firsts[:1]
    if scene.rng.random() < 0.3:
        return prefix + mark_each(PATIENT, [*(name.upper() for name in person.surnames), firsts[0]])
    return prefix + mark_each(PATIENT, [*firsts, *lasts])


def patient_listed(scene: Scene) -> str:
    """Return the patient as lists do: surname first, often in capitals."""
    person = scene.patient
    form = scene.rng.random()
    firsts, lasts = list(person.first_names), list(person.surnames)
    if form < 0.45:
        lasts = [name.upper() for name in lasts]
    if form < 0.25:
        firsts = [name.upper() for name in firsts]
    comma = "," if form > 0.8 else ""
    return f"{mark_each(PATIENT, lasts)}{comma} {mark_each(PATIENT, firsts)}"


def kin(phrase: str) -> str:
    """Return « sa femme » with the kinship word marked."""
    possessive, word = phrase.split(" ", 1)
    return f"{possessive} {mark(KINSHIP, word)}"


def spouse(scene: Scene) -> str:
    """Return the patient's spouse."""
    return kin(
        scene.rng.choice(_FEMALE_PATIENT_SPOUSE if scene.is_female else _MALE_PATIENT_SPOUSE)
    )


def relative(scene: Scene) -> str:
    """Return a relative; a child has no spouse."""
    if scene.is_child:
        return kin(
            scene.rng.choice(
                ("sa mère", "son père", "sa maman", "son papa", "sa grand-mère", "sa tante")
            )
        )
    if scene.rng.random() < 0.3:
        return spouse(scene)
    others = _YOUNGER_KIN if scene.age_years > 58 else _KIN if scene.age_years > 40 else _ELDER_KIN
    return kin(scene.rng.choice(others))


def civil_status(scene: Scene) -> str:
    """Return the patient's civil status."""
    return mark(CIVIL_STATUS, scene.rng.choice(_CIVIL_STATUSES)[scene.is_female])


def _paired(scene: Scene, lexicon: str, label: str, *, is_female: bool) -> str:
    masculine, feminine = scene.rng.choice(words(lexicon)).split("/")
    return mark(label, feminine if is_female else masculine)


def nationality(scene: Scene, *, is_female: bool) -> str:
    """Return an adjective of nationality."""
    return _paired(scene, "nationalities", NATIONALITY, is_female=is_female)


def profession(scene: Scene, *, is_female: bool) -> str:
    """Return an occupation outside medicine."""
    return _paired(scene, "professions", PROFESSION, is_female=is_female)


SLOTS: Mapping[str, Callable[[Scene], str]] = {
    "doctor": doctor,
    "dr_titled": titled_doctor,
    "du_doctor": of_doctor,
    "au_doctor": to_doctor,
    "doctor_sign": signature,
    "dr_name": lambda s: (
        f"{s.rng.choice(('Docteur', 'Professeur', 'Dr'))} {staff_name(s, s.staff[0])}"
    ),
    "M_staff": colleague,
    "nurse": nurse,
    "nurse_name": lambda s: staff_name(s, s.rng.choice(s.staff)),
    "physio_name": colleague,
    "pt_title": patient_title,
    "pt_title_full": patient_full,
    "pt_listed": patient_listed,
    "pt_surname": lambda s: mark_each(PATIENT, s.patient.surnames),
    "child_first": lambda s: mark(PATIENT, s.patient.first_names[0]),
    "spouse": spouse,
    "son_kin": relative,
    "marital": civil_status,
    "nationality": lambda s: nationality(s, is_female=s.is_female),
    "nationality_f": lambda s: nationality(s, is_female=True),
    "profession": lambda s: profession(s, is_female=s.is_female),
    "profession_m": lambda s: profession(s, is_female=False),
    "profession_f": lambda s: profession(s, is_female=True),
    "spouse_job": lambda s: profession(s, is_female=not s.is_female),
}
