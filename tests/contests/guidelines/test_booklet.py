from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from contests.guidelines.domain.pdf import Imprint, compile_pdf
from contests.guidelines.domain.reading import read
from tests.contests.guidelines.known import CATEGORIES, NASTY

IMPRINT = Imprint("Palio di prova", "1.2.0", "3 mai 2026", datetime(2026, 5, 3, tzinfo=UTC))
GUIDE = """\
# Guide d’annotation

Voir [les noms](#nom-patient-e) et [le site](https://example.org/guide).

## Les catégories

### {NOM:PATIENT_E}

::: correct
- Mme [Durand-Œuvray](NOM:PATIENT_E), née le [3 mai 1961](TEMPORAL:DATE)
:::

::: incorrect
- [Mme Durand](NOM:PATIENT_E) *le titre reste dehors*
:::

| forme | exemple |
|---|--:|
| longue | [3 mai 1961](TEMPORAL:DATE) |

### {TEMPORAL:DATE}

Les dates <kbd>A</kbd>.
"""


def pdf_of(markdown: str, *, language: str = "fr") -> PdfReader:
    pdf = compile_pdf(read(markdown), CATEGORIES, language=language, imprint=IMPRINT)
    return PdfReader(BytesIO(pdf))


def titles(outline: list) -> list[str]:
    flat = []
    for entry in outline:
        flat += titles(entry) if isinstance(entry, list) else [entry.title.strip()]
    return flat


def links(reader: PdfReader) -> list:
    return [
        annotation.get_object()
        for page in reader.pages
        for annotation in page.get("/Annots", [])
        if annotation.get_object()["/Subtype"] == "/Link"
    ]


@pytest.fixture(scope="module")
def guide() -> PdfReader:
    return pdf_of(GUIDE)


def test_the_title_page_says_what_this_is(guide):
    first = guide.pages[0].extract_text()
    for words in ("Guide d’annotation", "Palio di prova", "Version 1.2.0", "3 mai 2026"):
        assert words in first
    assert "Guide d’annotation" in guide.metadata.title


def test_everything_written_can_be_read(guide):
    text = " ".join(" ".join(page.extract_text() for page in guide.pages).split())
    for words in ("Durand-Œuvray", "3 mai 1961", "le titre reste dehors", "Correct", "Incorrect"):
        assert words in text


def test_contents_have_page_numbers_and_bookmarks_follow_the_headings(guide):
    contents = " ".join(guide.pages[1].extract_text().split())
    assert contents.startswith("Palio di prova Version 1.2.0 Table des matières")
    assert "NOM:PATIENT_E" in contents
    assert [title.split(maxsplit=1) for title in titles(guide.outline)] == [
        ["1", "Les catégories"],
        ["1.1", "NOM:PATIENT_E"],
        ["1.2", "TEMPORAL:DATE"],
    ]


def test_contents_and_text_are_linked(guide):
    found = links(guide)
    outside = [link["/A"]["/URI"] for link in found if "/URI" in link.get("/A", {})]
    assert outside == ["https://example.org/guide"]
    # Three lines of the contents and one reference in the text.
    assert len(found) - len(outside) >= 4


def test_the_document_is_tagged_for_screen_readers_in_its_language(guide):
    root = guide.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("fr")
    assert "/StructTreeRoot" in root


def test_the_same_guidelines_give_the_same_file_in_any_thread():
    def compile_once(_: int) -> bytes:
        return compile_pdf(read(GUIDE), CATEGORIES, language="fr", imprint=IMPRINT)

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(compile_once, range(8)))) == 1


@pytest.mark.parametrize("markdown", NASTY, ids=range(len(NASTY)))
def test_nasty_texts_become_a_document(markdown):
    assert len(pdf_of(markdown).pages) >= 2


PIECES = st.sampled_from(
    [*'"\\#$[]{}*_`~<>@/', "@a", "<b>", "</b>", "//", "/*", "\n", "\n\n", "## ", "- ", "1. ", "> ", "| a | b |\n|---|---|\n", "::: note\n", ":::\n", "[a](TEMPORAL:DATE)", "{TEMPORAL:DATE}", "[x](#y)", "[x](https://y)", "<br>", "<sub>"]
)  # fmt: skip


@settings(max_examples=60)
@given(st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=4))).map("".join)))
def test_any_text_becomes_a_document(markdown):
    assert len(pdf_of(markdown).pages) >= 2


@pytest.mark.parametrize("text", ["", 'a "b" \\ #c', "漢字 שלום"])
def test_any_contest_and_title_stand_on_the_first_page(text):
    imprint = Imprint(text, text, text, IMPRINT.made_at)
    pdf = compile_pdf(read(f"# {text}\nx"), CATEGORIES, language="de", imprint=imprint)
    assert len(PdfReader(BytesIO(pdf)).pages) == 3
