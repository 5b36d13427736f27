"""Names on the scoreboard: what people cannot tell apart is one alias."""

import unicodedata


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
