"""The XML record around a document: metadata as elements, text as HTML in CDATA sections."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from demo.notes.scene import Scene

_SECTION_NAMES = ("Texte", "Contenu", "Corps", "Conclusion", "Suite")


def wrap(scene: Scene, *, external_id: str, document_type: str, sections: Sequence[str]) -> str:
    """Return the record; marks inside the sections stay where they are."""
    patient = scene.patient
    head = (
        _element("Identifiant", external_id) + _element("Type", document_type)
        + _element("DateDocument", scene.today.isoformat()) + _element("Sejour", scene.stay_number)
        + "<Patient>" + _element("Nom", " ".join(patient.surnames)) + _element("Prenom", " ".join(patient.first_names))
        + _element("DateNaissance", scene.birth.isoformat()) + _element("Sexe", "F" if patient.is_female else "M")
        + _element("IPP", scene.ipp) + "</Patient>" + _element("Auteur", " ".join(scene.staff[0].surnames))
    )  # fmt: skip
    body = "\n".join(
        f"<{_SECTION_NAMES[i % 5]}><![CDATA[{text}]]></{_SECTION_NAMES[i % 5]}>"
        for i, text in enumerate(sections)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<Document>\n<Entete>{head}</Entete>\n<Donnees>\n{body}\n</Donnees>\n</Document>\n"
    )


def _element(name: str, value: str) -> str:
    return f"<{name}>{escape(value)}</{name}>"
