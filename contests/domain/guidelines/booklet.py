"""Guidelines on paper: one PDF with title page, linked contents, bookmarks and page numbers."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Literal, cast

import typst

from contests.domain.guidelines.as_typst import draw_typst, quoted
from contests.domain.guidelines.categories import Categories
from contests.domain.guidelines.reading import Guidelines
from contests.domain.guidelines.words import words_in


@dataclass(frozen=True)
class Imprint:
    """What the title page says besides the title."""

    contest: str
    version: str
    # As people write it; a draft has none.
    date: str
    made_at: datetime


def compile_pdf(
    guidelines: Guidelines, categories: Categories, *, language: str, imprint: Imprint
) -> bytes:
    """Return the PDF: tagged for screen readers, by the letter of PDF/UA where that can be."""
    source = _source(guidelines, categories, language, imprint).encode()
    try:
        return _compile(source, imprint.made_at, "ua-1")
    except typst.TypstError:
        # The standard forbids characters that no font here has: better shown as boxes than not.
        return _compile(source, imprint.made_at, "1.7")


def _compile(source: bytes, made_at: datetime, standard: Literal["ua-1", "1.7"]) -> bytes:
    # A compiler of its own each time: threads share nothing, and fonts come from the package alone.
    compiler = typst.Compiler(ignore_system_fonts=True, font_paths=_fonts())
    pdf = compiler.compile(
        input=source, format="pdf", pdf_standards=[standard], timestamp=int(made_at.timestamp())
    )
    return cast("bytes", pdf)


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False)


@cache
def _look() -> str:
    return Path(__file__).with_suffix(".typ").read_text(encoding="utf-8")


def _source(guidelines: Guidelines, categories: Categories, language: str, imprint: Imprint) -> str:
    words = words_in(language)
    version = f"{words.version} {imprint.version}".strip() if imprint.version else ""
    options = {
        "name": guidelines.title or words.guidelines,
        "contest": imprint.contest,
        "version": version,
        "date": imprint.date,
        "contents": words.contents,
        "page-word": words.page,
        "lang": language,
    }
    given = ", ".join(f"{name}: {quoted(value)}" for name, value in options.items())
    body = draw_typst(guidelines, categories, language=language)
    return f"{_look()}\n#show: booklet.with({given})\n{body}\n"
