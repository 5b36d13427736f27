"""The people of a simulated contest: fifteen known ones, and variations of them beyond."""

from dataclasses import dataclass, replace

from demo.annotators.profiles import Confusion, Distracted, Given, Profile, Tempo, source_of


@dataclass(frozen=True)
class Performer:
    """A simulated person: how they are called, how the contest calls them, and how they annotate."""

    login: str
    name: str
    alias: str
    profile: Profile

    @property
    def email(self) -> str:
        return f"{self.login}@example.org"


def _tempo(speed: float, **changes: float) -> Tempo:
    """Return the tempo of someone this many times as fast as usual."""
    usual = Tempo()
    return replace(
        usual,
        per_task=usual.per_task / speed,
        per_token=usual.per_token / speed,
        per_check=usual.per_check / speed,
        per_edit=usual.per_edit / speed,
        **changes,
    )


_DATE, _AGE, _TIME = "TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE", "TEMPORAL:TEMPS"
_COUNTRY, _NATIONALITY = "EMPLACEMENT:PAYS", "DÉMOGRAPHIE:NATIONALITÉ"
_PATIENT, _STAFF = "NOM:PATIENT_E", "NOM:PERSONNEL_MÉDICAL"
_ORGANISATION, _UNIT = "ORGANISATION", "CHUV:STRUCTURE_RÉFÉRENCE"
_ROOM, _PLACE = "CHUV:BÂTIMENT_CHAMBRE_OU_LIT", "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
_IPP, _STAY, _ORDER = "ID:IPP", "ID:NUMÉRO_SÉJOUR", "ID:NUMÉRO_BON"
_PHONE, _FAX, _CANTON = "CONTACT:TÉLÉPHONE", "CONTACT:FAX", "EMPLACEMENT:CODE_CANTON"

# In this order they take their places team by team: every four have about the same mean skill.
CAST = (
    Performer(
        "ana",
        "Ana",
        "Linguine",
        Profile(
            skill=0.96,
            care=0.85,
            tempo=_tempo(0.95),
            confusions=(Confusion(_ORGANISATION, _UNIT, 0.08),),
            habits=(Given("punctuation in", 0.02),),
            second_thoughts=0.03,
            diligence=1.25,
        ),
    ),
    Performer(
        "bob",
        "Bob",
        "Orzo",
        Profile(
            skill=0.93,
            care=0.7,
            tempo=_tempo(1.2),
            confusions=(Confusion(_PATIENT, _STAFF, 0.07), Confusion(_COUNTRY, _NATIONALITY, 0.12)),
            habits=(Given("honorific in", 0.08),),
            distractions=(Distracted("duration", 0.05),),
            diligence=1.1,
        ),
    ),
    Performer(
        "chiara",
        "Chiara Monnard",
        "Al Dente",
        Profile(
            skill=0.98,
            care=0.92,
            tempo=_tempo(0.85),
            confusions=(Confusion(_UNIT, _ORGANISATION, 0.05),),
            ignore=0.02,
            second_thoughts=0.04,
            diligence=1.6,
        ),
    ),
    Performer(
        "denis",
        "Denis Vuagniaux",
        "Carbonara",
        Profile(
            skill=0.88,
            care=0.5,
            tempo=_tempo(1.35),
            confusions=(Confusion(_DATE, _AGE, 0.06), Confusion(_FAX, _PHONE, 0.2)),
            habits=(Given("dates together", 0.4), Given("names together", 0.2)),
            distractions=(Distracted("hospital word", 0.15),),
            diligence=0.8,
        ),
    ),
    Performer(
        "elsa",
        "Elsa Bongard",
        "Pesto Presto",
        Profile(
            skill=0.9,
            care=0.55,
            tempo=_tempo(1.5),
            confusions=(Confusion(_STAY, _IPP, 0.15),),
            habits=(Given("names together", 0.25),),
            distractions=(Distracted("gestation", 0.4),),
            diligence=1.7,
        ),
    ),
    Performer(
        "farid",
        "Farid Jaquerod",
        "Parmigiano",
        Profile(
            skill=0.95,
            care=0.8,
            tempo=_tempo(0.95),
            confusions=(Confusion(_CANTON, _PLACE, 0.2),),
            habits=(Given("article in", 0.05),),
            diligence=0.9,
        ),
    ),
    Performer(
        "greta",
        "Greta Wyssbrod",
        "Bolo Gnaise",
        Profile(
            skill=0.86,
            care=0.45,
            tempo=_tempo(1.1),
            confusions=(Confusion(_STAFF, _PATIENT, 0.1), Confusion(_TIME, _DATE, 0.08)),
            habits=(Given("honorific in", 0.3), Given("particle out", 0.4)),
            distractions=(Distracted("duration", 0.25), Distracted("person word", 0.2)),
            diligence=0.55,
        ),
    ),
    Performer(
        "hugo",
        "Hugo Pittavino",
        "Mozza Rella",
        Profile(
            skill=0.97,
            care=0.88,
            tempo=_tempo(0.9),
            confusions=(Confusion(_NATIONALITY, _COUNTRY, 0.15),),
            second_thoughts=0.02,
            diligence=1.0,
        ),
    ),
    Performer(
        "ines",
        "Inès Cachemaille",
        "Basilico",
        Profile(
            skill=0.94,
            care=0.75,
            tempo=_tempo(1.0),
            confusions=(Confusion(_ROOM, _UNIT, 0.12),),
            habits=(Given("age without unit", 0.15),),
            diligence=0.75,
        ),
    ),
    Performer(
        "jonas",
        "Jonas Rochedieu",
        "Tira Misou",
        Profile(
            skill=0.85,
            care=0.4,
            tempo=_tempo(1.25),
            confusions=(Confusion(_ORGANISATION, _UNIT, 0.15), Confusion(_AGE, _DATE, 0.06)),
            habits=(Given("punctuation in", 0.1), Given("name cut at dash", 0.5)),
            distractions=(Distracted("care profession", 0.3),),
            reject=0.015,
            diligence=0.35,
        ),
    ),
    Performer(
        "katja",
        "Katja Uldry",
        "Gorgon Zola",
        Profile(
            skill=0.92,
            care=0.65,
            tempo=_tempo(1.15),
            confusions=(Confusion(_ORDER, _STAY, 0.15),),
            habits=(Given("dates together", 0.2),),
            distractions=(Distracted("hospital word", 0.05),),
            diligence=1.15,
        ),
    ),
    Performer(
        "loris",
        "Loris Tharin",
        "Roquette Verte",
        Profile(
            skill=0.92,
            care=0.7,
            tempo=_tempo(0.95),
            confusions=(Confusion(_COUNTRY, _NATIONALITY, 0.08),),
            habits=(Given("keyword in", 0.04),),
            diligence=0.85,
        ),
    ),
    Performer(
        "maude",
        "Maude Fiaux",
        "Ricotta Rico",
        Profile(
            skill=0.89,
            care=0.5,
            tempo=_tempo(1.1, break_probability=0.012),
            confusions=(Confusion(_PLACE, _ORGANISATION, 0.1),),
            habits=(Given("article in", 0.2), Given("keyword in", 0.2)),
            diligence=0.6,
        ),
    ),
    Performer(
        "noe",
        "Noé Sprunger",
        "Sugo di Nonna",
        Profile(
            skill=0.95,
            care=0.8,
            tempo=_tempo(1.0, unmeasured_probability=0.05),
            confusions=(Confusion(_PATIENT, _STAFF, 0.05),),
            habits=(Given("particle out", 0.15),),
            second_thoughts=0.05,
            diligence=1.3,
        ),
    ),
    Performer(
        "olga",
        "Olga Chamorel",
        "Panna Cotta",
        Profile(
            skill=0.91,
            care=0.6,
            tempo=_tempo(1.1),
            confusions=(Confusion(_DATE, _TIME, 0.05),),
            habits=(Given("name cut at dash", 0.2), Given("address together", 0.2)),
            distractions=(Distracted("person word", 0.1),),
            diligence=1.1,
        ),
    ),
)


def take_cast(size: int, *, seed: int) -> list[Performer]:
    """Return so many people: the known ones, then variations of them."""
    return [
        CAST[number] if number < len(CAST) else _variation(number, seed) for number in range(size)
    ]


def _variation(number: int, seed: int) -> Performer:
    """Return someone like one of the known people, a bit better or worse, faster or slower."""
    model = CAST[number % len(CAST)]
    source = source_of(seed, "cast", number)
    generation = number // len(CAST) + 1
    profile = replace(
        model.profile,
        skill=min(0.99, max(0.75, model.profile.skill + source.uniform(-0.04, 0.04))),
        care=min(0.95, max(0.3, model.profile.care + source.uniform(-0.1, 0.1))),
        tempo=_tempo(source.uniform(0.8, 1.5)),
        diligence=model.profile.diligence * source.uniform(0.6, 1.4),
    )
    return Performer(
        f"{model.login}-{generation}",
        f"{model.name} {generation}",
        f"{model.alias} {generation}",
        profile,
    )
