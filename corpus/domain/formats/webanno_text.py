r"""How WebAnno TSV 3 writes texts and values in a line: what has a meaning gets a backslash."""

import re

_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
_IN_TEXT = str.maketrans(
    {chr(code): "\\" + chr(code) for code in range(32)}
    | {character: "\\" + letter for letter, character in _LETTERS.items()}
    | {"\\": "\\\\"}
)
_IN_VALUE = re.compile(r"->|[\\\[\]|_;*]")

# One of several stacked values, and the value apart from its number.
STACKED = re.compile(r"(?:\\.|[^\\|])+", re.DOTALL)
NUMBERED = re.compile(r"((?:\\.|[^\\\[])*)(?:\[(\d{1,15})\])?", re.DOTALL)


def escape_text(text: str) -> str:
    """Return a text, or a token, as it stands in a line."""
    return text.translate(_IN_TEXT)


def escape_value(value: str) -> str:
    """Return the value of a feature as it stands in a column."""
    escaped = _IN_VALUE.sub(r"\\\g<0>", value)
    return escaped.replace("\t", r"\t").replace("\n", r"\n")


def unescape(written: str, *, is_old: bool = False) -> str:
    r"""Return what was written; before version 3.2 also as Java does, with `\u00e9`."""
    if "\\" not in written:
        return written
    return _ESCAPED.sub(lambda match: _character(match[1], is_old=is_old), written)


def _character(escaped: str, *, is_old: bool) -> str:
    if len(escaped) == 1:
        return _LETTERS.get(escaped, escaped)
    return chr(int(escaped[1:], 16)) if is_old else escaped
