import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from demo.notes import lexicons
from demo.notes.documents import DOCUMENT_TYPES
from demo.notes.generator import generate, gold_lines
from demo.notes.lexicons import words
from demo.notes.marks import LABELS, lift, mark
from demo.notes.phrasing import GRAMMAR
from text.cleaning import clean
from text.markup import parse, render


@pytest.fixture(scope="module")
def documents():
    return list(generate(360, seed=11))


@pytest.fixture(scope="module")
def lines(documents):
    return [line for document in documents for line in document.gold]


def units(lines, label):
    return [line.text[s.start : s.end] for line in lines for s in line.spans if s.label == label]


def test_all_twenty_five_labels_occur(lines):
    assert {span.label for line in lines for span in line.spans} == set(LABELS)
    assert len(LABELS) == 25


def test_there_are_at_least_eight_document_types_in_equal_numbers(documents):
    counts = Counter(document.document_type for document in documents)
    assert len(counts) == len(DOCUMENT_TYPES) >= 8
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.parametrize("seed", range(25))
def test_gold_lines_are_exactly_the_clean_text(seed):
    for document in generate(24, seed=seed):
        cleaned = clean(document.xml, kind="xml")
        assert cleaned.split("\n") == [line.text for line in document.gold]
        assert all(line.text for line in document.gold)


def test_gold_spans_are_valid_disjoint_and_without_edge_blanks(lines):
    for line in lines:
        assert all(before.end <= after.start for before, after in pairwise(line.spans))
        for span in line.spans:
            unit = line.text[span.start : span.end]
            assert unit == unit.strip() != ""
            assert span.end <= len(line.text)


def test_no_mark_stays_in_a_document(documents):
    assert not any("\ue000" <= c <= "\uf8ff" for document in documents for c in document.xml)


def test_the_same_seed_gives_the_same_documents_whatever_the_count():
    few, many = list(generate(7, seed=3)), list(generate(30, seed=3))
    assert few == many[:7]
    assert few != list(generate(7, seed=4))


def test_types_can_be_chosen():
    kinds = {
        document.document_type
        for document in generate(4, seed=1, types=["radiologie", "convocation"])
    }
    assert kinds == {"radiologie", "convocation"}
    with pytest.raises(ValueError, match="Document types are"):
        list(generate(1, seed=1, types=["poème"]))


def test_records_are_well_formed_and_carry_metadata(documents):
    for document in documents:
        root = ElementTree.fromstring(document.xml)
        assert root.findtext("Entete/Identifiant") == document.external_id
        assert root.findtext("Entete/Type") == document.document_type
        assert root.findtext("Entete/Patient/Nom")


def test_html_has_what_the_hospital_s_editor_leaves(documents):
    source = "".join(document.xml for document in documents)
    for piece in (
        "<p>",
        "<br>",
        "<ul><li>",
        "<table",
        "<tr><td>",
        "&nbsp;",
        "&eacute;",
        "&#233;",
        "&lt;",
    ):
        assert piece in source


def test_dates_dominate_and_about_half_of_the_lines_are_empty(lines):
    counts = Counter(span.label for line in lines for span in line.spans)
    assert counts.most_common(1)[0][0] == "TEMPORAL:DATE"
    assert 0.3 < counts["TEMPORAL:DATE"] / counts.total() < 0.6
    assert 0.35 < sum(not line.spans for line in lines) / len(lines) < 0.65
    assert 60 < sum(len(line.text) for line in lines) / len(lines) < 120


def test_lines_are_varied_even_without_their_names_and_numbers(lines):
    masked = [mask(line) for line in lines if len(line.text) > 40]
    assert len(set(masked)) / len(masked) > 0.9


def mask(line):
    text = line.text
    for span in reversed(line.spans):
        text = f"{text[: span.start]}<{span.label}>{text[span.end :]}"
    return re.sub(r"\d+", "0", text)


def test_two_seeds_share_few_long_lines():
    first, second = (
        {mask(line) for d in generate(120, seed=seed) for line in d.gold if len(line.text) > 60}
        for seed in (101, 102)
    )
    assert len(first & second) / len(first) < 0.1


def test_every_call_in_the_phrases_is_defined():
    assert GRAMMAR.unknown_calls() == []


def test_word_lists_are_large_and_say_whose_they_are():
    for path in Path(lexicons.__file__).parent.glob("*.txt"):
        assert path.read_text(encoding="utf-8").startswith("# Own list")
    assert (
        len(words("surnames")) + len(words("surname_roots")) * len(words("surname_endings")) > 3000
    )
    assert len(words("first_names_f")) + len(words("first_names_m")) > 500


@pytest.mark.parametrize(
    ("label", "pattern"),
    [
        ("NOM:PATIENT_E", r"(?i)(?:M\.|Mme|Monsieur|Madame|Mr)\b"),
        ("NOM:PERSONNEL_MÉDICAL", r"(?i)(?:Dr|Dre|Dresse|Pr|Prof|Inf)[ .#]"),
        ("EMPLACEMENT:PAYS", r"(?i)(?:la|le) |l['’]"),
        ("CHUV:STRUCTURE_RÉFÉRENCE", r"(?i)(?:la|le|notre|au) |l['’]"),
        ("CONTACT:FAX", r"(?i)fax"),
        ("CONTACT:TÉLÉPHONE", r"(?i)t[ée]l"),
        ("DÉMOGRAPHIE:ÂGE", r"(?i)de |d['’]"),
        ("ID:IPP", r"(?i)ipp"),
        ("PERSONNES:LIEN_DE_PARENTÉ", r"(?i)(?:sa|son|ses|la|le) "),
        ("TEMPORAL:DATE", r"(?i)(?:le|du|au|en) "),
        ("TEMPORAL:TEMPS", r"(?i)(?:à|vers|dès) "),
    ],
)
def test_triggers_articles_and_honorifics_stay_outside(lines, label, pattern):
    assert [unit for unit in units(lines, label) if re.match(pattern, unit)] == []


@pytest.mark.parametrize(
    ("label", "pattern"),
    [
        ("NOM:PERSONNEL_MÉDICAL", r"[A-ZÉ]\.(?:-[A-Z]\.)? \w.*"),
        ("NOM:PERSONNEL_MÉDICAL", r"[A-ZÉ]#\w.*"),
        ("NOM:PERSONNEL_MÉDICAL", r"\w+ [A-ZÉ]\."),
        ("NOM:PATIENT_E", r"(?i)(?:de|di|da|von|van|del|el|ben|dos|le|la|du) \w+.*"),
        ("NOM:PATIENT_E", r"\w+-\w+"),
        ("EMPLACEMENT:RUE", r"CH#D.*"),
        ("DÉMOGRAPHIE:ÂGE", r"\d+ et \d+ ans"),
        ("TEMPORAL:DATE", r"\d+-\d+ [a-zû]+(?: \d{4})?"),
        ("TEMPORAL:DATE", r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) \d{1,2}"),
        ("TEMPORAL:DATE", r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"),
        ("TEMPORAL:DATE", r"\d{1,2} au \d{1,2} .*"),
        ("TEMPORAL:TEMPS", r"\d\d:\d\d"),
        ("CHUV:BÂTIMENT_CHAMBRE_OU_LIT", r"[A-Z]+#\d+#\d+"),
        ("EMPLACEMENT:CODE_CANTON", r"[A-Z]{2}"),
    ],
)
def test_units_occur_in_the_forms_of_the_guidelines(lines, label, pattern):
    assert any(re.fullmatch(pattern, unit) for unit in units(lines, label))


def test_a_weekday_joins_only_a_bare_day_number(lines):
    weekday = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
    joined = [
        u for u in units(lines, "TEMPORAL:DATE") if re.match(weekday + r" \d", u, re.IGNORECASE)
    ]
    assert all(re.fullmatch(weekday + r" \d{1,2}", unit, re.IGNORECASE) for unit in joined)


@pytest.mark.parametrize(
    "negative",
    [
        r"\d+ ?SA\b",
        r"toutes les \d",
        r"maladie d",
        r"\d+ mg",
        r"[pc]T\d",
        r"\d+h d['’]attente",
        r"EVA \d/10",
    ],
)
def test_hard_negatives_occur_and_are_never_marked(lines, negative):
    hits = [(line, m) for line in lines for m in re.finditer(negative, line.text)]
    assert hits
    for line, match in hits:
        assert not any(s.start < match.end() and match.start() < s.end for s in line.spans)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>né le {}</p>", "né le [18#03#2022](TEMPORAL:DATE)"),
        ("<p>n&eacute;&nbsp;le{}.Vu</p>", "né le[18#03#2022](TEMPORAL:DATE)#Vu"),
        ("<td>Date</td><td>{}</td>", "Date [18#03#2022](TEMPORAL:DATE)"),
        ("<b>{}</b>", "[18#03#2022](TEMPORAL:DATE)"),
    ],
)
def test_gold_follows_its_characters_through_cleaning(source, expected):
    marked = f"<d><![CDATA[{source.format(mark('TEMPORAL:DATE', '18.03.2022'))}]]></d>"
    (line,) = gold_lines(*lift(marked))
    assert render(line.text, line.spans) == expected
    assert parse(expected) == (line.text, list(line.spans))
