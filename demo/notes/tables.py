"""Tables: laboratory values, vital signs, drugs, appointments; a row of cells is a line of text."""

from collections.abc import Callable, Mapping

from demo.notes.phrasing import GRAMMAR
from demo.notes.scene import Scene

Rows = list[list[str]]

_ANALYTES = (
    ("Sodium", 128, 148, 1, "mmol/l", "135-145"), ("Potassium", 30, 58, 10, "mmol/l", "3.5-4.6"),
    ("Créatinine", 45, 320, 1, "µmol/l", "62-106"), ("Urée", 25, 220, 10, "mmol/l", "< 11.9"),
    ("CRP", 1, 260, 1, "mg/l", "< 10"), ("Hémoglobine", 78, 168, 1, "g/l", "133-177"),
    ("Leucocytes", 28, 190, 10, "G/l", "4-10"), ("Thrombocytes", 80, 480, 1, "G/l", "150-350"),
    ("ASAT", 12, 320, 1, "U/l", "14-50"), ("ALAT", 9, 310, 1, "U/l", "11-60"), ("Ferritine", 8, 900, 1, "µg/l", "30-300"),
    ("TSH", 2, 95, 10, "mUI/l", "0.27-4.2"), ("Glucose", 38, 190, 10, "mmol/l", "3.9-6.1"),
    ("Troponine T hs", 4, 380, 1, "ng/l", "< 14"), ("Lactate", 6, 48, 10, "mmol/l", "0.7-2.1"),
    ("INR", 9, 42, 10, "", "0.9-1.2"), ("Albumine", 22, 48, 1, "g/l", "35-52"), ("Calcium", 190, 290, 100, "mmol/l", "2.15-2.55"),
    ("HbA1c", 49, 120, 10, "%", "< 6.0"), ("Bilirubine totale", 4, 90, 1, "µmol/l", "0-21"),
    ("Phosphate", 60, 180, 100, "mmol/l", "0.80-1.45"), ("Magnésium", 55, 110, 100, "mmol/l", "0.65-1.05"),
    ("D-dimères", 180, 4200, 1, "ng/ml", "< 500"), ("Lipase", 12, 400, 1, "U/l", "13-60"), ("NT-proBNP", 40, 9000, 1, "ng/l", "< 300"),
)  # fmt: skip


def laboratory(scene: Scene) -> Rows:
    """Return values with one to three dates as columns."""
    columns = scene.rng.choice((1, 2, 3, 4))
    heads = _cells(scene, "¦".join(["[{date}|{date}|{date} {time}]"] * columns))
    head = [
        scene.rng.choice(("Analyse", "Paramètre", "Chimie", "Hématologie")),
        *heads,
        "Unité",
        "Réf.",
    ]
    chosen = scene.rng.sample(_ANALYTES, scene.rng.randint(4, 8))
    return [head, *(_values(scene, analyte, columns) for analyte in chosen)]


def _values(scene: Scene, analyte: tuple[str, int, int, int, str, str], columns: int) -> list[str]:
    name, low, high, divisor, unit, reference = analyte
    values = []
    for _ in range(columns):
        number = scene.rng.randint(low, high) / divisor
        places = len(str(divisor)) - 1
        values.append(f"{number:.{places}f}{_flag(number, reference, scene)}")
    return [name, *values, unit, reference]


def _flag(number: float, reference: str, scene: Scene) -> str:
    lower, _, upper = reference.removeprefix("< ").rpartition("-")
    if number > float(upper):
        return scene.rng.choice((" H", " H", " *", ""))
    return scene.rng.choice((" L", " *", "")) if lower and number < float(lower) else ""


def vital_signs(scene: Scene) -> Rows:
    """Return measurements, each at a date and time."""
    rng = scene.rng
    head = ["Date", "Heure", "TA", "FC", "T°", "EVA"]
    rows = []
    for _ in range(rng.randint(3, 6)):
        moment = [GRAMMAR.fill("{date}", scene), GRAMMAR.fill("{time}", scene)]
        rows.append([*moment, f"{rng.randint(95, 175)}/{rng.randint(50, 98)}", str(rng.randint(52, 124)),
                     f"{rng.randint(360, 392) / 10}", f"{rng.randint(0, 8)}/10"])  # fmt: skip
    return [head, *rows]


def drugs(scene: Scene) -> Rows:
    """Return a drug plan."""
    template = "{drug_C}¦{dose}¦[dès {date}|du {date} au {fdate}|jusqu'au {fdate}|en continu|selon besoin|{time_bracket}]"
    return [_cells(scene, template) for _ in range(scene.rng.randint(3, 6))]


def appointments(scene: Scene) -> Rows:
    """Return a list of appointments."""
    template = "[{fdate}|{fdate}|{fday_pair}]¦{dtime}¦[Contrôle|Radiologie|Prise de sang|Entretien|Pansement|Physiothérapie]¦[{dr_titled}|{unit_head}|{room}|{M_staff}|à jeun]"
    return [_cells(scene, template) for _ in range(scene.rng.randint(2, 4))]


def identity(scene: Scene) -> Rows:
    """Return who the patient is, as the head of a form."""
    rows = ["[Patient|Nom]¦{pt_listed}", "[Date de naissance|Né{e} le]¦{birth}", "[No séjour|Séjour]¦{stay_no}",
            "[Domicile|Adresse]¦{address}", "[Tél.|Téléphone]¦{phone}", "[État civil|Etat civil]¦{marital}",
            "Médecin traitant¦{doctor_addr}", "[Entrée|Admission]¦{date} {time}", "IPP¦{ipp}", "Profession¦{profession}",
            "[Employeur¦{employer}|Assurance¦{insurer}|Garant¦{insurer}]", "Nationalité¦{nat_or_country}"]  # fmt: skip
    weights = (8, 8, 7, 5, 1, 1, 3, 3, 1, 0.4, 0.8, 0.7)
    chosen = {
        scene.rng.choices(range(len(rows)), weights)[0] for _ in range(scene.rng.randint(3, 5))
    }
    allowed = [index for index in sorted(chosen) if not (scene.is_child and index in (5, 9, 10))]
    return [_cells(scene, rows[index]) for index in allowed]


def _cells(scene: Scene, template: str) -> list[str]:
    return GRAMMAR.fill(template, scene).split("¦")


TABLES: Mapping[str, Callable[[Scene], Rows]] = {
    "laboratory": laboratory,
    "vital_signs": vital_signs,
    "drugs": drugs,
    "appointments": appointments,
    "identity": identity,
}
