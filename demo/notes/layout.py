"""From blocks to the HTML that the hospital's editor leaves behind."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from xml.sax.saxutils import escape

from demo.notes.documents import Block
from demo.notes.noise import Habits, disturb
from demo.notes.scene import Scene

_NAMED = {
    "é": "eacute", "è": "egrave", "ê": "ecirc", "à": "agrave", "â": "acirc", "ç": "ccedil", "ô": "ocirc", "î": "icirc",
    "û": "ucirc", "ù": "ugrave", "ë": "euml", "ï": "iuml", "É": "Eacute", "È": "Egrave", "œ": "oelig", "µ": "micro",
    "°": "deg", "ü": "uuml", "ö": "ouml", "ä": "auml", "'": "rsquo",
}  # fmt: skip
_EMPHASIS = ("b", "strong", "u", "i")


@dataclass(frozen=True, slots=True)
class Taste:
    """How one editor writes HTML."""

    shape: str
    entities: str
    nonbreaking: float
    has_newlines: bool
    is_sloppy: bool


def draw_taste(rng: Random) -> Taste:
    """Return the ways of one editor."""
    return Taste(
        shape=rng.choice(("p", "p", "br", "div_br", "mixed")),
        entities=rng.choice(("none", "none", "named", "numeric")),
        nonbreaking=rng.choice((0.0, 0.0, 0.02, 0.1)),
        has_newlines=rng.random() < 0.5,
        is_sloppy=rng.random() < 0.2,
    )


def render_blocks(blocks: Sequence[Block], taste: Taste, habits: Habits, rng: Random) -> str:
    """Return the HTML of some blocks, marks included."""
    writer = _Writer(taste, habits, rng)
    joint = "\n" if taste.has_newlines else ""
    return joint.join(writer.block(block) for block in blocks)


class _Writer:
    def __init__(self, taste: Taste, habits: Habits, rng: Random) -> None:
        self._taste = taste
        self._habits = habits
        self._rng = rng

    def block(self, block: Block) -> str:
        if block.rows:
            return self._title(block.title) + self._table(block.rows)
        lines = [self._text(disturb(line, self._habits, self._rng)) for line in block.lines]
        if block.title and self._rng.random() < 0.7:
            lines[0] = f"{self._emphasised(self._text(block.title))}: {lines[0]}"
            return self._lines(lines)
        return self._title(block.title) + self._lines(lines)

    def _title(self, title: str) -> str:
        if not title:
            return ""
        text = self._emphasised(self._text(title + self._rng.choice(("", ":", " :"))))
        return self._rng.choice((f"<p>{text}</p>", f"{text}<br/>", f"<p><span>{text}</span></p>"))

    def _emphasised(self, text: str) -> str:
        tag = self._rng.choice(_EMPHASIS)
        return f"<{tag}>{text}</{tag}>"

    def _lines(self, lines: list[str]) -> str:
        shape = self._taste.shape
        if shape == "mixed":
            shape = self._rng.choice(("p", "br", "list", "div_br"))
        if len(lines) > 1 and (shape == "list" or self._rng.random() < 0.15):
            return self._list(lines)
        if shape == "p":
            return self._joint().join(f"<p>{line}{self._end('p')}" for line in lines)
        body = self._joint().join(f"{line}<br>" for line in lines)
        return f"<div>{body}</div>" if shape == "div_br" else f"<p>{body}</p>"

    def _list(self, lines: list[str]) -> str:
        items = "".join(f"<li>{line}{self._end('li')}" for line in lines)
        return f"<ul>{items}</ul>"

    def _table(self, rows: Sequence[Sequence[str]]) -> str:
        body = self._joint().join(self._row(row) for row in rows)
        border = self._rng.choice(("", ' border="1"', ' class="tbl" width="100%"'))
        return f"<table{border}><tbody>{body}</tbody></table>"

    def _row(self, cells: Sequence[str]) -> str:
        inner = "".join(f"<td>{self._text(cell)}</td>" for cell in cells)
        return f"<tr>{inner}</tr>"

    def _end(self, tag: str) -> str:
        # Editors of old wrote no end tags for these, and parsers never minded.
        return "" if self._taste.is_sloppy and self._rng.random() < 0.5 else f"</{tag}>"

    def _joint(self) -> str:
        return "\n" if self._taste.has_newlines else ""

    def _text(self, text: str) -> str:
        escaped = html.escape(text, quote=False)
        if self._taste.nonbreaking:
            escaped = "".join(self._blank() if c == " " else c for c in escaped)
        if self._taste.entities == "named":
            return "".join(f"&{_NAMED[c]};" if c in _NAMED else c for c in escaped)
        if self._taste.entities == "numeric":
            return "".join(f"&#{ord(c)};" if "\xa0" < c <= "\u0153" else c for c in escaped)
        return escaped

    def _blank(self) -> str:
        return "&nbsp;" if self._rng.random() < self._taste.nonbreaking else " "


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
