"""One form for a word however it is written: small letters, no accents, plain apostrophes."""

import unicodedata

_APOSTROPHES = {"’": "'", "ʼ": "'", "`": "'", "´": "'", "œ": "oe", "æ": "ae", "ß": "ss"}
# Small letters of European languages, done in one go; what is left goes the long way.
_LATIN = str.maketrans(
    {chr(code): unicodedata.normalize("NFD", chr(code))[0] for code in range(0xE0, 0x180)}
    | _APOSTROPHES
)


def fold(word: str) -> str:
    """Return the word in small letters without accents; not always of the same length."""
    lowered = word.lower()
    if lowered.isascii():
        return lowered.replace("`", "'")
    translated = lowered.translate(_LATIN)
    if translated.isascii():
        return translated
    decomposed = unicodedata.normalize("NFD", translated)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


# What French texts use beyond Latin-1 and patterns would have to spell out.
_PLAIN_SIGNS = (
    ("’", "'"), ("μ", "µ"), ("–", "-"), ("—", "-"), ("−", "-"), ("\u2011", "-"), ("\u202f", " "), ("\u2009", " "),
    ("•", "*"), ("→", ">"), ("≥", ">"), ("≤", "<"),
)  # fmt: skip
_PLAIN_LATIN = bytes(
    ord(unicodedata.normalize("NFD", chr(code).lower())[0]) for code in range(256)
).translate(bytes.maketrans("\xa0´`º".encode("latin-1"), b" ''\xb0"))


def plain(text: str) -> str:
    """Return the text folded character by character: always of the same length; `?` beyond Latin-1."""
    if text.isascii():
        return text.lower().replace("`", "'")
    try:
        # The two that most French texts have; the rest is worth an error.
        encoded = text.replace("’", "'").replace("μ", "µ").encode("latin-1")
    except UnicodeEncodeError:
        for sign, plain_sign in _PLAIN_SIGNS:
            text = text.replace(sign, plain_sign)
        encoded = text.encode("latin-1", "replace")
    return encoded.translate(_PLAIN_LATIN).decode("latin-1")
