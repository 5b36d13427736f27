"""The pages of corpora: who may open them, what they show, and what they change."""

import csv
import io
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.audit import Actor
from accounts.models import AuditEvent
from corpus.corpora.services import add_keeper, create_corpus
from corpus.documents.models import Corpus, Document
from corpus.imports.models import Import, ImportProblem
from corpus.imports.selectors import MOST_LINES
from corpus.imports.services.files import receive_file
from corpus.imports.services.imports import open_import, start_reading, take_import
from demo.notes.generator import generate
from jobs.execution import run_job
from jobs.services import cancel_job
from tests.corpus.imports.conftest import zipped

pytestmark = pytest.mark.django_db
GOOD = "<d><![CDATA[<p>Vu le 18.03.2022 &agrave; Nyon.</p><p>Sans plainte.</p>]]></d>"
BAD = "<d><![CDATA[<p>Pas fini"


@pytest.fixture
def corpus(contest, carl):
    """A corpus of carl's, who manages a contest."""
    return create_corpus(
        owner=carl, actor=Actor(carl), name="Lettres", type_path="//Type", id_path="//Identifiant"
    )


@pytest.fixture
def read(corpus, carl):
    """Return a function that imports files and reads them as a worker would."""

    def read(files, **choices):
        imported = open_import(corpus=corpus, actor=Actor(carl), **choices)
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            receive_file(imported=imported, name=name, chunks=[data])
        run_job(job_id=start_reading(imported=imported, actor=Actor(carl)).pk, worker="host:1")
        imported.refresh_from_db()
        return imported

    return read


@pytest.fixture
def taken(read, carl):
    """Return a function that imports files and takes them."""

    def taken(files, **choices):
        imported = read(files, **choices)
        take_import(imported=imported, valid_only=False, actor=Actor(carl))
        imported.refresh_from_db()
        return imported

    return taken


@pytest.fixture
def page(client, carl):
    """Return a function that opens a page as carl, or someone else, and returns its text."""

    def page(path, user=carl, language="en", status=200):
        user.language = language
        user.save()
        client.force_login(user)
        response = client.get(path)
        assert response.status_code == status
        return response.content.decode()

    return page


@pytest.fixture
def post(client, carl):
    def post(path, data=None, **options):
        client.force_login(carl)
        return client.post(path, data or {}, **options)

    return post


def address(imported, page=""):
    return f"/corpora/{imported.corpus_id}/imports/{imported.pk}/{page}"


def words_of(html):
    """Return what people read on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.partition("<main")[2]))


# --- Who may open what ---------------------------------------------------------------------------


def every_path(imported, document):
    corpus = f"/corpora/{imported.corpus_id}/"
    parts = ["", "settings/", "documents/", f"documents/{document.pk}/", "import/"]
    pages = ["", "problems/", "problems.csv", "sample/", "options/", "progress/"]
    return [
        "/corpora/",
        "/corpora/new/",
        *(corpus + part for part in parts),
        *(address(imported, part) for part in pages),
    ]


def test_annotators_and_strangers_find_nothing(taken, page, ana, ana_in_contest, eve):
    imported = taken({"a.xml": GOOD})
    for path in every_path(imported, imported.documents.get()):
        page(path, ana, status=404)
        page(path, eve, status=404)


def test_another_manager_sees_the_list_but_not_the_corpus(taken, page, bob, contest):
    contest.memberships.create(user=bob, role="manager")
    imported = taken({"a.xml": GOOD})
    assert "Lettres" not in page("/corpora/", bob)
    page("/corpora/new/", bob)
    for path in every_path(imported, imported.documents.get())[2:]:
        page(path, bob, status=404)


def test_who_is_signed_out_is_asked_to_sign_in(client, corpus):
    response = client.get(f"/corpora/{corpus.pk}/")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_a_part_of_a_page_asked_for_after_a_sign_out_lets_the_page_load_again(client, read):
    imported = read({"a.xml": GOOD})
    for part in ("sample/", "progress/"):
        answer = client.get(address(imported, part), headers={"HX-Request": "true"})
        assert answer["HX-Refresh"] == "true"
        assert b"Vu le" not in answer.content


def test_only_keepers_change_anything(client, read, ana, ana_in_contest):
    imported = read({"a.xml": GOOD})
    client.force_login(ana)
    for part in ("take/", "discard/", "read/", "stop/", "files/", "options/"):
        assert client.post(address(imported, part)).status_code == 404
    imported.refresh_from_db()
    assert imported.state == Import.State.CHECKED


def test_managers_find_corpora_in_the_navigation_and_annotators_do_not(
    page, contest, ana, ana_in_contest
):
    assert "/corpora/" in page("/contests/")
    assert "/corpora/" not in page("/contests/", ana)


def test_a_keeper_who_manages_no_contest_uses_the_corpus_and_creates_none(page, corpus, eve, carl):
    add_keeper(corpus=corpus, user=eve, actor=Actor(carl))
    assert "Lettres" in page("/corpora/", eve)
    page(f"/corpora/{corpus.pk}/", eve)
    page("/corpora/new/", eve, status=404)


# --- Corpora -------------------------------------------------------------------------------------


def test_without_a_corpus_the_list_says_what_to_do(page, contest):
    assert "There is no corpus yet." in page("/corpora/")


def test_the_list_counts_what_was_taken_and_nothing_else(taken, read, page):
    taken({"a.xml": GOOD})
    read({"b.xml": GOOD.replace("Nyon", "Morges")})
    words = words_of(page("/corpora/"))
    assert re.search(r"documents 1 lines 2 types 1", words)
    assert "People with access: Carl" in words
    assert "an import to check" in words


def test_a_corpus_is_created_with_its_rules(post, contest):
    answer = post(
        "/corpora/new/",
        {"name": "Urgences", "language": "de", "cleans_dashes": "on", "id_path": "//Id"},
    )
    corpus = Corpus.objects.get(name="Urgences")
    assert answer["Location"] == f"/corpora/{corpus.pk}/import/"
    assert (corpus.language, corpus.cleans_dashes, corpus.cleans_full_stops) == ("de", True, False)
    assert corpus.id_path == "//Id"


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"name": "Lettres"}, "Another corpus has this name."),
        ({"name": "Autres", "text_path": "//["}, "This is not a valid XPath expression."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(post, corpus, choices, words):
    answer = post("/corpora/new/", {"language": "fr", **choices})
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert Corpus.objects.filter(name="Autres").count() == 0


def test_rules_change_while_a_corpus_is_empty_and_not_after(post, corpus, taken):
    path = f"/corpora/{corpus.pk}/settings/"
    post(path, {"name": "Lettres", "language": "fr", "type_path": "//Genre"})
    corpus.refresh_from_db()
    assert (corpus.cleans_full_stops, corpus.type_path) == (False, "//Genre")

    taken({"a.xml": GOOD})
    post(path, {"name": "Courrier", "language": "fr", "cleans_full_stops": "on"})
    corpus.refresh_from_db()
    assert (corpus.name, corpus.cleans_full_stops, corpus.type_path) == (
        "Courrier",
        False,
        "//Genre",
    )


def test_a_corpus_is_deleted_only_while_it_holds_nothing(post, page, corpus, read):
    path = f"/corpora/{corpus.pk}/"
    assert "Delete this corpus" in page(f"{path}settings/")
    imported = read({"a.xml": GOOD})
    assert "Delete this corpus" not in page(f"{path}settings/")
    post(f"{path}delete/")
    assert Corpus.objects.filter(pk=corpus.pk).exists()
    post(address(imported, "discard/"))
    imported.refresh_from_db()
    run_job(job_id=imported.job_id, worker="host:1")
    assert post(f"{path}delete/")["Location"] == "/corpora/"
    assert not Corpus.objects.filter(pk=corpus.pk).exists()


def test_keepers_come_by_their_address_and_go_but_never_the_last(post, corpus, bob, carl):
    path = f"/corpora/{corpus.pk}/keepers/"
    post(path, {"email": "Bob@example.org"})
    assert set(corpus.keepers.all()) == {bob, carl}
    post(f"{path}{bob.pk}/remove/")
    post(f"{path}{carl.pk}/remove/")
    assert list(corpus.keepers.all()) == [carl]


def test_nobody_is_added_by_an_unknown_address(post, corpus):
    answer = post(f"/corpora/{corpus.pk}/keepers/", {"email": "no@example.org"}, follow=True)
    assert "No account has this address." in answer.content.decode()


def test_a_corpus_shows_counts_lengths_imports_and_documents(taken, page, corpus):
    taken({f"{note.external_id}.xml": note.xml for note in generate(6, seed=1)})
    words = words_of(page(f"/corpora/{corpus.pk}/"))
    assert "documents 6" in words
    assert re.search(r"lettre de consultation 1 \d+ ", words)
    assert "Length of lines" in words
    assert "in the corpus" in words


def test_documents_are_found_by_id_and_type(taken, page, corpus):
    taken({"a.xml": "<d><Identifiant>K-1</Identifiant><Type>lettre</Type><![CDATA[Un]]></d>"})
    taken({"b.xml": "<d><Identifiant>K-2</Identifiant><Type>labo</Type><![CDATA[Deux]]></d>"})
    path = f"/corpora/{corpus.pk}/documents/"
    assert "K-1" in page(path)
    assert "K-2" in page(path)
    assert "K-1" not in page(f"{path}?id=k-2")
    assert "K-2" not in page(f"{path}?type=lettre")
    assert "No document matches this filter." in page(f"{path}?id=k-2&type=lettre")


# --- Files in ------------------------------------------------------------------------------------


def test_files_come_in_by_one_plain_post(client, post, corpus):
    files = [
        SimpleUploadedFile("a.xml", GOOD.encode()),
        SimpleUploadedFile("b.xml", GOOD.replace("Nyon", "Gland").encode()),
    ]
    path = f"/corpora/{corpus.pk}/import/"
    answer = post(path, {"format": "auto", "encoding": "auto", "files": files})
    imported = corpus.imports.get()
    assert answer["Location"] == address(imported)
    assert imported.state == Import.State.READING
    assert sorted(imported.files.values_list("name", flat=True)) == ["a.xml", "b.xml"]


def test_a_post_without_files_is_refused_in_words(post, corpus):
    answer = post(f"/corpora/{corpus.pk}/import/", {"format": "auto", "encoding": "auto"})
    assert answer.status_code == 400
    assert "Choose at least one file." in answer.content.decode()
    assert not corpus.imports.exists()


JSON = {"headers": {"Accept": "application/json"}}


def test_a_script_opens_an_import_sends_batches_and_lets_them_be_read(post, corpus):
    choices = {"format": "xml", "encoding": "utf-8", "purpose": "gold", "document_type": "lettre"}
    opened = post(f"/corpora/{corpus.pk}/import/", choices, **JSON)
    assert opened.status_code == 201
    addresses = opened.json()
    for name in ("lot/a.xml", "lot/b.xml", "lot/a.xml"):
        file = SimpleUploadedFile("any.xml", GOOD.encode())
        assert (
            post(addresses["receive"], {"names": [name], "files": [file]}, **JSON).status_code
            == 200
        )
    imported = corpus.imports.get()
    assert (imported.format, imported.purpose) == ("xml", "gold")
    assert imported.options == {"encoding": "utf-8", "document_type": "lettre"}
    assert sorted(imported.files.values_list("name", flat=True)) == ["lot/a.xml", "lot/b.xml"]
    assert post(addresses["read"], **JSON).json()["import"] == address(imported)


@pytest.mark.parametrize("name", ["../a.xml", "/etc/a.xml"])
def test_a_name_that_leads_elsewhere_is_refused_in_words(post, corpus, carl, name):
    imported = open_import(corpus=corpus, actor=Actor(carl))
    file = SimpleUploadedFile("a.xml", b"<d/>")
    answer = post(address(imported, "files/"), {"names": [name], "files": [file]}, **JSON)
    assert answer.status_code == 409
    assert answer.json() == {"error": f"This file name is not allowed: {name}"}


def test_a_script_is_told_why_an_import_cannot_be_opened(post, corpus, carl):
    path = f"/corpora/{corpus.pk}/import/"
    assert post(path, {"format": "pdf", "encoding": "auto"}, **JSON).status_code == 400
    open_import(corpus=corpus, actor=Actor(carl))
    answer = post(path, {"format": "auto", "encoding": "auto"}, **JSON)
    assert answer.status_code == 409
    assert "Another import is in progress." in answer.json()["error"]


def test_an_import_under_way_is_what_one_is_led_to(client, post, corpus, carl):
    imported = open_import(corpus=corpus, actor=Actor(carl))
    client.force_login(carl)
    assert client.get(f"/corpora/{corpus.pk}/import/")["Location"] == address(imported)


# --- While it is read ----------------------------------------------------------------------------


def test_an_import_that_waits_for_files_says_how_many_have_come(page, corpus, carl):
    imported = open_import(corpus=corpus, actor=Actor(carl))
    assert "No file has arrived yet." in page(address(imported))
    receive_file(imported=imported, name="a.xml", chunks=[b"<d/>"])
    assert "1 file has arrived so far" in page(address(imported))


def test_progress_is_shown_and_then_the_page_loads_again(client, page, corpus, carl):
    imported = open_import(corpus=corpus, actor=Actor(carl))
    receive_file(imported=imported, name="a.xml", chunks=[GOOD.encode()])
    job = start_reading(imported=imported, actor=Actor(carl))
    assert "every 1s" in page(address(imported))
    assert "Waiting for a worker" in page(address(imported, "progress/"))
    run_job(job_id=job.pk, worker="host:1")
    answer = client.get(address(imported, "progress/"))
    assert answer["HX-Refresh"] == "true"


def test_reading_that_was_stopped_can_begin_again(page, post, corpus, carl):
    imported = open_import(corpus=corpus, actor=Actor(carl))
    receive_file(imported=imported, name="a.xml", chunks=[GOOD.encode()])
    start_reading(imported=imported, actor=Actor(carl))
    post(address(imported, "stop/"))
    words = page(address(imported))
    assert "Reading was stopped." in words
    post(address(imported, "read/"))
    imported.refresh_from_db()
    assert not imported.has_stopped
    cancel_job(job=imported.job, actor=Actor(carl))


# --- The preview ---------------------------------------------------------------------------------


def test_a_good_import_is_ready_and_shows_source_beside_lines(read, page):
    html = page(address(read({"a.xml": GOOD})))
    words = words_of(html)
    assert "Ready: 1 new document with 2 lines." in words
    assert "Add to corpus" in words
    assert '18<del class="change change--replaced">.</del>03' in html
    assert '18<ins class="change change--replaced">#</ins>03' in html
    assert '<span class="change change--decoded">&amp;agrave;</span>' in html
    assert '<span class="token">Nyon</span>' in html


def test_one_line_is_said_in_the_singular(read, page):
    assert "Ready: 1 new document with 1 line." in words_of(page(address(read({"a.txt": "Un"}))))


def test_with_errors_nothing_is_taken_unless_what_is_valid_is_chosen(read, page, post):
    imported = read({"a.xml": GOOD, "lot/b.xml": BAD})
    words = words_of(page(address(imported)))
    assert (
        "1 error was found. Nothing is imported unless you choose to import the valid data."
        in words
    )
    assert "lot/b.xml" in words
    assert "The XML is not well-formed here." in words
    refused = post(address(imported, "take/"), follow=True).content.decode()
    assert "The files have errors." in refused
    assert not Document.objects.taken().filter(imported_in=imported).exists()
    post(address(imported, "take/"), {"valid_only": "yes"})
    assert Document.objects.taken().filter(imported_in=imported).count() == 1


def test_with_errors_alone_there_is_nothing_to_take(read, page):
    html = page(address(read({"b.zip": b"no zip at all"})))
    assert "Nothing can be imported: there is 1 error." in words_of(html)
    assert "/take/" not in html


def test_the_same_file_again_brings_nothing_new(taken, read, page):
    taken({"a.xml": GOOD})
    html = page(address(read({"a.xml": GOOD})))
    assert "Nothing new: the corpus already has this document." in words_of(html)
    assert "/take/" not in html


def test_what_was_taken_says_what_to_do_next(taken, page):
    words = words_of(page(address(taken({"a.xml": GOOD}))))
    assert "1 document with 2 lines is in the corpus." in words
    assert "Go to the contests" in words


def test_discarding_leaves_the_corpus_as_it_was(read, page, post):
    imported = read({"a.xml": GOOD})
    post(address(imported, "discard/"))
    imported.refresh_from_db()
    run_job(job_id=imported.job_id, worker="host:1")
    assert "This import was discarded." in page(address(imported))
    assert not Document.objects.exclude(corpus__name="corpus of").filter(imported_in=imported)


def test_files_can_be_read_again_in_another_way(read, page, post):
    imported = read({"a.txt": "Un <b>deux</b>"})
    assert "&lt;b&gt;" in page(address(imported))
    choices = {"format": "html", "encoding": "auto", "document_type": "lettre"}
    post(address(imported, "options/"), choices)
    imported.refresh_from_db()
    run_job(job_id=imported.job_id, worker="host:1")
    imported.refresh_from_db()
    assert (imported.format, imported.state) == ("html", "checked")


def test_counts_of_types_follow_a_second_reading(read, page, post):
    imported = read({"a.txt": "Un"})
    page(address(imported))
    post(
        address(imported, "options/"),
        {"format": "auto", "encoding": "auto", "document_type": "xyz"},
    )
    imported.refresh_from_db()
    run_job(job_id=imported.job_id, worker="host:1")
    assert "xyz 1 1 2" in words_of(page(address(imported)))


def test_repeated_lines_are_counted_here_and_in_the_corpus(taken, read, page):
    taken({"a.txt": "Bonne nuit.\nUn"})
    words = words_of(page(address(read({"b.txt": "Bonne nuit.\nDeux\nBonne nuit."}))))
    assert "2 of 3 lines occur more than once (different texts: 2)." in words
    assert "2 lines are already in the corpus." in words
    assert "Bonne nuit. 2 1" in words


def test_sample_documents_are_leafed_through_one_by_one_and_by_type(read, client, page):
    files = {f"lot{number % 2}/{number}.txt": f"Texte {number}" for number in range(4)}
    imported = read(files)
    assert "2 of 4" in words_of(page(address(imported, "sample/?place=2")))
    narrowed = words_of(page(address(imported, "sample/?type=lot1&place=2")))
    assert "2 of 2" in narrowed
    assert client.get(address(imported, "sample/?place=random")).status_code == 302
    part = client.get(address(imported, "sample/"), headers={"HX-Request": "true"})
    assert not part.content.decode().strip().startswith("<!doctype")


def test_imported_annotations_are_drawn_with_their_labels(read, page):
    record = '{"text": "Vu par le Dr Durand.", "spans": [{"start": 13, "end": 19, "label": "NOM"}]}'
    html = page(address(read({"a.jsonl": record}, purpose="gold", format="jsonl")))
    assert re.search(r'<mark class="unit">.*Durand.*<small class="unit__label">NOM</small>', html)


def test_a_long_document_says_that_it_goes_on(read, page):
    text = "\n".join(f"Ligne {number}" for number in range(MOST_LINES + 50))
    words = words_of(page(address(read({"a.txt": text}))))
    assert f"The first {MOST_LINES} of {MOST_LINES + 50} lines are shown." in words


def test_a_text_of_markup_is_shown_and_never_run(read, page):
    html = page(address(read({"a.txt": "<script>alert(1)</script> 1.5"})))
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


# --- Problems ------------------------------------------------------------------------------------


@pytest.fixture
def troubled(read):
    """An import with two errors and one warning."""
    return read({"a.xml": BAD, "=b.xml": BAD, "c.pdf": b"%PDF"})


def test_problems_are_narrowed_by_severity(troubled, page):
    assert "c.pdf" in page(address(troubled, "problems/"))
    errors = page(address(troubled, "problems/?severity=error"))
    assert "a.xml" in errors
    assert "c.pdf" not in errors


def test_errors_come_before_warnings(read, page):
    imported = read({"a.pdf": b"%PDF", "b.xml": BAD})
    for path in (address(imported), address(imported, "problems/")):
        words = words_of(page(path))
        assert words.index("b.xml") < words.index("a.pdf")


def test_problems_are_downloaded_as_a_table_without_formulas(client, troubled, carl):
    client.force_login(carl)
    answer = client.get(address(troubled, "problems.csv"))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["Severity", "File", "Line", "Problem"]
    assert {row[1] for row in rows[1:]} == {"a.xml", "'=b.xml", "c.pdf"}
    assert AuditEvent.objects.filter(action="exported", object_type="import").exists()


def test_where_only_the_first_problems_are_kept_the_page_says_so(troubled, page):
    Import.objects.filter(pk=troubled.pk).update(errors=900)
    kept = ImportProblem.objects.filter(imported_in=troubled).count()
    words = words_of(page(address(troubled, "problems/")))
    assert f"The first {kept} of 901 are listed" in words


# --- Documents and traces ------------------------------------------------------------------------


def test_a_stored_document_stands_beside_its_source(taken, page, corpus):
    document = taken({"a.xml": GOOD}).documents.get()
    html = page(f"/corpora/{corpus.pk}/documents/{document.pk}/")
    assert '<del class="change change--removed">&lt;/p&gt;</del>' in html
    assert '<span class="token">plainte</span>' in html


def test_a_document_in_preview_is_no_document_of_the_corpus(read, page, corpus):
    document = read({"a.xml": GOOD}).documents.get()
    page(f"/corpora/{corpus.pk}/documents/{document.pk}/", status=404)


def test_the_text_is_where_the_corpus_says(page, contest, carl, client):
    corpus = create_corpus(owner=carl, actor=Actor(carl), name="Par chemin", text_path="//Corps")
    imported = open_import(corpus=corpus, actor=Actor(carl))
    source = "<d><Tete><![CDATA[<b>Non</b>]]></Tete><Corps><![CDATA[<b>Oui</b>]]></Corps></d>"
    receive_file(imported=imported, name="a.xml", chunks=[source.encode()])
    run_job(job_id=start_reading(imported=imported, actor=Actor(carl)).pk, worker="host:1")
    html = page(address(imported))
    assert '<span class="token">Oui</span>' in html
    assert '<span class="token">Non</span>' not in html


def test_every_reading_of_a_document_is_written_down(taken, page, corpus):
    imported = taken({"a.xml": GOOD})
    document = imported.documents.get()
    page(f"/corpora/{corpus.pk}/documents/{document.pk}/")
    page(address(imported))
    events = AuditEvent.objects.filter(action="read", object_type="document")
    assert list(events.values_list("object_id", flat=True)) == [str(document.pk)] * 2
    assert AuditEvent.objects.filter(
        action="read", object_type="import", object_id=str(imported.pk)
    ).exists()


def test_pages_speak_french(taken, read, page, corpus):
    imported = taken({"a.xml": GOOD})
    assert "Corpus" in page(f"/corpora/{corpus.pk}/", language="fr")
    page(address(imported), language="fr")


def test_an_archive_brings_its_files(read, page):
    imported = read(
        {"lot.zip": zipped({"x/a.xml": GOOD, "x/b.xml": GOOD.replace("Nyon", "Aigle")})}
    )
    assert "Ready: 2 new documents with 4 lines." in words_of(page(address(imported)))


def test_an_import_that_only_adds_annotations_shows_the_documents_they_are_about(
    taken, read, page, post
):
    def answers(annotator: str, *spans: dict[str, object]) -> dict[str, bytes]:
        record = {"text": "Vu par Durand", "spans": spans, "answer": "accept"}
        return {"a.jsonl": json.dumps(record | {"_annotator_id": annotator}).encode()}

    taken(answers("ana"), purpose="answers")
    second = read(answers("bob", {"start": 7, "end": 13, "label": "NOM"}), purpose="answers")
    words = words_of(page(address(second)))
    assert "new annotations on 1 line of documents already in the corpus" in words
    assert "answer of bob" in words
    post(address(second, "take/"))
    assert "The annotations on 1 line are in the corpus." in words_of(page(address(second)))
