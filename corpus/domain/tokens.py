"""Token boundaries, to which a selection snaps."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language


def tokenize(text: str, *, language: str = "fr") -> tuple[tuple[int, int], ...]:
    """Return the half-open offsets of every token that is not white space."""
    document = _pipeline(language).make_doc(text)
    return tuple((token.idx, token.idx + len(token)) for token in document if not token.is_space)


@cache
def _pipeline(language: str) -> "Language":
    # Here and not above: it takes a second, and most processes never tokenise.
    import spacy  # noqa: PLC0415

    pipeline = spacy.blank(language)
    # Tokens only: the limit guards the parser's memory, and no parser runs here.
    pipeline.max_length = 2**31
    return pipeline
