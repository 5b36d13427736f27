"""The pages about guidelines: who may see and do what, and what they say."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from accounts.models import AuditEvent
from contests.guidelines.domain.problems import Problem
from contests.guidelines.models import GuidelineRevision
from contests.guidelines.selectors import texts_of
from contests.guidelines.services import text_digest
from contests.guidelines.tags import PROBLEMS, problem_words
from jobs.models import Job
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
GUIDE = "# Guide\n## Noms\n### {NOM:PATIENT_E}\nMme [Durand](NOM:PATIENT_E) & <script>x()</script>"
MANAGERS = ["edit/fr/", "publish/"]
ACTIONS = ["start/", "discard/", "edit/fr/preview/"]


@pytest.fixture
def home(contest):
    return f"/contests/{contest.pk}/guidelines/"


@pytest.fixture
def carls(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def anas(client, ana, ana_in_contest):
    client.force_login(ana)
    return client


def words(response) -> str:
    assert response.status_code == 200
    return squeezed(response)


def test_annotators_read_the_guidelines_in_force(anas, home, publish):
    publish("# Alt")
    publish(GUIDE)
    page = words(anas.get(home))
    assert ">Guide</h1>" in page
    assert "Version 1.1.0" in page
    assert '<h3 id="nom-patient-e">' in page
    assert 'href="#nom-patient-e"' in page
    assert '<mark class="unit sup-' in page
    assert "<script>x()" not in page


def test_opening_them_marks_them_as_read_and_is_no_event(anas, home, publish, ana_in_contest):
    first, latest = publish("un"), publish("deux")
    events = AuditEvent.objects.count()
    anas.get(f"{home}{first.version}/")
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.guideline_read is None
    anas.get(home)
    ana_in_contest.refresh_from_db()
    assert ana_in_contest.guideline_read == latest
    assert AuditEvent.objects.count() == events


def test_the_home_tells_of_new_guidelines_until_they_are_opened(anas, home, contest, publish):
    first_words = "Read the guidelines before you begin"
    publish("un")
    assert first_words in words(anas.get(f"/contests/{contest.pk}/"))
    anas.get(home)
    assert first_words not in words(anas.get(f"/contests/{contest.pk}/"))
    publish("deux")
    page = words(anas.get(f"/contests/{contest.pk}/"))
    assert "New guidelines: version 1.1.0" in page
    assert "Now: deux" in page


@pytest.mark.parametrize(
    ("query", "language", "title"),
    [("", "en", "Guide in English"), ("?lang=fr", "en", "Guide français"), ("", "fr", "Guide français"),
     ("?lang=xx", "en", "Guide in English")],
)  # fmt: skip
def test_the_language_is_the_readers_unless_they_choose(
    anas, ana, home, publish, query, language, title
):
    ana.language = language
    ana.save()
    publish("# Guide français", en="# Guide in English")
    assert f">{title}</h1>" in words(anas.get(home + query))


def test_where_a_language_is_missing_the_other_one_is_shown(anas, ana, home, publish):
    publish("# Guide français")
    assert ">Guide français</h1>" in words(anas.get(home))


def test_an_older_version_says_so(anas, home, publish):
    publish("# Un")
    publish("# Deux")
    page = words(anas.get(f"{home}1.0.0/"))
    assert ">Un</h1>" in page
    assert "Version 1.1.0 is in force." in page
    assert anas.get(f"{home}3.0.0/").status_code == 404


def test_a_draft_is_for_managers_only(client, home, begin, carl, ana, ana_in_contest):
    begin(fr="# Secret")
    client.force_login(ana)
    assert "There are no guidelines yet." in words(client.get(home))
    for page in ("draft/", "draft/guidelines.pdf", "compare/?from=draft&to=draft", *MANAGERS):
        assert client.get(home + page).status_code == 404
    for action in ACTIONS:
        assert client.post(home + action).status_code == 404
    client.force_login(carl)
    assert ">Secret</h1>" in words(client.get(f"{home}draft/"))


def test_a_stranger_finds_nothing(client, home, publish, eve):
    publish(GUIDE)
    client.force_login(eve)
    for page in ("", "1.0.0/", "versions/", "1.0.0/guidelines.pdf", "1.0.0/guidelines.html"):
        assert client.get(home + page).status_code == 404


def test_the_page_to_take_away_needs_nothing_else(anas, home, publish):
    publish(GUIDE)
    response = anas.get(f"{home}1.0.0/guidelines.html?lang=fr")
    page = words(response)
    assert response["Content-Disposition"] == 'attachment; filename="palio-di-prova-1.0.0-fr.html"'
    assert "<style>" in page
    assert 'href="#nom-patient-e"' in page
    assert "--sup:#" in page
    for outside in ("<link", "<script", "src=", "@import", "url("):
        assert outside not in page


def test_the_booklet_names_contest_and_version(anas, home, publish):
    publish(GUIDE)
    response = anas.get(f"{home}1.0.0/guidelines.pdf?lang=fr")
    assert response["Content-Type"] == "application/pdf"
    reader = PdfReader(BytesIO(response.content))
    first = reader.pages[0].extract_text()
    assert "Palio di prova" in first
    assert "Version 1.0.0" in first


def test_versions_are_listed_with_what_changed(anas, home, publish):
    publish("un")
    publish("deux", level="major")
    page = words(anas.get(f"{home}versions/"))
    assert page.index("2.0.0") < page.index("1.0.0")
    assert "Now: deux" in page
    assert "?from=1.0.0&amp;to=2.0.0" in page


def test_before_the_first_version_none_is_listed(carls, home):
    assert carls.get(f"{home}versions/").status_code == 200


def test_two_versions_stand_side_by_side(anas, home, publish):
    publish("Le titre est marqué.")
    publish("Le titre reste dehors.")
    page = words(anas.get(f"{home}compare/?from=1.0.0&to=1.1.0"))
    assert "<del>est</del>" in page
    assert "<ins>reste</ins>" in page
    assert anas.get(f"{home}compare/?from=1.0.0&to=9.9.9").status_code == 404


def test_a_manager_starts_from_the_default_guidelines(carls, home, contest):
    assert "Start from the default guidelines" in words(carls.get(home))
    page = words(carls.post(f"{home}start/", {"source": "default"}, follow=True))
    assert "Draft of the guidelines" in page
    assert set(texts_of(contest.guidelines.get())) == {"fr", "en"}
    again = words(carls.post(f"{home}start/", {"source": "empty"}, follow=True))
    assert "There is already a draft" in again


def test_a_text_is_written_in_its_own_language_whatever_the_interface_speaks(carls, home, begin):
    begin(fr="un", en="one")
    page = words(carls.get(f"{home}edit/fr/"))
    assert '<html lang="en"' in page
    assert f'hx-post="{home}edit/fr/"' in page
    assert f'hx-post="{home}edit/fr/preview/"' in page
    assert f'href="{home}edit/fr/" hreflang="fr" aria-current="true"' in page
    assert '<textarea id="id_markdown" name="markdown" lang="fr"' in page


def test_versions_are_compared_in_the_language_asked_for(carls, home, publish):
    publish("un", en="one")
    publish("deux", en="two")
    page = words(carls.get(f"{home}compare/?from=1.0.0&to=1.1.0&lang=fr"))
    assert '<input type="hidden" name="lang" value="fr">' in page
    assert '<div class="diff" lang="fr">' in page
    assert 'hreflang="fr" aria-current="true"' in page


def post_text(client, home, draft, text, *, loaded="", **headers):
    data = {"draft": draft.pk, "loaded": text_digest(loaded), "markdown": text}
    return client.post(f"{home}edit/fr/", data, follow=True, **headers)


def test_saving_keeps_lines_as_they_were_typed(carls, home, begin):
    draft = begin()
    assert "The draft is saved." in words(post_text(carls, home, draft, "# Un\r\n\r\n  deux\r\n"))
    assert texts_of(draft) == {"fr": "# Un\n\n  deux\n"}


def test_a_script_is_told_how_saving_went(carls, home, begin):
    draft = begin()
    page = words(post_text(carls, home, draft, "un", HTTP_HX_REQUEST="true"))
    assert "Saved at" in page
    assert text_digest("un") in page
    assert "<html" not in page


@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_who_saves_second_sees_both_texts_and_may_then_save(carls, home, begin, headers):
    draft = begin(fr="first words")
    page = words(post_text(carls, home, draft, "second words", loaded="", **headers))
    assert "Someone else has saved this text since you opened it." in page
    assert "<del>first</del>" in page
    assert "<ins>second</ins>" in page
    assert '<div class="diff" lang="fr">' in page
    assert texts_of(draft) == {"fr": "first words"}
    assert text_digest("first words") in page
    post_text(carls, home, draft, "second words", loaded="first words")
    assert texts_of(draft) == {"fr": "second words"}


def test_a_text_whose_draft_is_gone_is_not_lost(carls, home, begin):
    draft = begin()
    draft.delete()
    data = {"draft": draft.pk or 0, "loaded": text_digest(""), "markdown": "my long text"}
    page = words(carls.post(f"{home}edit/fr/", data))
    assert "Your text was not saved." in page
    assert "my long text</textarea>" in page


def test_a_text_that_is_too_long_is_refused_in_words(carls, home, begin):
    draft = begin()
    page = words(post_text(carls, home, draft, "x" * 250_001, HTTP_HX_REQUEST="true"))
    assert "at most 250000 characters" in page
    assert texts_of(draft) == {}


def test_the_preview_draws_the_text_and_lists_its_problems(carls, home, begin):
    begin()
    page = words(carls.post(f"{home}edit/fr/preview/", {"markdown": f"{GUIDE}\n{{NO:SUCH}}"}))
    assert '<mark class="unit' in page
    assert "<script>x()" not in page
    assert "The contest has no category “NO:SUCH”." in page
    assert "25 categories without a section" in page


def test_publishing_asks_for_a_note_and_tells_everyone(carls, home, contest, begin, carl):
    draft = begin(fr="un")
    refused = carls.post(f"{home}publish/", {"draft": draft.pk, "change_note": " "})
    assert "This field is required." in words(refused)
    sent = {"draft": draft.pk, "change_note": "The first one."}
    page = words(carls.post(f"{home}publish/", sent, follow=True))
    assert "Version 1.0.0 is published." in page
    revision = GuidelineRevision.objects.get()
    job = Job.objects.get(kind="contests.tell_guidelines")
    assert (revision.version, revision.change_note) == ("1.0.0", "The first one.")
    assert (job.params, job.contest_id, job.created_by) == (
        {"revision": revision.pk},
        contest.pk,
        carl,
    )


def test_the_next_version_depends_on_how_much_changes(carls, home, publish, begin):
    publish("un")
    draft = begin(fr="deux")
    page = words(carls.get(f"{home}publish/"))
    for version in ("1.0.1 –", "1.1.0 –", "2.0.0 –"):
        assert version in page
    data = {"draft": draft.pk, "change_note": "x", "level": "major"}
    assert "Version 2.0.0 is published." in words(carls.post(f"{home}publish/", data, follow=True))


def test_publishing_nothing_new_is_refused(carls, home, publish, begin):
    publish("un")
    data = {"draft": begin(fr="un").pk, "change_note": "x", "level": "minor"}
    assert "says the same as the published version" in words(carls.post(f"{home}publish/", data))
    assert not Job.objects.filter(kind="contests.tell_guidelines").exists()


def test_a_draft_can_be_discarded(carls, home, contest, begin):
    begin(fr="un")
    page = words(carls.post(f"{home}discard/", follow=True))
    assert "The draft has been discarded." in page
    assert not contest.guidelines.exists()


def test_pages_without_a_draft_lead_back(carls, home, publish):
    publish("un")
    for page in MANAGERS:
        assert carls.get(home + page).url == home
    assert carls.get(f"{home}edit/xx/").status_code == 404


def test_every_problem_has_words():
    codes = {value for name, value in vars(Problem).items() if name.isupper()}
    assert set(PROBLEMS) == codes
    for code in codes:
        assert "%(" not in problem_words(Problem(code, 1, "NOM:X"))
