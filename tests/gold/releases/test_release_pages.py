"""The pages of releases: who sees them, what they show, and what is written into the log."""

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.setup import services as setup
from gold.releases.models import Release
from tests.agreement.running import drain, give
from tests.gold.freezing import freeze
from tests.jobs.following import followed
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


def test_a_manager_freezes_from_the_page(manager, answered):
    asked = {"name": "letters", "contests": [answered.pk]}
    response = manager.post("/releases/new/", asked)
    release = Release.objects.get()
    assert response.url == f"/releases/{release.pk}/"
    address = followed(manager, response.url)
    drain()
    assert manager.get(address)["HX-Refresh"] == "true"
    assert "Dr <mark" in manager.get(response.url).text


def test_the_page_tells_what_the_run_does_not_know_and_offers_both(manager, answered):
    assert "Leave it out" not in manager.get("/releases/new/").text
    give(answered.memberships.get(alias="leo"), "Contrôle le [18#03#2022](TEMPORAL:DATE).")
    page = manager.get("/releases/new/")
    assert [check.changed for check in page.context["checks"]] == [1]
    assert "Leave it out" in page.text
    asked = {"name": "letters", "contests": [answered.pk]}
    for changes, run_number in (("leave-out", 1), ("take-in", 2)):
        url = manager.post("/releases/new/", asked | {"changes": changes}).url
        drain()
        assert Release.objects.get(pk=url.split("/")[2]).contests.get().run_number == run_number


def test_a_contest_without_a_run_is_explained_at_the_form(manager, contest):
    response = manager.post("/releases/new/", {"name": "x", "contests": [contest.pk]})
    assert "Without a published run: Palio di prova." in response.text


@pytest.mark.parametrize("number", [str(2**63), "9" * 5000, "-1", "x", "²"])
def test_what_no_contest_can_be_is_refused_at_the_form(manager, contest, number):
    response = manager.post("/releases/new/", {"name": "x", "contests": [number]})
    assert list(response.context["form"].errors) == ["contests"]


def test_reading_texts_is_written_into_the_log(manager, release):
    manager.get(f"/releases/{release.pk}/")
    event = AuditEvent.objects.get(action="read", object_type="release")
    assert event.details["inputs"] == [1, 2, 3, 4]


def test_incomplete_texts_can_be_chosen(manager, release):
    page = manager.get(f"/releases/{release.pk}/?which=incomplete").text
    assert "1 open place" in page
    assert "Durand" not in page


@pytest.mark.parametrize(
    "path",
    ["", "card/", "colours.css", "progress/", "since/{pk}/"],
    ids=lambda path: path or "page",
)
def test_strangers_get_nothing(client, release, eve, path):
    client.force_login(eve)
    address = f"/releases/{release.pk}/{path.format(pk=release.pk)}"
    assert client.get(address).status_code == 404


def test_annotators_get_nothing(client, release):
    client.force_login(release.contests.get().contest.memberships.get(alias="ida").user)
    assert client.get(f"/releases/{release.pk}/").status_code == 404


def test_a_reader_without_a_part_in_the_contest_reads(manager, client, release, eve):
    manager.post(f"/releases/{release.pk}/readers/", {"email": eve.email})
    client.force_login(eve)
    assert "Durand" in client.get(f"/releases/{release.pk}/").text
    assert "letters 1" in client.get("/releases/").text
    assert client.post(f"/releases/{release.pk}/readers/", {"email": "x@y.ch"}).status_code == 404


def test_who_manages_another_contest_sees_nothing(client, release, bob):
    setup.create_contest(name="Other", manager=bob, actor=Actor(bob))
    client.force_login(bob)
    assert client.get(f"/releases/{release.pk}/").status_code == 404


def test_the_data_card_is_markdown_and_html_in_both_languages(manager, release):
    card = f"/releases/{release.pk}/card/"
    assert "<h2>Known weaknesses</h2>" in manager.get(card).text
    french = manager.get(f"{card}?lang=fr&format=md").text
    assert "## Faiblesses connues" in french
    assert release.checksum in french


def test_the_card_is_downloaded_in_the_language_in_which_it_is_shown(manager, release):
    page = squeezed(manager.get(f"/releases/{release.pk}/card/?lang=fr"))
    assert 'href="?lang=fr&amp;format=md"' in page
    assert 'href="?lang=fr" lang="fr" aria-current="page"' in page
    assert '<article class="card prose prose--wide" lang="fr">' in page


def test_the_card_says_what_people_wrote_and_nothing_more(manager, answered):
    release = freeze(answered, name="<b>x</b> | y")
    page = manager.get(f"/releases/{release.pk}/card/").text
    assert "&lt;b&gt;x&lt;/b&gt; | y" in page


def test_the_checksum_is_verified_at_a_click(manager, release):
    response = manager.post(f"/releases/{release.pk}/verify/", follow=True)
    assert "The checksum is right" in response.text


def test_two_releases_are_compared(manager, answered, release):
    later = freeze(answered)
    page = manager.get(f"/releases/{later.pk}/since/{release.pk}/").text
    assert "the same texts and the same units" in page


def test_changes_are_offered_since_earlier_releases_only(manager, answered, release):
    later = freeze(answered)
    assert f"/since/{release.pk}/" in manager.get(f"/releases/{later.pk}/").content.decode()
    assert "/since/" not in manager.get(f"/releases/{release.pk}/").content.decode()


def test_the_card_keeps_to_the_policy_of_pages(manager, release):
    page = manager.get(f"/releases/{release.pk}/card/").text
    assert "style=" not in page
    assert '<td class="number">4</td>' in page


def test_numbers_of_the_card_are_written_as_its_language_does(manager, release):
    card = manager.get(f"/releases/{release.pk}/card/?lang=fr&format=md").text
    assert "Personnes par texte, moyenne | 2,25" in card
    assert "vote\u202f: plus de la moitié des voix" in card


def test_who_asks_again_while_it_is_frozen_gets_what_has_begun(manager, answered):
    asked = {"name": "letters", "contests": [answered.pk]}
    first, second = (manager.post("/releases/new/", asked).url for _ in range(2))
    assert first == second
    assert Release.objects.count() == 1


def test_releases_of_one_contest_can_be_listed(manager, release, carl):
    other = setup.create_contest(name="Other", manager=carl, actor=Actor(carl))
    own = release.contests.get().contest_id
    assert "letters 1" in manager.get(f"/releases/?contest={own}").text
    assert "This contest has no release yet." in manager.get(f"/releases/?contest={other.pk}").text
    assert "letters 1" in manager.get("/releases/?contest=none").text
