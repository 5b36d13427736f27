"""A manager hands in files, looks at what annotators will see, and takes or discards them."""

import re

import pytest
from playwright.sync_api import expect

from accounts.audit import Actor
from corpus.corpora.services import create_corpus
from corpus.documents.models import Chunk, Document
from corpus.imports.models import Import
from demo.notes.generator import generate
from jobs.execution import run_job
from tests.browser.waiting import arrived_at, stop_the_clock
from tests.corpus.imports.conftest import zipped

pytestmark = pytest.mark.browser
NOTE = "<d><Type>lettre</Type><![CDATA[<p>Vu le 18.03.2022 par M.Mustafa.</p><p>Sans plainte.</p>]]></d>"


@pytest.fixture
def corpus(contest, carl):
    return create_corpus(
        owner=carl, actor=Actor(carl), name="Lettres", type_path="//Type", id_path="//Identifiant"
    )


def notes(count, seed):
    return {f"lot/{note.external_id}.xml": note.xml for note in generate(count, seed=seed)}


def hand_in(page, *files):
    """Choose files, as (name, bytes), and send them."""
    chosen = [{"name": name, "mimeType": "", "buffer": content} for name, content in files]
    page.locator("input[name=files]").set_input_files(chosen)
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_role("heading", level=2, name=re.compile("^Reading "))).to_be_visible()


def work(corpus):
    """Do what a worker would: run the job of the import under way."""
    imported = Import.objects.under_way().get(corpus=corpus)
    run_job(job_id=imported.job_id, worker="host:1")


def test_a_zip_of_notes_is_previewed_and_taken_and_a_damaged_one_changes_nothing(
    visit, carl, corpus
):
    page = visit(carl).go(f"/corpora/{corpus.pk}/")
    page.get_by_role("link", name="Import files").click()
    archive = zipped(notes(24, seed=5))
    hand_in(page, ("lot.zip", archive))
    work(corpus)

    # The page notices by itself that reading has ended.
    expect(page.get_by_role("heading", name=re.compile("^Ready: 24 new documents"))).to_be_visible()
    sides = page.get_by_role("table", name="").filter(has_text="What annotators see")
    expect(sides.get_by_role("row")).not_to_have_count(0)
    expect(page.get_by_text("1 of 24", exact=True)).to_be_visible()
    page.get_by_role("link", name="Next document").click()
    expect(page.get_by_text("2 of 24", exact=True)).to_be_visible()
    page.get_by_role("button", name="Add to corpus").click()
    expect(page.get_by_text("The documents have been added to the corpus.")).to_be_visible()
    documents, lines = Document.objects.taken().filter(corpus=corpus).count(), Chunk.objects.count()
    assert documents == 24

    page.get_by_role("link", name="See the corpus").click()
    figures = page.locator(".figures")
    expect(figures).to_contain_text("24")
    page.get_by_role("link", name="Import files").click()
    damaged = bytearray(zipped(notes(3, seed=6) | {"lot/b.xml": "<d><![CDATA[Pas fini"}))
    hand_in(page, ("lot.zip", archive[: len(archive) // 2]), ("reste.zip", bytes(damaged)))
    work(corpus)

    expect(
        page.get_by_role("heading", name=re.compile("Nothing is imported unless"))
    ).to_be_visible()
    problems = page.locator("#problems")
    expect(problems.get_by_role("row", name=re.compile("lot.zip"))).to_contain_text(
        "The archive is damaged"
    )
    expect(problems.get_by_role("row", name=re.compile("b.xml"))).to_contain_text(
        "XML is not well-formed here"
    )
    assert Document.objects.taken().filter(corpus=corpus).count() == documents

    page.get_by_role("button", name="Discard").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    expect(page.get_by_text("The import has been discarded.")).to_be_visible()
    work(corpus)
    expect(page.get_by_text("This import was discarded.")).to_be_visible()
    assert Document.objects.filter(corpus=corpus).count() == documents
    assert Chunk.objects.count() == lines


def test_what_is_valid_is_taken_only_after_a_question(visit, carl, corpus):
    page = visit(carl).go(f"/corpora/{corpus.pk}/import/")
    hand_in(page, ("a.xml", NOTE.encode()), ("b.xml", b"<d>"))
    work(corpus)
    page.get_by_role("button", name="Import valid data").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Data with errors (1 error) is left out")
    dialog.get_by_role("button", name="Keep as it is").click()
    assert not Document.objects.taken().filter(corpus=corpus).exists()
    page.get_by_role("button", name="Import valid data").click()
    dialog.get_by_role("button", name="Import valid data").click()
    expect(page.get_by_text("1 document with 2 lines is in the corpus.")).to_be_visible()
    assert Document.objects.taken().filter(corpus=corpus).count() == 1


def test_a_folder_goes_in_batches_with_its_names(visit, carl, corpus, tmp_path):
    folder = tmp_path / "lettres"
    (folder / "2022").mkdir(parents=True)
    for number in range(90):
        (folder / "2022" / f"{number}.txt").write_text(f"Note {number}.")
    (folder / ".DS_Store").write_text("nothing")
    page = visit(carl).go(f"/corpora/{corpus.pk}/import/")
    posts = []
    page.on(
        "request", lambda request: posts.append(request.url) if request.method == "POST" else None
    )
    page.locator("[data-folder]").set_input_files(folder)
    expect(page.get_by_text("90 files")).to_be_visible()
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_role("heading", level=2, name="Reading 90 files")).to_be_visible()
    imported = corpus.imports.get()
    assert imported.files.filter(name="lettres/2022/89.txt").exists()
    assert imported.files.count() == 90
    assert len([url for url in posts if url.endswith("/files/")]) == 3


def test_a_broken_line_is_waited_for(visit, carl, corpus):
    visitor = visit(carl)
    page = visitor.go(f"/corpora/{corpus.pk}/import/")
    tries = []

    def fail_once(route):
        tries.append(route.request.url)
        if len(tries) == 1:
            route.abort("connectionreset")
        else:
            route.continue_()

    # The browser itself tells of the line that broke.
    visitor.expect_complaint("ERR_CONNECTION_RESET")
    page.route("**/files/", fail_once)
    stop_the_clock(page)
    page.locator("input[name=files]").set_input_files(
        [{"name": "a.xml", "mimeType": "", "buffer": NOTE.encode()}]
    )
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_text("No connection. Trying again")).to_be_visible()
    assert len(tries) == 1
    page.clock.run_for(1000)
    expect(page.get_by_role("heading", level=2, name=re.compile("^Reading "))).to_be_visible()
    assert len(tries) == 2


def test_files_chosen_while_the_page_loads_are_not_forgotten(visit, carl, corpus):
    visitor = visit(carl)
    # Before any script of the page has run.
    visitor.page.add_init_script(
        """new MutationObserver((_, observer) => {
            const field = document.querySelector("input[name=files]");
            if (!field) return;
            observer.disconnect();
            const chosen = new DataTransfer();
            chosen.items.add(new File(["Un."], "a.txt"));
            field.files = chosen.files;
        }).observe(document, { childList: true, subtree: true });"""
    )
    page = visitor.go(f"/corpora/{corpus.pk}/import/")
    expect(page.get_by_text("1 file", exact=True)).to_be_visible()
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_role("heading", level=2, name=re.compile("^Reading 1 file"))).to_be_visible()


def test_files_are_dropped_on_the_page(visit, carl, corpus):
    page = visit(carl).go(f"/corpora/{corpus.pk}/import/")
    transfer = page.evaluate_handle(
        """() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(["Un."], "a.txt"));
          transfer.items.add(new File(["Deux."], "b.txt"));
          return transfer;
        }"""
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": transfer})
    expect(page.get_by_text("2 files")).to_be_visible()
    page.get_by_role("button", name="Choose other files").click()
    expect(page.get_by_role("button", name="Choose a folder")).to_be_visible()
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose at least one file.")


def test_tokens_and_markup_are_hidden_at_a_click(visit, carl, corpus):
    page = visit(carl).go(f"/corpora/{corpus.pk}/import/")
    hand_in(page, ("a.xml", NOTE.encode()))
    work(corpus)
    token = page.locator(".token", has_text="plainte")
    expect(token).not_to_have_css("box-shadow", "none")
    page.get_by_label("Tokens").uncheck()
    expect(token).to_have_css("box-shadow", "none")
    removed = page.locator(".sides .change--removed").first
    expect(removed).to_be_visible()
    page.get_by_label("Markup").uncheck()
    expect(removed).to_be_hidden()


def test_leafing_keeps_the_focus_and_what_was_switched_off(visit, carl, corpus):
    page = visit(carl).go(f"/corpora/{corpus.pk}/import/")
    hand_in(page, *((f"{number}.txt", f"Note {number}.".encode()) for number in range(3)))
    work(corpus)
    following = page.get_by_role("link", name="Next document")
    arrived_at(following)
    page.get_by_label("Tokens").uncheck()
    following.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 3", exact=True)).to_be_visible()
    expect(following).to_be_focused()
    expect(page.get_by_label("Tokens")).not_to_be_checked()
    expect(page.get_by_label("Markup")).to_be_checked()


def test_without_javascript_files_go_in_by_one_post(visit, carl, corpus):
    page = visit(carl, java_script_enabled=False).go(f"/corpora/{corpus.pk}/import/")
    page.get_by_label("Files or a zip archive").set_input_files(
        [{"name": "a.xml", "mimeType": "", "buffer": NOTE.encode()}]
    )
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_role("heading", level=2, name=re.compile("^Reading 1 file"))).to_be_visible()
    work(corpus)
    page.get_by_role("link", name="Refresh").click()
    page.get_by_role("button", name="Add to corpus").click()
    expect(page.get_by_text("1 document with 2 lines is in the corpus.")).to_be_visible()


def test_an_upload_that_broke_off_goes_on_later(visit, carl, corpus):
    visitor = visit(carl)
    page = visitor.go(f"/corpora/{corpus.pk}/import/")
    # The browser itself tells of the refusal.
    visitor.expect_complaint("409")
    page.route("**/read/", lambda route: route.fulfill(status=409, json={"error": "Not now."}))
    page.locator("input[name=files]").set_input_files(
        [{"name": "a.xml", "mimeType": "", "buffer": NOTE.encode()}]
    )
    page.get_by_role("button", name="Send and read the files").click()
    expect(page.get_by_role("alert")).to_contain_text("Not now.")

    other = visit(carl).go(f"/corpora/{corpus.pk}/import/")
    expect(other.get_by_text("1 file has arrived so far")).to_be_visible()
    other.locator("input[name=files]").set_input_files(
        [{"name": "b.xml", "mimeType": "", "buffer": NOTE.replace("18", "19").encode()}]
    )
    other.get_by_role("button", name="Add these files and read all").click()
    expect(
        other.get_by_role("heading", level=2, name=re.compile("^Reading 2 files"))
    ).to_be_visible()
    assert corpus.imports.get().files.count() == 2
