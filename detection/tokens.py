"""Tokens for rules: letters, digits and signs apart, and words that were glued together cut."""

import re
from functools import cache
from typing import TYPE_CHECKING

from detection.folding import fold

if TYPE_CHECKING:
    from spacy.language import Language

# Signs apart, and a cut where letters meet digits and where a small letter meets a capital
# (`DrA. Chollet`). Annotators' tokens keep such words whole; triggers must be found inside them.
# Signs in a row are one token: spaCy leaves the second of two cuts with the word behind it (`M.-Rose`).
# `°` stays with its word, so that `N°:` is `N°` and a sign.
_SIGNS = r"(?:[^\w\s°]|_)+"
_CUTS = re.compile(
    rf"{_SIGNS}|(?<=[^\W\d_])(?=\d)|(?<=[\d°])(?=[^\W\d_])|(?<=°)(?=\d)"
    r"|(?<=[a-zß-öø-ÿœ])(?=[A-ZÀ-ÖØ-ÞŒ])"
)
_LEADING = re.compile(_SIGNS)
# Halves of surrogate pairs are no characters.
_SIMPLE = re.compile("[^\\s\ud800-\udfff]+")


@cache
def blank(language: str) -> "Language":
    """Return the pipeline that reads texts, built once."""
    return new_blank(language)


def new_blank(language: str) -> "Language":
    """Return spaCy's blank pipeline with tokens as the rules need them, and folded norms."""
    import spacy  # noqa: PLC0415  (a second, which most processes never need)
    from spacy.attrs import NORM  # noqa: PLC0415
    from spacy.tokenizer import Tokenizer  # noqa: PLC0415

    pipeline = spacy.blank(language)
    # Tokens only: the limit guards the parser's memory, and no parser runs here.
    pipeline.max_length = 2**31
    # Nothing else is asked of a word, and working out the rest takes longer.
    pipeline.vocab.lex_attr_getters = {NORM: fold}  # type: ignore[attr-defined]
    # Words that the language brings along were known before, with norms of their own: `déc`, `Mme`.
    for lexeme in pipeline.vocab:
        lexeme.norm_ = fold(lexeme.orth_)
    pipeline.tokenizer = Tokenizer(
        pipeline.vocab, rules={}, prefix_search=_LEADING.match, infix_finditer=_CUTS.finditer
    )
    return pipeline


def cut(word: str) -> list[str] | None:
    """Return the tokens of a word without white space, as that pipeline would; none if only it can tell.

    Most words that a text has for the first time are in no lexicon: it takes a fifth of spaCy's time to see that.
    """
    if word.isalpha() and (word.islower() or word[1:].islower() or word.isupper()):
        return [word]
    if not _SIMPLE.fullmatch(word):
        return None
    leading = _LEADING.match(word)
    rest = word[leading.end() :] if leading else word
    tokens = [leading[0]] if leading else []
    start = 0
    for match in _CUTS.finditer(rest):
        # Nothing is cut off before the first letter.
        if match.start() == 0:
            continue
        if match.start() != start:
            tokens.append(rest[start : match.start()])
        if match[0]:
            tokens.append(match[0])
        start = match.end()
    if start < len(rest):
        tokens.append(rest[start:])
    return tokens
