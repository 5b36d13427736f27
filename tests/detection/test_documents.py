"""A text of several lines is read line by line, as annotators see it; only names are known in all of them."""

import textwrap
from pathlib import Path

import pytest

from detection import detect, detect_all, explain
from detection.rules.pipeline import lines_of
from text.markup import parse, render
from text.spans import Span

NOTES = sorted((Path(__file__).parents[1] / "data" / "detection").glob("*.txt"))


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.stem)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n"], ids=["unix", "windows", "empty"])
def test_a_line_is_found_in_a_document_as_it_is_alone(path, ending):
    lines = [parse(line)[0] for line in path.read_text(encoding="utf-8").splitlines()][:60]
    document, alone = "", []
    for line in lines:
        alone += [finding.shifted(len(document)) for finding in explain(line)]
        document += line + ending
    found = explain(document)
    known_by_others = [each for each in found if each not in alone]
    assert [each for each in found if each in alone] == alone
    assert [each.rule for each in known_by_others if not each.rule.endswith(".again")] == []


@pytest.mark.parametrize(
    "marked",
    [
        "Visite de M. [Quenouillard](NOM:PATIENT_E).\nContrôle de routine\nÉvolution favorable, [Quenouillard](NOM:PATIENT_E) d'accord",
        "À revoir demain ([Quenouillard](NOM:PERSONNEL_MÉDICAL))\nDr [Quenouillard](NOM:PERSONNEL_MÉDICAL) passe ce soir",
        # Whoever cares for patients goes first.
        "Mme [Quenouillard](NOM:PATIENT_E)\nDr [Quenouillard](NOM:PERSONNEL_MÉDICAL)\nÀ revoir demain ([Quenouillard](NOM:PERSONNEL_MÉDICAL))",
        # A term of medicine stays one.
        "Mme [Babinski](NOM:PATIENT_E) va bien\nsigne de Babinski absent",
        # Nothing is known to a text of its own.
        "Visite de M. [Dupertuis-Blanc](NOM:PATIENT_E)\n\nÀ revoir demain (Quenouillard)",
    ],
)
def test_names_that_a_line_tells_are_found_in_the_others(marked):
    text, _ = parse(marked)
    assert render(text, detect(text)) == marked


def test_a_name_known_from_another_line_says_where_it_was_found():
    text = "Visite de M. Quenouillard.\nÉvolution favorable, Quenouillard d'accord"
    first, second = explain(text)
    assert second.rule == "patient_names.again"
    assert second.trigger == (first.start, first.end)


def test_texts_that_are_read_together_know_nothing_of_each_other():
    texts = ["Visite de M. Quenouillard.\nTout va bien.", "À revoir demain (Quenouillard)"]
    assert [len(spans) for spans in detect_all(texts)] == [1, 0]


LETTER = (
    "Nous avons vu en consultation ce patient de 54 ans, adressé par le Dr Quenouillard pour des douleurs du genou "
    "droit apparues en mars 2019 après une chute. Il est connu pour une hypertension, traitée depuis 2012, et il "
    "travaille comme menuisier à Lausanne. Le prochain rendez-vous est prévu le 12 avril 2022 à 14h30 chez la "
    "Dresse Rochat-Vuille, avec qui nous en avons parlé."
)


@pytest.mark.parametrize("width", [60, 72, 80, 100])
def test_lines_that_were_folded_are_read_as_they_were_written(width):
    folded = textwrap.fill(LETTER, width, break_on_hyphens=False)
    assert len(folded.splitlines()) > 3
    assert detect(folded) == detect(LETTER)
    assert detect(f"Lausanne, le 3 mai 2022\n\n{folded}")[2:] == [
        Span(span.start + 25, span.end + 25, span.label) for span in detect(LETTER)
    ]


@pytest.mark.parametrize(
    "lines",
    [
        # Small letters begin them, but there was room for the next word.
        ["ch 12 sonde retirée ce matin sans complication, diurèse bonne et claire", "mme", "suite"],
        # Two lines as long as the longest, and nothing that goes on.
        ["Transfert prévu à la clinique dans la journée avec accord de la famille"] * 2,
        ["court", "lignes", "sans fin"],
    ],
)
def test_lines_that_nobody_folded_stay_apart(lines):
    assert [line for _, line in lines_of("\n".join(lines))] == lines
