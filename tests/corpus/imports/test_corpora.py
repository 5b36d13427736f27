"""Corpora: created by one person, kept by several, fixed once they have documents."""

import pytest
from django.utils.translation import override

from accounts.models import AuditEvent
from corpus.corpora.services import (
    add_keeper,
    change_corpus,
    create_corpus,
    delete_corpus,
    remove_keeper,
)
from corpus.documents.errors import (
    CorpusHasDocuments,
    CorpusInUse,
    CorpusNameTaken,
    ImportUnderWay,
    LastKeeper,
    UnusablePath,
)
from corpus.documents.models import Corpus
from corpus.imports.services.imports import discard_import, start_reading
from jobs.execution import run_job
from web.errors import explain


def test_who_creates_a_corpus_keeps_it(carl, eve, corpus):
    assert list(corpus.keepers.all()) == [carl]
    assert list(Corpus.objects.visible_to(carl)) == [corpus]
    assert list(Corpus.objects.visible_to(eve)) == []
    event = AuditEvent.objects.get(object_type="corpus")
    assert (event.action, event.object_id, event.actor) == ("created", str(corpus.pk), carl)


def test_a_name_is_given_once(carl, actor, corpus):
    with pytest.raises(CorpusNameTaken):
        create_corpus(owner=carl, actor=actor, name="Notes")
    other = create_corpus(owner=carl, actor=actor, name="Lettres")
    with pytest.raises(CorpusNameTaken):
        change_corpus(corpus=other, actor=actor, name="Notes")


def test_a_path_that_is_no_xpath_is_refused_with_its_field(carl, actor):
    with pytest.raises(UnusablePath) as caught:
        create_corpus(owner=carl, actor=actor, name="Notes", type_path="//type[")
    assert caught.value.field == "type_path"
    with override("en"):
        assert explain(caught.value) == "This is not a valid XPath expression."
    assert not Corpus.objects.exists()


def test_rules_and_paths_change_only_while_there_are_no_documents(corpus, actor, read):
    corpus = change_corpus(corpus=corpus, actor=actor, cleans_dashes=False, text_path="//texte")
    assert not corpus.rules.dashes
    read({"a.txt": "Bonjour"})
    with pytest.raises(CorpusHasDocuments):
        change_corpus(corpus=corpus, actor=actor, cleans_dashes=True)
    with pytest.raises(CorpusHasDocuments):
        change_corpus(corpus=corpus, actor=actor, text_path="")
    corpus.refresh_from_db()
    assert (corpus.cleans_dashes, corpus.text_path) == (False, "//texte")


def test_name_and_language_always_change(corpus, actor, read):
    read({"a.txt": "Bonjour"})
    change_corpus(corpus=corpus, actor=actor, name="Lettres", language="de", text_path="")
    corpus.refresh_from_db()
    assert (corpus.name, corpus.language) == ("Lettres", "de")
    event = AuditEvent.objects.get(object_type="corpus", action="changed")
    assert event.details == {"fields": ["name", "language"]}


def test_what_is_already_so_leaves_no_trace(corpus, actor):
    change_corpus(corpus=corpus, actor=actor, name="Notes", cleans_noise=True)
    assert not AuditEvent.objects.filter(object_type="corpus", action="changed").exists()


def test_keepers_come_and_go_but_never_the_last(corpus, carl, ana, actor):
    add_keeper(corpus=corpus, user=ana, actor=actor)
    add_keeper(corpus=corpus, user=ana, actor=actor)
    assert list(Corpus.objects.visible_to(ana)) == [corpus]
    remove_keeper(corpus=corpus, user=carl, actor=actor)
    remove_keeper(corpus=corpus, user=carl, actor=actor)
    with pytest.raises(LastKeeper):
        remove_keeper(corpus=corpus, user=ana, actor=actor)
    changes = AuditEvent.objects.filter(object_type="corpus", action="changed").order_by("id")
    assert [event.details for event in changes] == [
        {"change": "keeper added", "user": ana.pk},
        {"change": "keeper removed", "user": carl.pk},
    ]


def test_paths_do_not_change_while_files_are_read(corpus, actor, receive):
    start_reading(imported=receive({"a.txt": "un"}), actor=actor)
    with pytest.raises(ImportUnderWay):
        change_corpus(corpus=corpus, actor=actor, text_path="//texte")
    change_corpus(corpus=corpus, actor=actor, name="Lettres")


def test_a_path_that_found_no_text_can_be_mended(corpus, actor, read):
    change_corpus(corpus=corpus, actor=actor, text_path="//text")
    imported = read({"a.xml": "<a><texte>Vu.</texte></a>"})
    assert (imported.documents_read, imported.warnings) == (0, 1)
    change_corpus(corpus=corpus, actor=actor, text_path="//texte")
    run_job(job_id=start_reading(imported=imported, actor=actor).pk, worker="host:1")
    imported.refresh_from_db()
    assert (imported.documents_read, imported.warnings) == (1, 0)


def test_only_a_corpus_that_holds_nothing_is_deleted(corpus, actor, receive, read):
    imported = receive({"a.txt": "un"})
    with pytest.raises(ImportUnderWay):
        delete_corpus(corpus=corpus, actor=actor)
    run_job(job_id=start_reading(imported=imported, actor=actor).pk, worker="host:1")
    with pytest.raises(CorpusInUse):
        delete_corpus(corpus=corpus, actor=actor)
    run_job(job_id=discard_import(imported=imported, actor=actor).pk, worker="host:1")
    delete_corpus(corpus=corpus, actor=actor)
    assert not Corpus.objects.exists()
