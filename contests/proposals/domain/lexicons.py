"""Lists of words as people write them: a word a line, or the first column of a table."""

import csv
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from text.errors import gettext_noop as _
from text.tokens import fold


@dataclass(frozen=True)
class OwnLexicon:
    """A list of words: its key in addresses, what the detector calls its category, what people do."""

    key: str
    label: str
    title: str
    about: str
    # Where a group of rules reads such words itself, it knows better than we where they begin and end.
    lexicon: str = ""


_OWN_LEXICONS = (
    OwnLexicon(
        "units",
        "CHUV:STRUCTURE_RÉFÉRENCE",
        _("Units of the hospital"),
        _("Departments, wards and services, in full or abbreviated."),
    ),
    OwnLexicon(
        "buildings",
        "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
        _("Buildings and rooms"),
        _("Names and codes of buildings, wings and rooms."),
    ),
    OwnLexicon(
        "staff",
        "NOM:PERSONNEL_MÉDICAL",
        _("Names of staff"),
        _("Names of those who provide care, each on its own line, without title."),
        lexicon="names.staff",
    ),
    OwnLexicon(
        "streets",
        "EMPLACEMENT:RUE",
        _("Streets"),
        _("Names of streets, roads and squares, with their type, without number."),
    ),
    OwnLexicon(
        "places",
        "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
        _("Places"),
        _("Towns, hamlets, quarters and regions that are not found yet."),
    ),
    OwnLexicon(
        "organisations",
        "ORGANISATION",
        _("Organisations"),
        _("Nursing homes, practices, companies, schools, insurers."),
    ),
    OwnLexicon(
        "professions",
        "DÉMOGRAPHIE:PROFESSION",
        _("Professions"),
        _("Occupations and trainings that are not found yet."),
    ),
)
OWN_LEXICONS: Mapping[str, OwnLexicon] = {own.key: own for own in _OWN_LEXICONS}


LONGEST_WORD = 120
MOST_WORDS = 20_000
# One of these in small letters would be found in almost every line.
_EVERYDAY_WORDS = """
    a ai as au aux avec bien bon ce ces cet cette chez ci comme contre dans de depuis des dont du elle
    elles en encore entre est et eu fait il ils je jour la le les leur leurs lors lui ma mais me mes moi
    moins mon ne nom non nos notre nous on ont ou par pas peu plus pour qu que qui sa sans se sera ses
    si soit son sont sous sur ta tes toi ton tous tout tres tu un une vers vos votre vous
"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())
_DELIMITERS = ";\t,"
# What a decoder puts where it understands nothing.
UNREADABLE_CELL = "\ufffd"

TOO_LONG, NO_LETTER, UNREADABLE, EVERYDAY = "too_long", "no_letter", "unreadable", "everyday"
TOO_MANY = "too_many"


@dataclass(frozen=True)
class WordProblem:
    """Why a line cannot be taken; lines count from 1."""

    line: int
    code: str


@dataclass(frozen=True)
class WordList:
    """The words of a list with their folded forms, and what is wrong with its other lines."""

    words: dict[str, str]
    problems: Sequence[WordProblem]
    duplicates: int


def read_words(text: str, *, is_table: bool = False, has_header: bool = False) -> WordList:
    """Return the different words of a list; of equal ones the first writing counts."""
    words: dict[str, str] = {}
    problems: list[WordProblem] = []
    duplicates = 0
    for line, written in _lines(text, is_table=is_table, has_header=has_header):
        code = _problem(written)
        folded = fold(written)
        if code:
            problems.append(WordProblem(line, code))
        elif folded in words:
            duplicates += 1
        elif len(words) >= MOST_WORDS:
            problems.append(WordProblem(line, TOO_MANY))
            break
        else:
            words[folded] = written
    return WordList(words, problems, duplicates)


def _lines(text: str, *, is_table: bool, has_header: bool) -> Iterator[tuple[int, str]]:
    """Yield the tidied word of each line that has one."""
    for line, cell in _first_cells(text) if is_table else enumerate(text.splitlines(), start=1):
        written = " ".join(unicodedata.normalize("NFC", cell.lstrip("\ufeff")).split())
        if written and not written.startswith("#") and not (has_header and line == 1):
            yield line, written


def _first_cells(text: str) -> Iterator[tuple[int, str]]:
    head = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=head.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    try:
        yield from ((rows.line_num, row[0]) for row in rows if row)
    except csv.Error:
        yield rows.line_num, UNREADABLE_CELL


def _problem(written: str) -> str:
    if len(written) > LONGEST_WORD:
        return TOO_LONG
    if not all(letter.isprintable() for letter in written) or UNREADABLE_CELL in written:
        return UNREADABLE
    if sum(map(str.isalnum, written)) < 2 or not any(map(str.isalpha, written)):
        return NO_LETTER
    # Written in capitals it is an abbreviation, and found in capitals only.
    return EVERYDAY if fold(written) in _EVERYDAY and not written.isupper() else ""


def unknown_words(words: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """Return the words whose folded form is not among the known ones."""
    return {folded: word for folded, word in words.items() if folded not in known}
