"""The pages of the categories' editor, without a browser."""

import pytest
from django.utils import translation

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.categories import services
from contests.categories.domain.presets import PRESETS
from contests.categories.selectors import supercategory_rows
from contests.categories.tags import colours_url
from contests.contest.models import Contest
from contests.setup.services import create_contest
from tests.pages import squeezed
from web.tags import keys

pytestmark = pytest.mark.django_db
POSTS = [
    "categories/preset/",
    "categories/sort/",
    "categories/shortcuts/",
    "categories/{category}/move/",
    "categories/{category}/archive/",
    "categories/{category}/restore/",
    "categories/{category}/delete/",
    "families/{supercategory}/move/",
    "families/{supercategory}/delete/",
]
PAGES = [
    "categories/",
    "categories/new/",
    "categories/{category}/",
    "families/new/",
    "families/{supercategory}/",
    "families/colour/?colour=%23ffee00",
]


@pytest.fixture
def signed_in(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def fresh(carl):
    """A contest with the default categories and no inputs."""
    contest = create_contest(name="Palio nuovo", manager=carl, actor=Actor(carl))
    preset = PRESETS["swiss_hospital"]
    services.apply_preset(contest=contest, preset=preset, actor=Actor(carl))
    return contest


def address(contest, path):
    category = contest.categories.get(label="CONTACT:FAX")
    filled = path.format(category=category.pk, supercategory=category.supercategory_id)
    return f"/contests/{contest.pk}/{filled}"


def category_data(contest, label="CONTACT:FAX", **changes):
    category = contest.categories.get(label=label)
    return {
        "supercategory": category.supercategory_id,
        "name": label.rpartition(":")[2],
        "shortcut": category.shortcut,
        "description": category.description,
    } | changes


@pytest.mark.parametrize("path", PAGES)
def test_managers_open_every_page(signed_in, fresh, path):
    assert signed_in.get(address(fresh, path)).status_code == 200


@pytest.mark.parametrize("path", [*PAGES, *POSTS])
def test_a_stranger_and_an_annotator_get_404(client, contest, eve, ana, ana_in_contest, path):
    before = AuditEvent.objects.filter(object_type="category").count()
    for user in (eve, ana):
        client.force_login(user)
        ask = client.post if path in POSTS else client.get
        assert ask(address(contest, path)).status_code == 404
    assert AuditEvent.objects.filter(object_type="category").count() == before


@pytest.mark.parametrize("path", POSTS)
def test_nothing_changes_by_following_a_link(signed_in, fresh, path):
    assert signed_in.get(address(fresh, path)).status_code == 405


def test_the_list_shows_supercategories_keys_and_descriptions(signed_in, fresh):
    page = signed_in.get(address(fresh, "categories/")).content.decode()
    assert "26 categories" in page
    assert "<kbd>Shift</kbd>+<kbd>Alt</kbd>+<kbd>6</kbd>" in page
    assert page.count('data-theme="dark"') == page.count('data-theme="light"') == 10
    assert "Start over with a ready-made set" in page


def test_an_empty_contest_is_offered_the_presets(signed_in, carl):
    contest = create_contest(name="Palio nuovo", manager=carl, actor=Actor(carl))
    page = signed_in.get(f"/contests/{contest.pk}/categories/").content.decode()
    for preset in PRESETS.values():
        assert preset.title in page
    signed_in.post(f"/contests/{contest.pk}/categories/preset/", {"preset": "stockholm"})
    assert contest.categories.count() == 8


def test_an_unknown_preset_changes_nothing(signed_in, fresh):
    signed_in.post(address(fresh, "categories/preset/"), {"preset": "none", "replace": "yes"})
    assert fresh.categories.count() == 26


def test_a_preset_is_replaced_only_on_purpose(signed_in, fresh):
    path = address(fresh, "categories/preset/")
    refused = signed_in.post(path, {"preset": "hipaa"}, follow=True)
    assert "already has categories" in refused.content.decode()
    signed_in.post(path, {"preset": "hipaa", "replace": "yes"})
    assert fresh.categories.count() == 18


def test_with_inputs_no_preset_is_offered(signed_in, contest):
    page = signed_in.get(address(contest, "categories/")).content.decode()
    assert "ready-made" not in page


def test_a_category_is_added_and_written_down_with_who_did_it(signed_in, fresh, carl):
    data = category_data(fresh, name="Messagerie", shortcut="m s")
    response = signed_in.post(address(fresh, "categories/new/"), data)
    category = fresh.categories.get(label="CONTACT:Messagerie")
    assert response["Location"] == f"/contests/{fresh.pk}/categories/#category-{category.pk}"
    event = AuditEvent.objects.get(object_type="category", object_id=str(category.pk))
    assert (event.actor, event.contest_id) == (carl, fresh.pk)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"shortcut": "4"}, "“CONTACT:EMAIL” already has this shortcut."),
        ({"shortcut": "g"}, "needs the key G for itself"),
        ({"shortcut": "Ctrl+1"}, "Write one letter or digit"),
        ({"name": "email"}, "There already is a category “CONTACT:EMAIL”."),
        ({"name": "a(b)"}, "Use only letters, digits, hyphens and underscores"),
        ({"name": ""}, "This field is required."),
        ({"supercategory": "999999"}, "Select a valid choice."),
    ],
)
def test_mistakes_are_said_at_their_field(signed_in, fresh, changes, words):
    path = address(fresh, "categories/{category}/")
    response = signed_in.post(path, category_data(fresh, **changes))
    assert response.status_code == 200
    errors = response.context["form"].errors
    (field,) = changes
    assert words in str(errors[field])
    assert 'aria-invalid="true"' in response.content.decode()


def test_with_inputs_the_name_is_fixed_and_the_rest_is_saved(signed_in, contest):
    path = address(contest, "categories/{category}/")
    page = signed_in.get(path).content.decode()
    assert "supercategory and name can no longer change" in page
    signed_in.post(path, category_data(contest, name="OTHER", shortcut="", description="New."))
    category = contest.categories.get(label="CONTACT:FAX")
    assert (category.shortcut, category.description) == ("", "New.")


def test_an_illegible_colour_is_refused_and_the_offer_taken_with_one_click(signed_in, fresh):
    path = address(fresh, "families/{supercategory}/")
    page = signed_in.post(path, {"name": "CONTACT", "colour": "#ffee00"})
    assert "cannot be read well enough" in page.content.decode()
    offered = page.context["judgement"].nearest
    assert f'name="take" value="{offered}"' in squeezed(page)
    signed_in.post(path, {"name": "CONTACT", "colour": "#ffee00", "take": offered})
    assert fresh.supercategories.get(name="CONTACT").colour == offered


@pytest.mark.parametrize("colour", ["", "red", "#fff", "#GGGGGG", "javascript:alert(1)"])
def test_what_is_no_colour_is_refused(signed_in, fresh, colour):
    path = address(fresh, "families/{supercategory}/")
    response = signed_in.post(path, {"name": "CONTACT", "colour": colour})
    assert response.status_code == 200
    assert "colour" in response.context["form"].errors
    asked = signed_in.get(address(fresh, "families/colour/"), {"colour": colour})
    assert asked.status_code == 400


def test_a_colour_that_is_close_to_another_supercategory_is_named(signed_in, fresh):
    path = address(fresh, "families/colour/")
    near = signed_in.get(path, {"colour": "#c2571b"}).content.decode()
    assert "mixed up with the colour of DÉMOGRAPHIE" in near
    supercategory = fresh.supercategories.get(name="DÉMOGRAPHIE")
    own = signed_in.get(
        path, {"colour": "#c2571b", "supercategory": supercategory.pk}
    ).content.decode()
    assert "mixed up" not in own


def test_a_supercategory_is_added_with_the_next_free_colour(signed_in, fresh):
    page = signed_in.get(address(fresh, "families/new/"))
    colour = page.context["judgement"].colour
    assert colour not in fresh.supercategories.values_list("colour", flat=True)
    signed_in.post(address(fresh, "families/new/"), {"name": "SANTÉ", "colour": colour})
    assert fresh.supercategories.get(name="SANTÉ").colour == colour


def test_moving_leads_back_to_the_place_or_renews_the_list(signed_in, fresh):
    path = address(fresh, "categories/{category}/move/")
    plain = signed_in.post(path, {"to": "up"})
    assert "#category-" in plain["Location"]
    part = signed_in.post(path, {"to": "down"}, headers={"HX-Request": "true"})
    assert (
        part.content.decode()
        .lstrip()
        .startswith('<div class="supercategories" id="supercategories">')
    )
    assert "CONTACT:FAX has been moved." in part.content.decode()


def test_a_refused_move_reloads_the_page_that_says_why(signed_in, fresh):
    Contest.objects.filter(pk=fresh.pk).update(state="closed")
    path = address(fresh, "families/{supercategory}/move/")
    answer = signed_in.post(path, {"to": "up"}, headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"
    page = signed_in.get(address(fresh, "categories/")).content.decode()
    assert "This contest is closed" in page


def test_archived_categories_are_listed_apart_and_brought_back(signed_in, contest):
    signed_in.post(address(contest, "categories/{category}/archive/"))
    page = signed_in.get(address(contest, "categories/")).content.decode()
    assert "Bring back CONTACT:FAX" in page
    assert "25 categories" in page
    signed_in.post(address(contest, "categories/{category}/restore/"))
    assert contest.categories.get(label="CONTACT:FAX").archived_at is None


def test_a_used_category_is_not_deleted(signed_in, contest):
    category = contest.categories.get(label="TEMPORAL:DATE")
    path = f"/contests/{contest.pk}/categories/{category.pk}/"
    assert "cannot be deleted" in signed_in.get(path).content.decode()
    said = signed_in.post(f"{path}delete/", follow=True).content.decode()
    assert "has been used. Archive it instead." in said
    assert contest.categories.filter(pk=category.pk).exists()


def test_a_closed_contest_is_only_looked_at(signed_in, contest):
    Contest.objects.filter(pk=contest.pk).update(state="closed")
    page = signed_in.get(address(contest, "categories/")).content.decode()
    assert "This contest is closed" in page
    assert "Archive CONTACT:FAX" not in page
    for path in (
        "categories/new/",
        "categories/{category}/",
        "families/new/",
        "families/{supercategory}/",
    ):
        assert signed_in.get(address(contest, path)).status_code == 302


def test_sorting_and_new_keys_are_one_click_each(signed_in, fresh):
    for path in ("categories/sort/", "categories/shortcuts/"):
        page = signed_in.post(address(fresh, path), follow=True).content.decode()
        assert "message--success" in page
    assert supercategory_rows(fresh)[0].offered[0].shortcut == "1"


def test_a_new_category_in_a_contest_without_supercategories_starts_with_a_supercategory(
    signed_in, carl
):
    contest = create_contest(name="Palio nuovo", manager=carl, actor=Actor(carl))
    response = signed_in.get(f"/contests/{contest.pk}/categories/new/")
    assert response["Location"] == f"/contests/{contest.pk}/families/new/"


def test_the_style_sheet_has_another_address_when_a_colour_changes(contest):
    before = colours_url(contest)
    contest.supercategories.filter(name="ID").update(colour="#2e728d")
    assert colours_url(contest) != before


@translation.override("en")
def test_keys_to_hold_are_joined_and_keys_in_turn_stand_apart():
    assert keys("Shift+5") == "<kbd>Shift</kbd>+<kbd>5</kbd>"
    assert keys("L D") == "<kbd>L</kbd> <kbd>D</kbd>"
    assert keys("") == ""
