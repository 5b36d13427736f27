"""The kinds of documents a hospital writes, as data: which sections, with what to say in each."""

from dataclasses import dataclass

from demo.notes.phrasing import GRAMMAR
from demo.notes.scene import Scene
from demo.notes.tables import TABLES, Rows


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document: a title or none, the rules its lines come from, how many lines."""

    titles: tuple[str, ...]
    rules: tuple[str, ...]
    low: int
    high: int
    chance: float = 1.0
    is_letter_part: bool = False


@dataclass(frozen=True, slots=True)
class DocumentType:
    """A kind of document."""

    name: str
    sections: tuple[Section, ...]
    is_paediatric: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document before it becomes HTML: lines of text or rows of a table."""

    title: str
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


HEAD = Section((), ("head",), 1, 2, is_letter_part=True)
IDENTITY = Section((), ("table:identity",), 1, 1, 0.55, is_letter_part=True)
GREETING = Section((), ("greeting",), 1, 2, is_letter_part=True)
CLOSING = Section((), ("closing",), 1, 2, is_letter_part=True)
ANAMNESIS = Section(
    ("Anamnèse", "Anamnèse actuelle", "Histoire de la maladie", "HISTOIRE ACTUELLE"),
    ("reason",),
    1,
    3,
)
ANTECEDENTS = Section(
    ("Antécédents", "ATCD", "Antécédents et comorbidités"), ("antecedents",), 1, 4
)
DIAGNOSES = Section(
    ("Diagnostics", "DIAGNOSTICS", "Liste des problèmes"), ("diagnosis",), 2, 4, 0.8
)
SOCIAL = Section(("Contexte de vie", "Anamnèse sociale", "Social"), ("social",), 1, 1, 0.4)
FAMILY = Section(("Anamnèse familiale", "AF", "Famille"), ("family",), 1, 1, 0.4)
EXAM = Section(("Status", "Examen clinique", "STATUS", "Status d'entrée"), ("exam",), 4, 8)
TESTS = Section(
    ("Examens complémentaires", "Examens", "Investigations"),
    ("labline", "labline", "imaging"),
    2,
    4,
)
COURSE = Section(
    ("Évolution", "Discussion", "Discussion et évolution", "EVOLUTION"), ("course",), 3, 5
)
TREATMENT = Section(("Traitement", "Traitement de sortie", "Médication"), ("treatment",), 1, 4)
PLAN = Section(
    ("Attitude", "Suite de prise en charge", "Procédure", "PROPOSITION"), ("plan",), 1, 3
)

DOCUMENT_TYPES: tuple[DocumentType, ...] = (
    DocumentType(
        "lettre de consultation",
        (HEAD, IDENTITY, GREETING, DIAGNOSES, ANTECEDENTS, ANAMNESIS, SOCIAL, FAMILY, EXAM, TESTS, PLAN, CLOSING),
    ),
    DocumentType(
        "lettre de sortie",
        (HEAD, IDENTITY, GREETING, DIAGNOSES, ANTECEDENTS, ANAMNESIS, SOCIAL, EXAM, TESTS, COURSE, TREATMENT, PLAN, CLOSING),
    ),
    DocumentType(
        "laboratoire",
        (
            Section((), ("labhead",), 2, 4, is_letter_part=True), HEAD, IDENTITY,
            Section(("Résultats", "RESULTATS", ""), ("table:laboratory",), 1, 2),
            Section(("Commentaires", "Interprétation"), ("labline", "labhead"), 1, 3, 0.7),
        ),
    ),
    DocumentType(
        "radiologie",
        (
            HEAD, IDENTITY, Section(("Indication", "Renseignements cliniques"), ("reason", "antecedents"), 1, 2),
            Section(("Comparatif", ""), ("comparative",), 1, 1, 0.8), Section(("Description", "Résultat", "RX"), ("radiology",), 4, 8),
            Section(("Imagerie", ""), ("imaging",), 1, 2, 0.6), Section(("Conclusion", "CONCLUSION"), ("radiology",), 1, 2), CLOSING,
        ),
    ),
    DocumentType(
        "protocole opératoire",
        (HEAD, IDENTITY, ANTECEDENTS, Section(("Protocole", "Intervention", "Temps opératoires"), ("operation",), 6, 11),
         Section(("Ordres", "Suite", "Post-op"), ("plan", "treatment"), 1, 3), CLOSING),
    ),
    DocumentType(
        "notes de soins infirmiers",
        (
            HEAD, Section(("Transmissions", "Notes de suivi", ""), ("nursing",), 5, 10), SOCIAL,
            Section(("Paramètres", ""), ("table:vital_signs",), 1, 1, 0.5), Section(("Médicaments", ""), ("table:drugs",), 1, 1, 0.3),
        ),
    ),
    DocumentType(
        "rapport d'urgences",
        (HEAD, IDENTITY, Section(("Prise en charge", "Déroulement", ""), ("emergency",), 2, 5), ANAMNESIS, ANTECEDENTS, FAMILY, EXAM,
         TESTS, DIAGNOSES, TREATMENT, PLAN),
    ),
    DocumentType(
        "rapport de physiothérapie",
        (HEAD, IDENTITY, Section(("Diagnostic", "Motif"), ("reason", "antecedents"), 1, 2),
         Section(("Traitement", "Séances", "Bilan"), ("physio",), 4, 8), SOCIAL, Section(("Suite", ""), ("plan",), 1, 2), CLOSING),
    ),
    DocumentType(
        "convocation",
        (
            Section((), ("head",), 2, 3, is_letter_part=True), Section(("",), ("summons",), 5, 9, is_letter_part=True),
            Section(("Vos rendez-vous", ""), ("table:appointments",), 1, 1, 0.5), CLOSING,
        ),
    ),
    DocumentType(
        "consultation de pédiatrie",
        (HEAD, IDENTITY, Section(("Anamnèse", "Motif", ""), ("childhood",), 4, 7), FAMILY, Section(("Status", "Examen clinique"), ("childexam",), 1, 3),
         Section(("Attitude",), ("childplan",), 1, 2), CLOSING),
        is_paediatric=True,
    ),
    DocumentType(
        "consultation spécialisée",
        (HEAD, IDENTITY, DIAGNOSES, ANAMNESIS, ANTECEDENTS, SOCIAL, FAMILY, TREATMENT, EXAM, TESTS, COURSE, PLAN),
    ),
    DocumentType(
        "fiche administrative",
        (Section((), ("head",), 4, 7, is_letter_part=True), IDENTITY, Section(("Situation", "Remarques", ""), ("social", "sociohard"), 2, 4),
         Section(("Agenda", ""), ("table:appointments",), 1, 1, 0.4), Section(("Divers", ""), ("plan", "course", "nursing"), 2, 5)),
    ),
)  # fmt: skip


def write_blocks(kind: DocumentType, scene: Scene) -> list[Block]:
    """Return the blocks of one document, its clinical middle in a varying order."""
    chosen = [section for section in kind.sections if scene.rng.random() < section.chance]
    return [block for section in _ordered(chosen, scene) for block in _blocks(section, scene)]


def _ordered(sections: list[Section], scene: Scene) -> list[Section]:
    middle = [section for section in sections if not section.is_letter_part]
    if len(middle) > 1 and scene.rng.random() < 0.5:
        first = scene.rng.randrange(len(middle))
        middle = middle[first:] + middle[:first]
    remaining = iter(middle)
    return [section if section.is_letter_part else next(remaining) for section in sections]


def _blocks(section: Section, scene: Scene) -> list[Block]:
    title = scene.rng.choice(section.titles) if section.titles else ""
    if section.rules[0].startswith("table:"):
        return [_table(title, TABLES[section.rules[0].removeprefix("table:")](scene))]
    count = scene.rng.randint(section.low, section.high)
    lines = tuple(_line(section, scene) for _ in range(count))
    return [Block(title, lines)]


def _table(title: str, rows: Rows) -> Block:
    return Block(title, rows=tuple(tuple(row) for row in rows))


def _line(section: Section, scene: Scene) -> str:
    count = 1 if section.is_letter_part else scene.rng.choices((1, 2, 3), (42, 42, 16))[0]
    return " ".join(GRAMMAR.say(scene.rng.choice(section.rules), scene) for _ in range(count))
