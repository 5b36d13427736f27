"""The pages of pre-annotation: state, preview, rules, own words and formats."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import AuditEvent
from contests.contest.models import Contest
from contests.proposals.tags import meanings
from jobs.models import Job
from tests.contests.drawing.drawing import finish
from tests.contests.proposals.detecting import (
    EMAIL,
    UNIT,
    add_words,
    found,
    make_draft,
    pre_annotate,
)
from tests.jobs.following import followed
from tests.pages import squeezed
from text.tokens import key_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(carl):
    return make_draft(carl)


@pytest.fixture
def page(client, draft, carl):
    client.force_login(carl)
    return f"/contests/{draft.pk}/pre-annotation/"


def shown(client, path, **data):
    response = client.post(path, data, follow=True) if data else client.get(path)
    assert response.status_code == 200
    return squeezed(response)


@pytest.mark.parametrize("person", ["ana", "eve"])
def test_only_managers_see_any_of_it(client, contest, ana_in_contest, request, person):
    client.force_login(request.getfixturevalue(person))
    root = f"/contests/{contest.pk}/pre-annotation/"
    for path in ("", "preview/", "progress/", "rules/", "words/", "words/units/", "evaluation/"):
        assert client.get(root + path).status_code == 404
    for path in (
        "run/", "labels/", "words/units/", "words/units/search/", "words/units/remove/",
        "formats/new/", "formats/try/", "formats/1/remove/", "evaluation/run/", "evaluation/file/",
    ):  # fmt: skip
        assert client.post(root + path).status_code == 404
    for path in ("words/units/download/", "evaluation/scores.csv", "evaluation/scores.json"):
        assert client.get(root + path).status_code == 404


def test_the_rules_go_through_the_inputs_at_the_press_of_a_button(client, page, draft):
    assert "has not gone through" in shown(client, page)
    client.post(f"{page}run/")
    assert "Pre-annotation of a contest" in shown(client, page)
    address = followed(client, page)
    client.post(f"{page}run/")
    assert Job.objects.live().count() == 1
    finish(Job.objects.live().get())
    assert client.get(address)["HX-Refresh"] == "true"
    # Pages of earlier versions ask there.
    assert client.get(f"{page}progress/")["HX-Refresh"] == "true"
    text = shown(client, page)
    assert "Up to date" in text
    assert EMAIL in text


def test_a_change_is_noticed_and_named(client, page, draft):
    pre_annotate(draft)
    Contest.objects.filter(pk=draft.pk).update(state="open")
    add_words(draft, "units", "Zirconie")
    assert "The detector has changed since" in shown(client, page)


def test_without_inputs_the_page_leads_to_them(client, page, draft):
    draft.inputs.all().delete()
    assert f'href="/contests/{draft.pk}/inputs/"' in shown(client, page).split("no inputs")[1]
    assert "no inputs" in shown(client, f"{page}preview/")


def test_the_preview_shows_reasons_and_what_each_team_sees(client, page, draft):
    text = shown(client, f"{page}preview/?seed=3")
    assert "Rule: an e-mail address" in text
    assert "contact.email" in text
    assert "farfalle</span>" in text
    assert "everything is shown" in text
    assert "nothing is shown" in text
    event = AuditEvent.objects.get(action="read", object_type="input")
    assert sorted(event.details["inputs"]) == sorted(draft.inputs.values_list("pk", flat=True))


def test_a_reason_is_in_the_language_of_the_page_also_in_a_text_in_another(client, page, draft):
    text = shown(client, f"{page}preview/?seed=3")
    assert f'lang="{draft.language}"' in text
    assert '<span class="why" role="tooltip" id="why-' in text
    assert draft.language == "fr"
    assert re.search(r'role="tooltip" id="[\w-]+" lang="en"><span class="why__rule">Rule', text)


def test_a_perturbed_mark_says_so_and_names_no_rule(client, page, draft):
    draft.teams.filter(name="farfalle").update(perturbation=1)
    assert "Changed on purpose" in shown(client, f"{page}preview/")


@pytest.mark.parametrize("seed", ["", "x", "-1", "9" * 40, "٣"])
def test_any_seed_will_do(client, page, seed):
    assert client.get(f"{page}preview/", {"seed": seed}).status_code == 200


def test_stored_reasons_are_shown_on_the_page_of_inputs(client, page, draft):
    pre_annotate(draft)
    text = shown(client, f"/contests/{draft.pk}/inputs/")
    assert "Rule: an e-mail address" in text


def test_labels_are_chosen_and_the_draft_is_done_anew(client, page, draft):
    pre_annotate(draft)
    field = f"label-{key_of(EMAIL)}"
    choices = {field: "AUTRES", "keeps_imported": "yes"}
    shown(client, f"{page}labels/", **choices)
    finish(Job.objects.live().get())
    assert ("bob@example.org", "AUTRES") in found(draft)


def test_a_label_that_is_not_offered_is_refused(client, page, draft):
    choices = {f"label-{key_of(EMAIL)}": "NO:SUCH", "keeps_imported": "yes"}
    response = client.post(f"{page}labels/", choices)
    assert response.context["form"].errors
    assert not Contest.objects.filter(pre_annotation__isnull=False).exists()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_is_in_words_on_the_page_of_rules(client, page, carl, language):
    carl.language = language
    carl.save()
    text = shown(client, f"{page}rules/")
    assert text.count("rule-graph__node") >= 25
    for rule in meanings():
        if not rule.startswith(("own.", "english.")):
            assert f">{rule}<" in text


def test_a_language_without_rules_says_so(client, page, draft):
    Contest.objects.filter(pk=draft.pk).update(language="it")
    assert "no rules for the language" in shown(client, page)
    assert "no rules for the language" in shown(client, f"{page}rules/")


def upload(name, content):
    return SimpleUploadedFile(name, content)


def test_words_are_written_or_sent_and_counted(client, page, draft):
    text = shown(client, f"{page}words/units/", words="Azur\nazur\nZénith")
    assert "2 words were added. 1 was there already." in text
    sheet = upload("unites.csv", "\ufeffNom;Code\r\nSud;1\r\nNord;2\r\n".encode())
    text = shown(client, f"{page}words/units/", file=sheet, has_header="on")
    assert "2 words were added." in text
    assert list(draft.lexicon_words.values_list("text", flat=True)) == [
        "Azur", "Nord", "Sud", "Zénith",
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_are_read_in_the_usual_encodings(client, page, draft, encoding):
    file = upload("w.txt", "Unité « Été »\r\nL’Étoile".encode(encoding))
    text = shown(client, f"{page}words/units/", file=file)
    assert ("read as Windows-1252" in text) == (encoding == "cp1252")
    assert set(draft.lexicon_words.values_list("text", flat=True)) == {"Unité « Été »", "L’Étoile"}


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (upload("w.xlsx", b"PK\x03\x04\x00\x00\x00"), "not a text file"),
        (upload("w.txt", b"# only remarks\n"), "no word in it"),
        (upload("w.txt", b"Azur\n" * 600_000), "larger than 2 MB"),
    ],
)
def test_other_files_are_refused_with_words(client, page, draft, file, words):
    assert words in shown(client, f"{page}words/units/", file=file)
    assert not draft.lexicon_words.exists()


def test_who_sends_nothing_is_told_what_to_do(client, page):
    assert "Write words here, or choose a file" in shown(client, f"{page}words/units/", words=" \n")


def test_with_one_wrong_line_nothing_is_taken_and_the_lines_come_back(client, page, draft):
    file = upload("w.txt", "Azur\n508\nZénith\nle\n".encode())
    text = shown(client, f"{page}words/units/", file=file)
    assert "Line 2" in text
    assert "Line 4" in text
    assert "Azur 508 Zénith" in text
    assert not draft.lexicon_words.exists()
    text = shown(client, f"{page}words/units/", words="Azur\n508\nZénith", takes_valid="on")
    assert "2 words were added. 1 line was left out." in text


def test_words_are_found_and_removed(client, page, draft):
    add_words(draft, "units", "Azur", "Zénith", "Azurite")
    assert "Zénith" not in shown(client, f"{page}words/units/search/", sought="AZUR")
    assert "No word has" in shown(client, f"{page}words/units/search/", sought="xyz")
    word = draft.lexicon_words.get(text="Azur")
    assert "1 word was removed" in shown(client, f"{page}words/units/remove/", word=word.pk)
    assert "2 words were removed" in shown(client, f"{page}words/units/remove/", all="yes")
    assert not draft.lexicon_words.exists()


def test_words_of_another_contest_stay(client, page, draft, carl):
    other = make_draft(carl, preset="hipaa", lines=["Rien."])
    add_words(other, "units", "Azur")
    client.post(f"{page}words/units/remove/", {"word": other.lexicon_words.get().pk})
    assert other.lexicon_words.count() == 1


def test_a_list_is_downloaded_as_it_can_be_added_again(client, page, draft):
    add_words(draft, "staff", "Zbrunek", "Éloi")
    response = client.get(f"{page}words/staff/download/")
    assert response.content.decode() == "Éloi\nZbrunek\n"
    assert AuditEvent.objects.filter(action="exported", object_type="lexicon").count() == 1


def test_an_unknown_list_is_not_found(client, page):
    assert client.get(f"{page}words/nonsense/").status_code == 404


FORMAT = {"label": "ID:IPP", "pattern": r"\d{2}-\d{3}", "trigger": "", "sample": ""}


def test_a_format_is_tried_before_it_is_added(client, page, draft):
    sample = {"sample": "Dossier 12-345 et 99-999", "trigger": "Dossier"}
    text = client.post(f"{page}formats/try/", FORMAT | sample).content.decode()
    assert "1 place found" in text
    assert not draft.number_formats.exists()
    shown(client, f"{page}formats/new/", **FORMAT)
    assert draft.number_formats.get().pattern == r"\d{2}-\d{3}"
    again = client.post(f"{page}formats/new/", FORMAT)
    assert "already has this format" in again.context["form"].errors["pattern"][0]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("[A-", "breaks off at character"),
        (r"\d+", "at most: \\d{4,10} instead"),
        (r"(\d{1,9}){1,9}", "too many ways"),
        (r"(?i)a\d", "no flags"),
        (r"\d*", "nothing at all"),
    ],
)
def test_a_format_that_cannot_be_used_says_why(client, page, draft, pattern, words):
    for path in ("try/", "new/"):
        text = client.post(f"{page}formats/{path}", FORMAT | {"pattern": pattern}).content.decode()
        assert words in text
    assert not draft.number_formats.exists()


def test_a_format_is_removed(client, page, draft):
    shown(client, f"{page}formats/new/", **FORMAT)
    one = draft.number_formats.get()
    client.post(f"{page}formats/{one.pk}/remove/")
    assert not draft.number_formats.exists()
    assert client.post(f"{page}formats/{one.pk}/remove/").status_code == 404


def test_what_is_tried_goes_into_no_log(client, page, caplog):
    client.post(f"{page}formats/try/", FORMAT | {"sample": "Zbrunek 12-345"})
    client.post(f"{page}words/staff/search/", {"sought": "Zbrunek"})
    assert "Zbrunek" not in caplog.text


@pytest.mark.parametrize("state", ["closed", "archived"])
def test_a_closed_contest_shows_and_changes_nothing(client, page, draft, state):
    add_words(draft, "units", "Azur")
    Contest.objects.filter(pk=draft.pk).update(state=state)
    for path, data in {
        "run/": {}, "words/units/": {"words": "Sud"}, "formats/new/": FORMAT,
        "words/units/remove/": {"all": "yes"}, "labels/": {"keeps_imported": "no"},
    }.items():  # fmt: skip
        assert "is closed" in client.post(page + path, data, follow=True).content.decode()
    assert draft.lexicon_words.count() == 1
    assert not Job.objects.live().exists()
    for path in ("", "words/", "words/units/", "rules/", "evaluation/"):
        assert client.get(page + path).status_code == 200


def test_units_of_ones_own_are_proposed(client, page, draft):
    shown(client, f"{page}words/units/", words="Zirconie")
    pre_annotate(draft)
    assert ("Zirconie", UNIT) in found(draft)
