"""Every address with an id in it, asked for by those who may not: the resolver is the list."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.audit import Actor
from accounts.models import User
from agreement.disputes.services import object_to
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.services import correct
from agreement.runs.models import Judgement
from contests.chat.services import Draft, send_message
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.setup import services as setup
from feedback.mails.services import plan_mails
from tests.agreement.running import give, run_now
from tests.factories import add_marked_inputs, publish_guidelines
from tests.feedback.conftest import pytest_configure  # noqa: F401  (keeps compiled code)
from tests.gold.freezing import freeze

STAGES = ("contests", "agreement", "feedback", "gold")
# 400 and 409 are how the interface for programs refuses what is no message or no answer of one's own.
REFUSED = {400, 403, 404, 405, 409}
UNKNOWN = UUID(int=7)
# Ids of what belongs to one contest.
INSIDE = {
    "answer_id",
    "category_id",
    "dispute_id",
    "supercategory_id",
    "input_id",
    "mail_id",
    "member_id",
    "message_id",
    "team_id",
    "thread",
}
# Told that it is unknown; led on from there in one's own queue.
LED_BACK = {
    ("agreement", "review_skip", "GET"),
    ("agreement", "review_skip", "POST"),
    ("agreement", "revoke_correction", "POST"),
    ("agreement", "restore_correction", "POST"),
}
HOUR = "Vu par le Dr Durand à [14h30](TEMPORAL:TEMPS)."
NO_HOUR = "Vu par le Dr Durand à 14h30."
# What a query may hold that no page has ever written.
PARAMETERS = (
    *(
        "annotator",
        "at",
        "before",
        "after",
        "below",
        "category",
        "colour",
        "supercategory",
        "format",
    ),
    *("from", "kind", "lang", "member", "on", "order", "page", "person", "place", "run", "seed"),
    *("severity", "show", "sort", "split", "team", "to", "type", "words"),
)
ODD = ("99999999999999999999999", "-1", "nan", "a\0b", "’ or 1=1", "")
# What an annotator finds in their own contest; all else is the managers'.
FOR_ANNOTATORS = {
    "contests": {
        "annotate",
        "api_answers",
        "api_chat",
        "api_chat_read",
        "api_contest",
        "api_history",
        "api_tasks",
        "api_training_answers",
        "api_training_tasks",
        "api_withdraw",
        "chat",
        "chat_input",
        "chat_links",
        "colours",
        "guideline_version",
        "guideline_versions",
        "guidelines",
        "guidelines_html",
        "guidelines_pdf",
        "home",
        "own_alias",
        "own_keys",
        "repeat_training",
        "training",
        "training_result",
    },
    "agreement": set(),
    "feedback": {
        "api_score_history",
        "api_scoreboard",
        "choose_mail",
        "mark_all_seen",
        "object",
        "objections",
        "own_standing",
        "reply",
        "report",
        "score_history",
        "scoreboard",
        "scoreboard_screen",
        "standings",
        "withdraw",
    },
    "gold": set(),
}


def _routes() -> list[tuple[str, str, list[str]]]:
    """Return stage, name and parameters of every address of a contest or a release."""
    found = []
    for stage in STAGES:
        names = get_resolver().namespace_dict[stage][1].reverse_dict
        for name in sorted(name for name in names if isinstance(name, str)):
            for possibilities, *_rest in names.getlist(name):
                parameters = possibilities[0][1]
                if {"contest_id", "release_id"} & set(parameters):
                    found.append((stage, name, parameters))
    return found


@pytest.fixture
def ids(contest, carl, ana_in_contest, bob_in_contest) -> dict[str, Any]:
    """What stands in the addresses of a contest in which everything has happened once."""
    revision = publish_guidelines(contest)
    give(bob_in_contest, HOUR)
    given = give(ana_in_contest, NO_HOUR)
    item = given.task.input
    decided = PlaceCorrection((22, 27), segment=(22, 27), category="TEMPORAL:TEMPS")
    correction = correct(contest=contest, input_id=item.pk, correction=decided, actor=Actor(carl))
    run = run_now(contest)
    judgement = Judgement.objects.get(annotator=ana_in_contest, is_penalised=True)
    dispute = object_to(
        place=judgement.place,
        member=ana_in_contest,
        comment="No.",
        actor=Actor(ana_in_contest.user),
    )
    plan_mails(contest=contest, actor=Actor(carl), asked_by=carl)
    message = send_message(
        author=ana_in_contest,
        draft=Draft(UNKNOWN, "Bonjour.", input_id=item.pk),
        actor=Actor(ana_in_contest.user),
    )
    release = freeze(contest)
    category = contest.categories.get(label="TEMPORAL:TEMPS")
    return {
        "contest_id": contest.pk,
        "input_id": item.pk,
        "member_id": ana_in_contest.pk,
        "user_id": ana_in_contest.user_id,
        "team_id": ana_in_contest.team_id,
        "category_id": category.pk,
        "supercategory_id": category.supercategory_id,
        "answer_id": given.pk,
        "message_id": message.pk,
        "thread": correction.thread,
        "number": run.number,
        "start": 22,
        "end": 27,
        "dispute_id": dispute.pk,
        "mail_id": ana_in_contest.feedback_mails.get().pk,
        "release_id": release.pk,
        "other_id": release.pk,
        "version": revision.version,
        "language": "fr",
        "whose": "people",
        "measure": "tasks",
        "kind": "first-names",
        "name": "tasks",
    }


def _address(stage: str, name: str, parameters: list[str], ids: dict[str, Any]) -> str:
    # Of what the contest has none, the first: whoever may not come in does not get as far.
    values = {each: ids.get(each, 1) for each in parameters}
    return reverse(f"{stage}:{name}", kwargs=values)


def _asked(who: User | None, ids: dict[str, Any]) -> dict[tuple[str, str, str], int]:
    """Return what each address answers to this person, by stage, name and method."""
    client = Client(raise_request_exception=True)
    if who is not None:
        client.force_login(who)
    answers = {}
    for stage, name, parameters in _routes():
        address = _address(stage, name, parameters, ids)
        for method in ("GET", "POST"):
            response = client.generic(method, address, b"", "application/x-www-form-urlencoded")
            answers[stage, name, method] = _status(response, is_signed_in=who is not None)
    return answers


def _status(response: HttpResponse, *, is_signed_in: bool) -> int:
    """Return the status; where someone is led to the sign-in page, or told nothing, 403."""
    is_door = response.status_code == 302 and "/accounts/login/" in response["Location"]
    is_silent = not is_signed_in and not response.content
    return 403 if is_door or is_silent else response.status_code


def _contents() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the stages' tables, to see that nothing has changed."""
    models = [model for stage in STAGES for model in apps.get_app_config(stage).get_models()]
    return {model.__name__: sorted(map(repr, model.objects.values_list())) for model in models}


def _let_in(answers: dict[tuple[str, str, str], int]) -> dict[tuple[str, str, str], int]:
    return {route: status for route, status in answers.items() if status not in REFUSED}


@pytest.mark.parametrize("is_signed_in", [False, True], ids=["signed out", "a stranger"])
def test_who_takes_no_part_finds_nothing_and_changes_nothing(ids, eve, is_signed_in):
    before = _contents()
    assert _let_in(_asked(eve if is_signed_in else None, ids)) == {}
    assert _contents() == before


def test_an_annotator_finds_what_is_for_annotators_and_nothing_else(ids, ana):
    found = {(stage, name) for stage, name, _method in _let_in(_asked(ana, ids))}
    assert found <= {(stage, name) for stage in STAGES for name in FOR_ANNOTATORS[stage]}


def test_who_has_left_finds_nothing(ids, ana, ana_in_contest):
    Membership.objects.filter(pk=ana_in_contest.pk).update(removed_at=ana_in_contest.joined_at)
    assert _let_in(_asked(ana, ids)) == {}


def test_the_manager_of_another_contest_reaches_nothing_by_foreign_ids(ids, eve):
    before = _contents()
    own = setup.create_contest(
        name="Elsewhere", manager=eve, actor=Actor(eve), state=Contest.State.OPEN
    )
    add_marked_inputs(own, "Rien à signaler.")
    answers = _asked(eve, ids | {"contest_id": own.pk})
    foreign = {
        (stage, name, method): answers[stage, name, method]
        for stage, name, parameters in _routes()
        for method in ("GET", "POST")
        if set(parameters) & INSIDE
    }
    assert set(foreign.values()) <= REFUSED | {302}
    assert {route for route, status in foreign.items() if status == 302} <= LED_BACK
    after = _contents()
    gone = {name: rows for name in before if (rows := set(before[name]) - set(after[name]))}
    assert gone == {}


def test_an_annotator_reaches_nothing_of_another_annotator(ids, bob):
    before = _contents()
    client = Client()
    client.force_login(bob)
    for stage, name, parameters in _routes():
        if name in FOR_ANNOTATORS[stage] and set(parameters) & {"dispute_id", "answer_id"}:
            for method in ("GET", "POST"):
                address = _address(stage, name, parameters, ids)
                status = client.generic(method, address, b"{}", "application/json").status_code
                assert status in REFUSED, (name, method)
    assert _contents() == before


@pytest.fixture
def ask(carl, ana):
    """Return a function that asks for an address as one who may: an annotator, else a manager."""
    clients = {who: Client(raise_request_exception=False) for who in (carl, ana)}
    for who, client in clients.items():
        client.force_login(who)

    def ask(stage: str, name: str, method: str, address: str) -> int:
        who = ana if name in FOR_ANNOTATORS[stage] else carl
        return clients[who].generic(method, address).status_code

    return ask


def test_no_page_breaks_on_an_odd_query(ids, ask):
    broken = {}
    for number, (stage, name, parameters) in enumerate(_routes()):
        odd = (ODD[(number + at) % len(ODD)] for at in range(len(PARAMETERS)))
        query = urlencode(dict(zip(PARAMETERS, odd, strict=True)))
        address = f"{_address(stage, name, parameters, ids)}?{query}"
        if ask(stage, name, "GET", address) >= 500:
            broken[stage, name] = query
    assert broken == {}


def test_an_id_that_no_database_can_hold_is_unknown(ids, ask):
    numbers = {each for each, value in ids.items() if isinstance(value, int)}
    broken = {}
    for stage, name, parameters in _routes():
        for each in set(parameters) & numbers - {"contest_id", "start", "end"}:
            address = _address(stage, name, parameters, ids | {each: 10**30})
            for method in ("GET", "POST"):
                status = ask(stage, name, method, address)
                if status not in REFUSED | {302}:
                    broken[name, each, method] = status
    assert broken == {}
