"""Keys that a person gives to categories for themselves (WCAG 2.1.4)."""

import json
import re

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.errors import OwnKeysRefused
from contests.annotating.models import OwnKey
from contests.annotating.services.keys import choose_own_keys, keys_of
from contests.categories.domain.shortcuts import judge_own, overlay
from contests.categories.models import Category

DATE, TIME, NAME = "TEMPORAL:DATE", "TEMPORAL:TEMPS", "NOM:PATIENT_E"
OFFERED = {DATE: "1", TIME: "2", NAME: "N P"}


def problems(own, page_keys="AXFG"):
    found = judge_own(own, offered=OFFERED, page_keys=page_keys)
    return {label: error.code for label, error in found.items()}


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({DATE: "D"}, {}),
        ({DATE: "2"}, {DATE: "shortcut-taken"}),
        ({DATE: "2", TIME: "1"}, {}),
        ({DATE: "D", TIME: "D"}, {DATE: "shortcut-taken", TIME: "shortcut-taken"}),
        ({DATE: "N"}, {DATE: "shortcut-hidden"}),
        ({DATE: "X"}, {DATE: "shortcut-reserved"}),
        ({DATE: "X D"}, {DATE: "shortcut-reserved"}),
        ({DATE: "Shift+1"}, {}),
    ],
)
def test_a_key_must_be_free_for_its_person(own, expected):
    assert problems(own) == expected


def test_a_key_that_the_person_gave_to_the_page_is_not_free():
    assert problems({DATE: "S"}, page_keys="SXFG") == {DATE: "shortcut-reserved"}
    assert problems({DATE: "Shift+1"}, page_keys="SXFG") == {}


def test_own_keys_stand_before_those_a_manager_gives_later():
    assert overlay(OFFERED, {DATE: "2"}) == {DATE: "2", TIME: "", NAME: "N P"}
    assert overlay(OFFERED, {DATE: "N"}) == {DATE: "N", TIME: "2", NAME: ""}
    assert overlay(OFFERED, {"GONE": "2"}) == OFFERED


def test_only_other_keys_than_the_contests_are_stored(contest, ana_in_contest):
    first, second = contest.categories.filter(archived_at=None)[:2]
    wanted = {first.label: "B", second.label: second.shortcut}
    choose_own_keys(member=ana_in_contest, wanted=wanted, actor=Actor())
    assert list(ana_in_contest.own_keys.values_list("category__label", "shortcut")) == [
        (first.label, "B")
    ]
    assert keys_of(ana_in_contest.user, contest)[first.label] == "B"
    assert AuditEvent.objects.filter(details__fields=["keys"]).exists()
    choose_own_keys(member=ana_in_contest, wanted={}, actor=Actor())
    assert not OwnKey.objects.exists()


def test_what_is_refused_changes_nothing(contest, ana_in_contest):
    first, second = contest.categories.filter(archived_at=None)[:2]
    choose_own_keys(member=ana_in_contest, wanted={first.label: "B"}, actor=Actor())
    with pytest.raises(OwnKeysRefused):
        choose_own_keys(member=ana_in_contest, wanted={first.label: second.shortcut}, actor=Actor())
    assert OwnKey.objects.get().shortcut == "B"


def field(label):
    return f"key_{Category.objects.get(label=label).pk}"


def test_the_page_stores_keys_and_annotating_goes_on_with_them(client, contest, ana_in_contest):
    client.force_login(ana_in_contest.user)
    response = client.post(f"/contests/{contest.pk}/keys/", {field(DATE): " t d "})
    assert response["Location"] == f"/contests/{contest.pk}/annotate/"
    page = client.get(response["Location"]).content.decode()
    config = re.search(r'data-config="([^"]*)"', page)[1].replace("&quot;", '"')
    keys = {each["label"]: each["shortcut"] for each in json.loads(config)["labels"]}
    assert keys[DATE] == "T D"
    # Everyone else has the contest's.
    assert Category.objects.get(label=DATE).shortcut != "T D"


def test_a_collision_is_said_at_its_field_and_what_was_written_stays(
    client, contest, ana_in_contest
):
    client.force_login(ana_in_contest.user)
    taken = Category.objects.get(label=TIME).shortcut
    page = client.post(f"/contests/{contest.pk}/keys/", {field(DATE): taken}).content.decode()
    assert "“TEMPORAL:TEMPS” already has this shortcut." in page
    assert f'value="{taken}"' in page
    assert not OwnKey.objects.exists()


def test_managers_and_strangers_have_no_such_page(client, contest, carl, eve):
    for person in (carl, eve):
        client.force_login(person)
        assert client.get(f"/contests/{contest.pk}/keys/").status_code == 404
