"""Lists of people to invite, pasted or from a CSV file: read line by line.

A line is an address, alone or with a role and a team after it, in any order, separated by commas,
semicolons or tabs; `Ana Rochat <ana@example.org>` is read as well, and so are several addresses on one
line, as mail programs copy them. A first line that names the columns (e-mail, role, team) is
recognised; other columns are then passed over.
"""

import csv
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parseaddr


def tidy_alias(alias: str) -> str:
    """Return the alias in one way of writing, without what nobody sees."""
    letters = unicodedata.normalize("NFKC", alias)
    # Controls, zero-width and direction marks would make two aliases that look the same.
    visible = (" " if letter.isspace() else letter for letter in letters)
    return " ".join(
        "".join(letter for letter in visible if unicodedata.category(letter)[0] != "C").split()
    )


def alias_key(alias: str) -> str:
    """Return what aliases that read the same have in common, whatever their case."""
    return unicodedata.normalize("NFKC", tidy_alias(alias).casefold())


MOST_LINES = 2000
LONGEST_LINE = 5000
EMAIL, ROLE, TEAM = "email", "role", "team"
_COLUMNS = {
    EMAIL: {"email", "e-mail", "mail", "address", "adresse", "courriel", "adresse e-mail"},
    ROLE: {"role", "rôle", "fonction"},
    TEAM: {"team", "équipe", "equipe"},
}
_ROLES = {
    "annotator": "annotator",
    "annotateur": "annotator",
    "annotatrice": "annotator",
    "manager": "manager",
    "responsable": "manager",
    "gestionnaire": "manager",
}


@dataclass(frozen=True)
class RosterLine:
    """One person of a list, as written."""

    number: int
    email: str
    role: str = ""
    team: str = ""
    # Words that are neither an address nor a role nor, it seems, a team.
    rest: str = ""


def read_roster(text: str) -> list[RosterLine]:
    """Return the people of a list; empty lines and those that begin with # are passed over."""
    lines = [
        (number, line.strip().lstrip("\ufeff"))
        for number, line in enumerate(text.splitlines(), start=1)
    ]
    written = [(number, line) for number, line in lines if line and not line.startswith("#")]
    rows = [(number, _cells(line)) for number, line in written]
    if rows and (columns := _columns(rows[0][1])):
        return [_by_column(number, cells, columns) for number, cells in rows[1:]]
    return [line for number, cells in rows for line in _by_look(number, cells)]


def _cells(line: str) -> list[str]:
    # A semicolon is what spreadsheets write where the comma is for decimals.
    separator = next((mark for mark in ("\t", ";") if mark in line), ",")
    # Nobody's address is that long; such a line is then refused as one without any.
    cells = next(csv.reader([line], delimiter=separator), []) if len(line) <= LONGEST_LINE else []
    return [cell.strip() for cell in cells]


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Return where the columns are, if these cells name them."""
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        for column, names in _COLUMNS.items():
            if cell.casefold() in names:
                found.setdefault(column, place)
    return found if EMAIL in found else {}


def _by_column(number: int, cells: Sequence[str], columns: Mapping[str, int]) -> RosterLine:
    values = {
        column: cells[place] if place < len(cells) else "" for column, place in columns.items()
    }
    role = values.get(ROLE, "")
    return RosterLine(
        number,
        _address(values[EMAIL]),
        _ROLES.get(role.casefold(), ""),
        values.get(TEAM, ""),
        rest="" if role.casefold() in {"", *_ROLES} else role,
    )


def _by_look(number: int, cells: Sequence[str]) -> list[RosterLine]:
    filled = [cell for cell in cells if cell]
    if len(filled) > 1 and all("@" in cell for cell in filled):
        return [RosterLine(number, _address(cell)) for cell in filled]
    return [_one_person(number, filled)]


def _one_person(number: int, cells: Sequence[str]) -> RosterLine:
    email, role, team, rest = "", "", "", []
    for cell in cells:
        if not email and "@" in cell:
            email = _address(cell)
        elif not role and cell.casefold() in _ROLES:
            role = _ROLES[cell.casefold()]
        elif not team:
            team = cell
        else:
            rest.append(cell)
    return RosterLine(number, email, role, team, ", ".join(rest))


def _address(cell: str) -> str:
    """Return the address in `Name <address>`, or the cell as it is."""
    return (parseaddr(cell)[1] or cell) if "<" in cell else cell
