"""What pages say about corpora of any size: counted without reading every line again."""

import pytest
from django.core.paginator import Paginator
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpus.corpora.services import corpora_with_counts, documents_of
from corpus.imports.models import Import
from corpus.imports.selectors import repeated_lines, repetition_of
from tests.contests.drawing.drawing import add_document, create_corpus

pytestmark = pytest.mark.django_db
GREETING = "Avec nos salutations les meilleures"


@pytest.fixture
def corpus(carl):
    """A corpus with a document that came without import, one that was taken and one in preview."""
    corpus = create_corpus(carl, lettre=[GREETING, "Il dort bien."])
    for state, lines in {
        "taken": [GREETING, "Elle mange peu.", GREETING],
        "checked": [GREETING, "Sans douleur.", "Elle mange peu.", "Sans douleur."],
    }.items():
        imported = Import.objects.create(
            corpus=corpus, state=state, created_by=carl, lines_read=len(lines)
        )
        add_document(corpus, "rapport", lines, external_id=state, imported_in=imported)
    return corpus


def test_the_list_counts_lines_that_were_taken_or_came_without_an_import(carl, corpus):
    [listed] = corpora_with_counts(carl)
    assert (listed.documents_taken, listed.types_taken, listed.lines_taken) == (2, 2, 5)
    assert listed.under_way == "checked"


def test_a_preview_tells_what_repeats_in_it_and_what_the_corpus_has(corpus):
    imported = corpus.imports.get(state="checked")
    repetition = repetition_of(imported)
    assert (repetition.texts, repetition.repeated, repetition.known_in_corpus) == (3, 2, 2)
    [line] = repeated_lines(imported, repetition)
    assert (line.text, line.times, line.times_in_corpus) == ("Sans douleur.", 2, 0)


def test_a_page_of_documents_counts_only_the_lines_of_what_it_shows(corpus):
    with CaptureQueriesContext(connection) as queries:
        page = Paginator(documents_of(corpus), 50).page(1)
        assert {each.external_id: each.lines for each in page} == {"lettre-0": 2, "taken": 3}
    count, rows = (query["sql"] for query in queries)
    assert "corpus_chunk" not in count
    assert 'JOIN "corpus_chunk"' not in rows
