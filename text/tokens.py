"""Tokens of a text, normalised words, and digests."""

import hashlib
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language


def key_of(name: str) -> str:
    """Return a short key of a label or name, for forms and jobs that must not contain it."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def digest_of(text: str) -> bytes:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).digest()


def tokenize(text: str, *, language: str = "fr") -> tuple[tuple[int, int], ...]:
    """Return the half-open offsets of every token except whitespace."""
    document = _pipeline(language).make_doc(text)
    return tuple((token.idx, token.idx + len(token)) for token in document if not token.is_space)


@cache
def _pipeline(language: str) -> "Language":
    # Imported here: it takes a second, and most processes never tokenise.
    import spacy  # noqa: PLC0415

    pipeline = spacy.blank(language)
    # The limit protects the parser's memory, and no parser runs here.
    pipeline.max_length = 2**31
    return pipeline


_APOSTROPHES = {"’": "'", "ʼ": "'", "`": "'", "´": "'", "œ": "oe", "æ": "ae", "ß": "ss"}
# Lower-case letters of European languages in one pass; other words take the slow path.
_LATIN = str.maketrans(
    {chr(code): unicodedata.normalize("NFD", chr(code))[0] for code in range(0xE0, 0x180)}
    | _APOSTROPHES
)


def fold(word: str) -> str:
    """Return the word in lower case without accents; its length may change."""
    lowered = word.lower()
    if lowered.isascii():
        return lowered.replace("`", "'")
    translated = lowered.translate(_LATIN)
    if translated.isascii():
        return translated
    decomposed = unicodedata.normalize("NFD", translated)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


# Characters of French texts beyond Latin-1 that patterns would otherwise have to list.
_PLAIN_SIGNS = (
    ("’", "'"), ("μ", "µ"), ("–", "-"), ("—", "-"), ("−", "-"), ("\u2011", "-"), ("\u202f", " "), ("\u2009", " "),
    ("•", "*"), ("→", ">"), ("≥", ">"), ("≤", "<"),
)  # fmt: skip
_PLAIN_LATIN = bytes(
    ord(unicodedata.normalize("NFD", chr(code).lower())[0]) for code in range(256)
).translate(bytes.maketrans("\xa0´`º".encode("latin-1"), b" ''\xb0"))


def plain(text: str) -> str:
    """Return the text folded character by character, with the same length; `?` for characters beyond Latin-1."""
    if text.isascii():
        return text.lower().replace("`", "'")
    try:
        # The two most frequent signs; the others are replaced only after an error, which is rare.
        encoded = text.replace("’", "'").replace("μ", "µ").encode("latin-1")
    except UnicodeEncodeError:
        for sign, plain_sign in _PLAIN_SIGNS:
            text = text.replace(sign, plain_sign)
        encoded = text.encode("latin-1", "replace")
    return encoded.translate(_PLAIN_LATIN).decode("latin-1")
