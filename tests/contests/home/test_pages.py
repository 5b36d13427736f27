"""The pages of contests: what each role is shown, in both languages."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from accounts.audit import Actor
from accounts.models import AuditEvent, User
from contests.annotating.models import Unit
from contests.annotating.services.answers import hand_out, take_answer
from contests.categories.selectors import offered_supercategories
from contests.contest.models import Contest
from contests.home.selectors import name_of
from contests.home.tags import listed
from contests.people import selectors
from contests.people.services.joining import invite
from contests.people.services.members import add_member
from contests.setup.services import create_contest
from tests.factories import submission
from web.tags import annotated

pytestmark = pytest.mark.django_db
MANAGERS_PAGES = ["", "people/", "audit/"]


def get(client, user, path, language="en"):
    user.language = language
    user.save()
    client.force_login(user)
    return client.get(path)


@pytest.fixture
def answered(ana_in_contest):
    """Ana has accepted everything as proposed."""
    for task in hand_out(annotator=ana_in_contest, count=10):
        units = [tuple(unit) for unit in task.input.proposals]
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission(*units))
    return ana_in_contest


@pytest.mark.parametrize(("language", "words"), [("en", "Set up"), ("fr", "Préparation")])
@pytest.mark.parametrize("page", MANAGERS_PAGES)
def test_managers_open_every_page_in_their_language(client, contest, carl, page, language, words):
    response = get(client, carl, f"/contests/{contest.pk}/{page}", language)
    assert response.status_code == 200
    assert words in response.content.decode()


@pytest.mark.parametrize(("language", "words"), [("en", "Hello"), ("fr", "Bonjour")])
def test_annotators_are_greeted_by_their_alias(client, answered, ana, language, words):
    page = get(client, ana, f"/contests/{answered.contest_id}/", language).content.decode()
    assert f"{words} linguine" in page
    assert "farfalle" in page
    assert '<mark class="unit' in page


@pytest.mark.parametrize("page", [*MANAGERS_PAGES, "colours.css"])
def test_a_stranger_gets_404_everywhere(client, contest, eve, page):
    response = get(client, eve, f"/contests/{contest.pk}/{page}")
    assert response.status_code == 404
    assert contest.name not in response.content.decode()


@pytest.mark.parametrize("page", MANAGERS_PAGES[1:])
def test_annotators_get_404_on_managers_pages(client, ana_in_contest, ana, page):
    assert get(client, ana, f"/contests/{ana_in_contest.contest_id}/{page}").status_code == 404


def test_nothing_tells_an_annotator_which_arm_they_are_in(client, answered, ana, bob_in_contest):
    page = get(client, ana, f"/contests/{answered.contest_id}/").content.decode().lower()
    for word in ("experimental", "control", "retention", "perturbation", "group"):
        assert word not in page


def test_managers_see_the_arms(client, contest, carl):
    page = get(client, carl, f"/contests/{contest.pk}/setup/teams/").content.decode()
    for word in ("experimental", "control", "Retention"):
        assert word in page


def test_reading_own_answers_is_written_down(client, answered, ana):
    get(client, ana, f"/contests/{answered.contest_id}/")
    event = AuditEvent.objects.get(action="read", object_type="input")
    assert (event.actor, len(event.details["inputs"])) == (ana, 4)


def test_a_person_without_contest_is_told_what_to_do(client, eve):
    assert "Ask a manager for an invitation" in get(client, eve, "/contests/").content.decode()


def test_the_list_shows_what_is_open_first(client, contest, carl):
    for state in ("archived", "draft"):
        create_contest(name=state, manager=carl, actor=Actor(), state=state)
    rows = get(client, carl, "/contests/").context["rows"]
    assert [row["contest"].state for row in rows] == ["open", "draft", "archived"]


def test_an_administrator_sees_all_contests_and_the_jobs(client, contest):
    admin = User.objects.create_superuser("admin@example.org", language="en")
    page = get(client, admin, "/contests/").content.decode()
    assert "as an administrator" in page
    assert 'href="/jobs/"' in page
    assert get(client, admin, f"/contests/{contest.pk}/").status_code == 200


def test_a_contest_past_its_last_day_says_so_though_nobody_closed_it(
    client, contest, ana, ana_in_contest
):
    yesterday = timezone.now() - timedelta(days=1)
    Contest.objects.filter(pk=contest.pk).update(ends_at=yesterday)
    assert "The contest is over" in get(client, ana, f"/contests/{contest.pk}/").content.decode()


@pytest.mark.parametrize(
    ("state", "words"),
    [("training", "training phase"), ("closed", "The contest is over"), ("archived", "is over")],
)
def test_a_contest_that_takes_no_answers_says_so(client, ana_in_contest, ana, state, words):
    Contest.objects.filter(pk=ana_in_contest.contest_id).update(state=state)
    page = get(client, ana, f"/contests/{ana_in_contest.contest_id}/").content.decode()
    assert words in page


def test_someone_without_team_is_told_so(client, contest, eve):
    contest.teams.all().delete()
    add_member(contest=contest, user=eve, role="annotator", alias="ziti")
    assert "no team yet" in get(client, eve, f"/contests/{contest.pk}/").content.decode()


def test_expired_invitations_are_marked(client, contest, carl):
    issued = invite(
        contest=contest, manager=carl, email="dora@example.org", role="annotator", actor=Actor()
    )
    issued.invitation.expires_at = timezone.now() - timedelta(minutes=1)
    issued.invitation.save()
    assert "expired" in get(client, carl, f"/contests/{contest.pk}/people/").content.decode()


def test_the_audit_log_is_filtered_and_says_when_nothing_fits(client, contest, carl, ana):
    address = f"/contests/{contest.pk}/audit/"
    get(client, carl, address)
    events = client.get(f"{address}?action=created").context["page"].object_list
    assert {event.action for event in events} == {"created"}
    assert "No event matches" in client.get(f"{address}?until=2000-01-01").content.decode()
    wrong = client.get(f"{address}?since=2026-02-02&until=2026-01-01").content.decode()
    assert "The first day is after the last day." in wrong


def test_the_colours_are_a_style_sheet(client, contest, carl):
    response = get(client, carl, f"/contests/{contest.pk}/colours.css")
    assert response["Content-Type"].startswith("text/css")
    supercategory = contest.supercategories.get(name="NOM")
    assert f".sup-{supercategory.pk}{{--sup:{supercategory.colour}}}" in response.content.decode()


def test_marked_text_is_escaped(contest):
    unit = Unit(start=0, end=3, category=contest.categories.get(label="NOM:PATIENT_E"))
    drawn = annotated("<b> & co", [unit])
    assert drawn.startswith('<mark class="unit sup-')
    assert "&lt;b&gt;&nbsp;<small" in drawn
    assert drawn.endswith("</mark> &amp; co")


NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("accepted", "ends_in_hours", "days_left", "per_day"),
    [
        (4, 48, 2, 3),
        (0, 1, 0, 10),
        (10, 240, 10, 0),
        (12, 24, 1, 0),
        (4, None, None, 6),
        (4, -1, None, 6),
    ],
)
def test_own_progress_says_how_much_a_day_leads_to_the_goal(
    ana_in_contest, accepted, ends_in_hours, days_left, per_day
):
    contest = ana_in_contest.contest
    ana_in_contest.accepted_tasks = accepted
    contest.ends_at = None if ends_in_hours is None else NOW + timedelta(hours=ends_in_hours)
    own = selectors.own_progress(ana_in_contest, now=NOW)
    assert (own.days_left, own.per_day) == (days_left, per_day)
    assert own.percent == min(100, accepted * 10)


def test_archived_categories_are_not_offered(contest):
    contest.categories.filter(label="ORGANISATION").update(archived_at=NOW)
    contest.categories.filter(label="CONTACT:FAX").update(archived_at=NOW)
    supercategories = {
        supercategory.name: [category.label for category in supercategory.categories.all()]
        for supercategory in offered_supercategories(contest)
    }
    assert "ORGANISATION" not in supercategories
    assert supercategories["CONTACT"] == ["CONTACT:EMAIL", "CONTACT:TÉLÉPHONE", "CONTACT:URL"]


@translation.override("en")
def test_details_of_an_event_stay_short():
    assert listed({"state": "open", "inputs": list(range(9))}) == [
        "state: open",
        "inputs: 0, 1, 2, 3, 4, 5, … (9)",
    ]


@translation.override("en")
def test_things_without_words_keep_their_name():
    assert (name_of("audit log"), name_of("guideline")) == ("audit log", "guideline")
