"""The services that look after categories: what they change, refuse and write down."""

from functools import partial

import pytest
from django.db import IntegrityError
from django.db.models.signals import pre_save
from django.utils import translation

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.services.answers import hand_out, take_answer
from contests.categories import errors as refused
from contests.categories import services
from contests.categories.domain.presets import PRESETS
from contests.categories.models import Category, Supercategory
from contests.categories.selectors import is_used, shortcuts_taken, supercategory_rows
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.setup.services import create_contest
from tests.contests.annotating.test_at_the_same_instant import at_once
from tests.factories import add_marked_inputs, submission
from tests.requirements import runs_on_postgres
from text.errors import NameUnreadable
from web.errors import explain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def actor(carl):
    return Actor(carl)


@pytest.fixture
def empty(carl, actor):
    """A contest in preparation, without categories and inputs."""
    return create_contest(name="Palio nuovo", manager=carl, actor=actor)


@pytest.fixture
def fresh(empty, actor):
    """A contest with the default categories and no inputs."""
    services.apply_preset(contest=empty, preset=PRESETS["swiss_hospital"], actor=actor)
    return Contest.objects.get(pk=empty.pk)


def labels(contest):
    return [category.label for row in supercategory_rows(contest) for category in row.offered]


def names(contest):
    return [row.supercategory.name for row in supercategory_rows(contest)]


def change(category, actor, **changes):
    values = {
        "supercategory": category.supercategory,
        "name": category.label.rpartition(":")[2],
        "shortcut": category.shortcut,
        "description": category.description,
    }
    return services.change_category(category=category, actor=actor, **(values | changes))


def last_event():
    return AuditEvent.objects.order_by("-pk").first()


# Presets


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_fills_an_empty_contest(empty, actor, preset):
    services.apply_preset(contest=empty, preset=preset, actor=actor)
    assert labels(empty) == list(preset.labels)
    empty.refresh_from_db()
    assert empty.confusable_pairs == [list(pair) for pair in preset.confusable_pairs]
    assert last_event().details == {"preset": preset.key, "replaced": 0}


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_descriptions_are_in_the_language_of_the_texts(empty, actor, language):
    empty.language = language
    empty.save()
    preset = PRESETS["swiss_hospital"]
    with translation.override("en"):
        services.apply_preset(contest=empty, preset=preset, actor=actor)
    last = preset.supercategories[-1].entries[-1]
    category = empty.categories.get(label=last.label)
    assert category.description == last.description.in_language(language)
    assert (category.name_en, category.name_fr) == ("Time", "Heure")


@pytest.mark.parametrize(("language", "name"), [("fr", "Chambre ou lit"), ("en", "Room or bed")])
def test_a_category_is_called_what_its_reader_calls_it(fresh, language, name):
    with translation.override(language):
        assert fresh.categories.get(label="CHUV:BÂTIMENT_CHAMBRE_OU_LIT").name == name


def test_without_a_name_the_other_languages_or_the_label_stands_for_it():
    with translation.override("en"):
        assert Category(label="ID:NUMÉRO_BON", name_fr="Numéro de bon").name == "Numéro de bon"
        assert Category(label="ID:NUMÉRO_BON").name == "Id · numéro bon"


def test_a_name_that_another_category_has_is_refused(fresh, actor):
    with pytest.raises(refused.NameTaken) as raised:
        change(fresh.categories.get(label="CONTACT:EMAIL"), actor, name_fr="fax")
    assert raised.value.field == "name_fr"
    assert "CONTACT:FAX" in explain(raised.value)


def test_a_second_preset_replaces_the_first_only_when_asked_to(fresh, actor):
    with pytest.raises(refused.CategoriesInPlace):
        services.apply_preset(contest=fresh, preset=PRESETS["hipaa"], actor=actor)
    assert len(labels(fresh)) == 26
    services.apply_preset(contest=fresh, preset=PRESETS["hipaa"], actor=actor, is_replacing=True)
    assert labels(fresh) == list(PRESETS["hipaa"].labels)
    assert fresh.supercategories.count() == 7


def test_with_inputs_nothing_is_replaced(contest, actor):
    with pytest.raises(refused.CategoriesInUse):
        services.apply_preset(
            contest=contest, preset=PRESETS["hipaa"], actor=actor, is_replacing=True
        )
    assert len(labels(contest)) == 26


# Supercategories


def test_a_supercategory_is_added_at_the_end(fresh, actor):
    supercategory = services.add_supercategory(
        contest=fresh, name="état de santé", colour="#2e728d", actor=actor
    )
    assert supercategory.name == "état_de_santé"
    assert names(fresh)[-1] == "état_de_santé"
    event = last_event()
    assert (event.object_type, event.object_id) == ("supercategory", str(supercategory.pk))
    assert event.details == {"label": "état_de_santé", "colour": "#2e728d"}


def test_a_supercategory_whose_name_differs_in_case_only_is_refused(fresh, actor):
    with pytest.raises(refused.SupercategoryTaken) as error:
        services.add_supercategory(contest=fresh, name="contact", colour="#2e728d", actor=actor)
    assert explain(error.value) == "There already is a supercategory “CONTACT”."


def test_an_illegible_colour_is_refused_with_the_nearest_that_is_not(fresh, actor):
    with pytest.raises(refused.ColourIllegible) as error:
        services.add_supercategory(contest=fresh, name="NEW", colour="#ffee00", actor=actor)
    offered = error.value.details["nearest"]
    services.add_supercategory(contest=fresh, name="NEW", colour=offered, actor=actor)


def test_a_supercategory_takes_its_labels_along_to_its_new_name(fresh, actor):
    supercategory = fresh.supercategories.get(name="TEMPORAL")
    services.change_supercategory(
        supercategory=supercategory, name="TEMPS", colour=supercategory.colour, actor=actor
    )
    # Where supercategory and category have the same name, that is the label.
    assert labels(fresh)[-2:] == ["TEMPS:DATE", "TEMPS"]
    fresh.refresh_from_db()
    assert ["TEMPS:DATE", "DÉMOGRAPHIE:ÂGE"] in fresh.confusable_pairs


def test_a_supercategory_of_one_name_stays_one(fresh, actor):
    supercategory = fresh.supercategories.get(name="ORGANISATION")
    services.change_supercategory(
        supercategory=supercategory, name="FIRME", colour=supercategory.colour, actor=actor
    )
    assert "FIRME" in labels(fresh)


def test_with_inputs_a_supercategory_keeps_its_name_and_may_change_its_colour(contest, actor):
    supercategory = contest.supercategories.get(name="TEMPORAL")
    with pytest.raises(refused.CategoriesInUse):
        services.change_supercategory(
            supercategory=supercategory, name="TEMPS", colour=supercategory.colour, actor=actor
        )
    assert "TEMPORAL" in names(contest)
    services.change_supercategory(
        supercategory=supercategory, name="TEMPORAL", colour="#2e728d", actor=actor
    )
    supercategory.refresh_from_db()
    assert supercategory.colour == "#2e728d"


def test_supercategories_move_by_one_place_and_not_beyond_the_ends(fresh, actor):
    before = names(fresh)
    supercategory = fresh.supercategories.get(name="CHUV")
    services.move_supercategory(supercategory=supercategory, step=-1, actor=actor)
    services.move_supercategory(supercategory=supercategory, step=-1, actor=actor)
    assert names(fresh) == ["CHUV", "AUTRES", *before[2:]]
    services.move_supercategory(supercategory=supercategory, step=1, actor=actor)
    assert names(fresh) == before


def test_only_an_empty_supercategory_is_deleted(fresh, actor):
    supercategory = fresh.supercategories.get(name="AUTRES")
    with pytest.raises(refused.SupercategoryInUse):
        services.delete_supercategory(supercategory=supercategory, actor=actor)
    services.delete_category(category=supercategory.categories.get(), actor=actor)
    services.delete_supercategory(supercategory=supercategory, actor=actor)
    assert "AUTRES" not in names(fresh)


# Categories


def test_a_category_is_added_at_the_end_of_its_supercategory(fresh, actor):
    supercategory = fresh.supercategories.get(name="CONTACT")
    category = services.add_category(
        supercategory=supercategory,
        name="réseau social",
        shortcut="l r",
        description=" Un compte. ",
        actor=actor,
    )
    assert category.label == "CONTACT:réseau_social"
    assert (category.shortcut, category.description) == ("L R", "Un compte.")
    place = labels(fresh).index("CONTACT:URL")
    assert labels(fresh)[place + 1] == category.label
    orders = list(fresh.categories.values_list("order", flat=True))
    assert orders == list(range(27))


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"name": "téléphone"}, refused.LabelTaken, "“CONTACT:TÉLÉPHONE”"),
        ({"name": "A:B"}, NameUnreadable, "letters, digits, hyphens"),
        ({"shortcut": "5"}, refused.ShortcutTaken, "“CONTACT:FAX” already has this shortcut"),
        ({"shortcut": "5 1"}, refused.ShortcutHidden, "“CONTACT:FAX” (5)"),
        ({"shortcut": "a"}, refused.ShortcutReserved, "needs the key A"),
        ({"shortcut": "Ctrl+B"}, refused.ShortcutUnreadable, "one letter or digit"),
    ],
)
def test_what_conflicts_is_refused_in_words(fresh, actor, changes, error, words):
    category = fresh.categories.get(label="CONTACT:EMAIL")
    with pytest.raises(error) as raised:
        change(category, actor, **changes)
    assert words in explain(raised.value)
    fresh_row = Category.objects.get(pk=category.pk)
    assert (fresh_row.label, fresh_row.shortcut) == ("CONTACT:EMAIL", "4")


def test_before_there_are_inputs_a_category_may_change_name_and_supercategory(fresh, actor):
    category = fresh.categories.get(label="TEMPORAL:DATE")
    other = fresh.supercategories.get(name="DÉMOGRAPHIE")
    change(category, actor, supercategory=other, name="naissance")
    assert "DÉMOGRAPHIE:naissance" in labels(fresh)
    fresh.refresh_from_db()
    assert ["DÉMOGRAPHIE:naissance", "DÉMOGRAPHIE:ÂGE"] in fresh.confusable_pairs


def test_with_inputs_the_label_stays_and_the_rest_may_change(contest, actor):
    category = contest.categories.get(label="TEMPORAL:DATE")
    with pytest.raises(refused.CategoriesInUse):
        change(category, actor, name="JOUR")
    change(category, actor, shortcut="J", description="Un jour.")
    category.refresh_from_db()
    assert (category.label, category.shortcut) == ("TEMPORAL:DATE", "J")
    assert last_event().details["label"] == "TEMPORAL:DATE"


def test_two_keys_can_be_set_once_and_block_their_first_key(contest, actor):
    change(contest.categories.get(label="TEMPORAL:DATE"), actor, shortcut="T D")
    change(contest.categories.get(label="TEMPORAL:TEMPS"), actor, shortcut="T T")
    with pytest.raises(refused.ShortcutHidden):
        change(contest.categories.get(label="ID:IPP"), actor, shortcut="T")


def test_categories_move_within_their_supercategory(contest, actor):
    url = contest.categories.get(label="CONTACT:URL")
    for _ in range(5):
        services.move_category(category=url, step=-1, actor=actor)
    assert labels(contest)[3:7] == [
        "CONTACT:URL", "CONTACT:EMAIL", "CONTACT:FAX", "CONTACT:TÉLÉPHONE",
    ]  # fmt: skip


def test_sorting_follows_the_french_dictionary(contest, actor):
    before = labels(contest)
    services.move_category(
        category=contest.categories.get(label="DÉMOGRAPHIE:ÂGE"), step=1, actor=actor
    )
    services.move_supercategory(
        supercategory=contest.supercategories.get(name="DÉMOGRAPHIE"), step=1, actor=actor
    )
    assert labels(contest) != before
    services.sort_alphabetically(contest=contest, actor=actor)
    assert labels(contest) == before


def test_new_shortcuts_go_by_place(contest, actor):
    services.move_supercategory(
        supercategory=contest.supercategories.get(name="CHUV"), step=-1, actor=actor
    )
    services.renew_shortcuts(contest=contest, actor=actor)
    keys = shortcuts_taken(contest)
    assert keys["1"] == "CHUV:BÂTIMENT_CHAMBRE_OU_LIT"
    assert keys["3"] == "AUTRES"
    assert len(keys) == 26


def test_an_archived_category_is_no_longer_offered_and_frees_its_key(
    contest, actor, ana_in_contest
):
    date = contest.categories.get(label="TEMPORAL:DATE")
    key = date.shortcut
    services.archive_category(category=date, actor=actor)
    assert "TEMPORAL:DATE" not in labels(contest)
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    with pytest.raises(refused.UnknownLabel):
        take_answer(
            annotator=ana_in_contest, task_id=task.pk, submission=submission((0, 2, date.label))
        )
    change(contest.categories.get(label="ID:IPP"), actor, shortcut=key)
    restored = services.restore_category(category=date, actor=actor)
    assert restored.shortcut not in ("", key)
    assert "TEMPORAL:DATE" in labels(contest)


def test_an_archived_category_comes_back_with_its_key_if_nobody_took_it(contest, actor):
    date = contest.categories.get(label="TEMPORAL:DATE")
    services.archive_category(category=date, actor=actor)
    assert services.restore_category(category=date, actor=actor).shortcut == date.shortcut


# Used or not


def test_a_category_nobody_used_is_deleted(contest, actor):
    services.delete_category(category=contest.categories.get(label="ID:IPP"), actor=actor)
    assert "ID:IPP" not in labels(contest)
    event = last_event()
    assert (event.action, event.details) == ("deleted", {"label": "ID:IPP"})


@pytest.mark.parametrize("label", ["DÉMOGRAPHIE:ÂGE", "TEMPORAL:DATE"])
def test_a_category_that_is_proposed_is_not_deleted(contest, actor, label):
    with pytest.raises(refused.CategoryInUse):
        services.delete_category(category=contest.categories.get(label=label), actor=actor)


def test_a_category_in_the_gold_is_used(contest):
    category = contest.categories.get(label="DÉMOGRAPHIE:ÉTAT_CIVIL")
    assert not is_used(category)
    ContestInput.objects.filter(contest=contest).update(gold=[[0, 3, category.label]])
    assert is_used(category)


def test_a_category_that_was_given_is_used(contest, ana_in_contest):
    category = contest.categories.get(label="ID:IPP")
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission((0, 2, "ID:IPP")))
    assert is_used(category)


def test_a_category_that_was_shown_is_used(contest, ana_in_contest):
    category = contest.categories.get(label="CONTACT:TÉLÉPHONE")
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    task.shown_units = [[0, 2, category.label]]
    task.save()
    assert is_used(category)


def test_another_label_that_begins_alike_is_no_use(contest):
    supercategory = contest.supercategories.get(name="TEMPORAL")
    category = Category.objects.create(
        contest=contest, supercategory=supercategory, label="TEMPORAL:DAT"
    )
    assert not is_used(category)


def test_another_contests_use_is_no_use(contest, fresh):
    assert not is_used(fresh.categories.get(label="TEMPORAL:DATE"))


def test_deleting_takes_the_category_out_of_the_pairs(fresh, actor):
    services.delete_category(category=fresh.categories.get(label="TEMPORAL:DATE"), actor=actor)
    fresh.refresh_from_db()
    assert fresh.confusable_pairs == [["EMPLACEMENT:PAYS", "DÉMOGRAPHIE:NATIONALITÉ"]]


# Limits


@pytest.mark.parametrize("state", ["closed", "archived"])
def test_a_closed_contest_changes_nothing(contest, actor, state):
    Contest.objects.filter(pk=contest.pk).update(state=state)
    category = contest.categories.first()
    supercategory = category.supercategory
    for attempt in (
        lambda: services.sort_alphabetically(contest=contest, actor=actor),
        lambda: services.renew_shortcuts(contest=contest, actor=actor),
        lambda: services.add_supercategory(
            contest=contest, name="N", colour="#2e728d", actor=actor
        ),
        lambda: services.move_supercategory(supercategory=supercategory, step=1, actor=actor),
        lambda: services.delete_supercategory(supercategory=supercategory, actor=actor),
        lambda: services.archive_category(category=category, actor=actor),
        lambda: services.restore_category(category=category, actor=actor),
        lambda: services.delete_category(category=category, actor=actor),
        lambda: change(category, actor, description="x"),
    ):
        with pytest.raises(refused.ContestReadOnly):
            attempt()


def test_what_someone_else_deleted_meanwhile_is_said(fresh, actor):
    category = fresh.categories.get(label="ID:IPP")
    services.delete_category(category=category, actor=actor)
    with pytest.raises(refused.CategoriesChanged):
        services.archive_category(category=Category(pk=999_999, contest=fresh), actor=actor)


def test_what_only_the_database_sees_is_refused_in_words(fresh, actor):
    def take_the_key(instance, **_):
        # As someone would who goes around the services, at the last moment.
        Category.objects.filter(label="ID:IPP").update(shortcut=instance.shortcut)

    pre_save.connect(take_the_key, sender=Category)
    try:
        with pytest.raises(refused.CategoriesChanged) as raised:
            change(fresh.categories.get(label="CONTACT:EMAIL"), actor, shortcut="Z")
    finally:
        pre_save.disconnect(take_the_key, sender=Category)
    assert "Someone else" in explain(raised.value)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not runs_on_postgres(), reason="a race of PostgreSQL")
def test_two_managers_who_take_one_key_at_once_do_not_both_get_it(fresh, actor):
    for key in "BCDEI":
        rows = fresh.categories.filter(label__in=["CONTACT:EMAIL", "CONTACT:FAX"])
        calls = [partial(change, category, actor, shortcut=key) for category in rows]
        assert at_once(*calls).count(refused.ShortcutTaken) == 1


def test_the_database_itself_refuses_one_key_for_two(fresh):
    with pytest.raises(IntegrityError):
        fresh.categories.filter(label__in=["ID:IPP", "CONTACT:FAX"]).update(shortcut="Z")


def test_a_supercategory_without_categories_has_a_row_of_its_own(empty, actor):
    services.add_supercategory(contest=empty, name="NEW", colour="#2e728d", actor=actor)
    (row,) = supercategory_rows(empty)
    assert (row.offered, row.archived, row.sample) == ([], [], "NEW")
    assert Supercategory.objects.get().colour == "#2e728d"


def test_inputs_may_come_before_the_categories(empty, actor):
    add_marked_inputs(empty, "Le [3 mars](DATE).")
    services.apply_preset(contest=empty, preset=PRESETS["i2b2_2014"], actor=actor)
    assert is_used(empty.categories.get(label="DATE"))
