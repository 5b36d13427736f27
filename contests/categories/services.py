"""Looking after a contest's categories: each change is checked, made and written down here."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict, TypeVar, Unpack

from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.audit import CHANGED, CREATED, DELETED, Action, Actor, record
from contests.categories.domain.colours import is_legible, nearest_legible
from contests.categories.domain.presets import Preset, PresetSupercategory
from contests.categories.domain.shortcuts import (
    assign_shortcuts,
    check_free,
    parse_shortcut,
    suggest_shortcut,
)
from contests.categories.errors import (
    CategoriesChanged,
    CategoriesInPlace,
    CategoriesInUse,
    CategoryInUse,
    ColourIllegible,
    ContestReadOnly,
    LabelTaken,
    NameTaken,
    ShortcutHidden,
    ShortcutTaken,
    SupercategoryInUse,
    SupercategoryTaken,
)
from contests.categories.models import Category, Supercategory
from contests.categories.selectors import (
    SupercategoryRow,
    is_used,
    shortcuts_taken,
    supercategory_rows,
)
from contests.contest.models import Contest
from detection.phi import Text
from text.labels import collation_key, make_label, name_key, short_name, tidy_name


@transaction.atomic
def add_categories(*, contest: Contest, supercategories: Sequence[PresetSupercategory]) -> None:
    """Give a contest categories, named in every language and described in that of its texts."""
    keys = assign_shortcuts(
        [label for supercategory in supercategories for label in supercategory.labels]
    )
    places = {label: place for place, label in enumerate(keys)}
    for order, supercategory in enumerate(supercategories):
        parent = Supercategory.objects.create(
            contest=contest, name=supercategory.name, colour=supercategory.colour, order=order
        )
        Category.objects.bulk_create(
            Category(
                contest=contest,
                supercategory=parent,
                label=entry.label,
                name_en=_in("en", entry.name),
                name_fr=_in("fr", entry.name),
                shortcut=keys[entry.label],
                description=_in(contest.language, entry.description),
                order=places[entry.label],
            )
            for entry in supercategory.entries
        )


def _in(language: str, text: Text) -> str:
    if text.fr and language != "en":
        return text.fr
    with translation.override(language):
        return gettext(text.en)


@transaction.atomic
def apply_preset(
    *, contest: Contest, preset: Preset, actor: Actor, is_replacing: bool = False
) -> None:
    """Give a contest the categories of a preset; in place of others only while it has no inputs."""
    contest = lock(contest)
    replaced = contest.categories.count()
    if contest.supercategories.exists():
        if not is_replacing:
            raise CategoriesInPlace
        refuse_with_inputs(contest)
        contest.supercategories.all().delete()
        # Made for the categories that were there; for these ones there may be others.
        contest.training_tasks.filter(origin="default", answers=None).delete()
    add_categories(contest=contest, supercategories=preset.supercategories)
    contest.confusable_pairs = [list(pair) for pair in preset.confusable_pairs]
    contest.save(update_fields=["confusable_pairs"])
    write_down(actor, CREATED, "category", contest, preset=preset.key, replaced=replaced)


@transaction.atomic
def sort_alphabetically(*, contest: Contest, actor: Actor) -> None:
    """Order supercategories and categories as a French dictionary would."""
    rows = sorted(
        supercategory_rows(lock(contest)), key=lambda row: collation_key(row.supercategory.name)
    )
    for row in rows:
        row.offered.sort(key=lambda category: collation_key(category.label))
    write_order(rows)
    write_down(actor, CHANGED, "category", contest, order="alphabetical")


@transaction.atomic
def renew_shortcuts(*, contest: Contest, actor: Actor) -> None:
    """Give every offered category a shortcut by its place."""
    offered = [category for row in supercategory_rows(lock(contest)) for category in row.offered]
    keys = assign_shortcuts([category.label for category in offered])
    # The database refuses a key that two have, even for a moment.
    contest.categories.filter(archived_at=None).update(shortcut="")
    for category in offered:
        category.shortcut = keys.get(category.label, "")
    Category.objects.bulk_update(offered, ["shortcut"])
    write_down(actor, CHANGED, "category", contest, shortcuts=len(offered))


class CategoryValues(TypedDict):
    """What the editor asks about a category; `name` is the part of the label behind the colon."""

    name: str
    name_en: NotRequired[str]
    name_fr: NotRequired[str]
    shortcut: str
    description: str


@transaction.atomic
def add_category(
    *, supercategory: Supercategory, actor: Actor, **values: Unpack[CategoryValues]
) -> Category:
    """Add a category at the end of its supercategory."""
    supercategory = lock_row(supercategory)
    category = Category(
        contest=supercategory.contest, order=supercategory.contest.categories.count()
    )
    _fill_category(category, supercategory, values)
    save(category)
    write_order(supercategory_rows(supercategory.contest))
    write_down(actor, CREATED, "category", supercategory.contest, category)
    return category


@transaction.atomic
def change_category(
    *,
    category: Category,
    supercategory: Supercategory,
    actor: Actor,
    **values: Unpack[CategoryValues],
) -> Category:
    """Change a category; its label only while no input can mention it."""
    category, supercategory = lock_row(category), lock_row(supercategory)
    before = category.label
    _fill_category(category, supercategory, values)
    if category.label != before:
        refuse_with_inputs(category.contest)
        follow_labels(category.contest, {before: category.label})
    save(category)
    write_order(supercategory_rows(category.contest))
    details = {"before": before, "shortcut": category.shortcut}
    write_down(actor, CHANGED, "category", category.contest, category, **details)
    return category


def _fill_category(
    category: Category, supercategory: Supercategory, values: CategoryValues
) -> None:
    category.supercategory = supercategory
    category.label = make_label(supercategory.name, tidy_name(values["name"]))
    category.name_en = values.get("name_en", "").strip()
    category.name_fr = values.get("name_fr", "").strip()
    category.description = values["description"].strip()
    contest = category.contest
    for other in contest.categories.exclude(pk=category.pk):
        if name_key(other.label) == name_key(category.label):
            raise LabelTaken(label=other.label)
        for field in ("name_en", "name_fr"):
            written = getattr(category, field)
            if written and name_key(getattr(other, field)) == name_key(written):
                raise NameTaken(field, label=other.label)
    category.shortcut = parse_shortcut(values["shortcut"])
    if category.archived_at is None:
        check_free(category.shortcut, shortcuts_taken(contest, besides=category))


@transaction.atomic
def move_category(*, category: Category, step: int, actor: Actor) -> None:
    """Move a category up (-1) or down (1) within its supercategory, as far as there is a place."""
    category = lock_row(category)
    rows = supercategory_rows(category.contest)
    siblings = next(
        row.offered for row in rows if row.supercategory.pk == category.supercategory_id
    )
    if category in siblings:
        swap(siblings, siblings.index(category), step)
    write_order(rows)
    write_down(actor, CHANGED, "category", category.contest, category, moved=step)


@transaction.atomic
def archive_category(*, category: Category, actor: Actor) -> None:
    """Offer a category no longer; what was annotated with it stays."""
    category = lock_row(category)
    category.archived_at = category.archived_at or timezone.now()
    save(category)
    write_down(actor, CHANGED, "category", category.contest, category, archived=True)


@transaction.atomic
def restore_category(*, category: Category, actor: Actor) -> Category:
    """Offer an archived category again, with another shortcut if its own went to someone else."""
    category = lock_row(category)
    taken = shortcuts_taken(category.contest, besides=category)
    category.archived_at = None
    try:
        check_free(category.shortcut, taken)
    except (ShortcutTaken, ShortcutHidden):
        category.shortcut = suggest_shortcut(category.label, taken)
    save(category)
    write_order(supercategory_rows(category.contest))
    write_down(actor, CHANGED, "category", category.contest, category, archived=False)
    return category


@transaction.atomic
def delete_category(*, category: Category, actor: Actor) -> None:
    """Remove a category that was never used."""
    category = lock_row(category)
    if is_used(category):
        raise CategoryInUse
    follow_labels(category.contest, {category.label: ""})
    write_down(actor, DELETED, "category", category.contest, category)
    category.delete()


Row = TypeVar("Row", Category, Supercategory)


def lock(contest: Contest) -> Contest:
    """Return the contest for us alone until the end of the transaction, if it may still change."""
    fresh = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if not fresh.categories_can_change:
        raise ContestReadOnly
    return fresh


def lock_row(row: Row) -> Row:
    """Return a supercategory or category as it is now, its contest locked."""
    contest = lock(row.contest)
    fresh = type(row)._default_manager.filter(pk=row.pk).first()
    if fresh is None:
        raise CategoriesChanged
    fresh.contest = contest
    return fresh


def save(row: Category | Supercategory) -> None:
    """Store a row, or say that someone else was faster."""
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        # Only what went around the lock can get here: the names and keys were compared before.
        raise CategoriesChanged from error


def refuse_with_inputs(contest: Contest) -> None:
    """Refuse to change labels that may stand in proposals, gold and answers."""
    if contest.inputs.exists():
        raise CategoriesInUse


def follow_labels(contest: Contest, renamed: Mapping[str, str]) -> None:
    """Follow labels in the contest's confusable pairs and training; nothing stands for one that is gone.

    A pair that loses one of its two goes. A training task keeps a label that is gone: its text needs
    another answer, which only a person knows.
    """
    pairs = [[renamed.get(label, label) for label in pair] for pair in contest.confusable_pairs]
    contest.confusable_pairs = [pair for pair in pairs if all(pair)]
    contest.save(update_fields=["confusable_pairs"])
    for task in contest.training_tasks.all():
        units = [[start, end, renamed.get(label) or label] for start, end, label in task.units]
        if units != task.units:
            task.units = units
            task.save(update_fields=["units"])


def swap(rows: list[Any], place: int, step: int) -> None:
    """Move what stands at a place by one step, as far as the list goes."""
    if 0 <= place + step < len(rows):
        rows[place], rows[place + step] = rows[place + step], rows[place]


def write_order(rows: Sequence[SupercategoryRow]) -> None:
    """Number supercategories and categories in the order given."""
    supercategories = [row.supercategory for row in rows]
    categories = [category for row in rows for category in (*row.offered, *row.archived)]
    for order, supercategory in enumerate(supercategories):
        supercategory.order = order
    for order, category in enumerate(categories):
        category.order = order
    Supercategory.objects.bulk_update(supercategories, ["order"])
    Category.objects.bulk_update(categories, ["order"])


def write_down(
    actor: Actor,
    action: Action,
    thing: str,
    contest: Contest,
    row: Category | Supercategory | None = None,
    **details: object,
) -> None:
    """Note in the audit log what was done, by id and label."""
    if row is not None:
        details["label"] = str(row)
    record(actor, action, thing, row.pk if row else "", contest_id=contest.pk, **details)


@transaction.atomic
def add_supercategory(*, contest: Contest, name: str, colour: str, actor: Actor) -> Supercategory:
    """Add a supercategory at the end."""
    contest = lock(contest)
    supercategory = Supercategory(contest=contest, order=contest.supercategories.count())
    _fill_supercategory(supercategory, name=name, colour=colour)
    save(supercategory)
    write_down(actor, CREATED, "supercategory", contest, supercategory, colour=colour)
    return supercategory


@transaction.atomic
def change_supercategory(
    *, supercategory: Supercategory, name: str, colour: str, actor: Actor
) -> Supercategory:
    """Give a supercategory another colour, or another name, which its labels then begin with."""
    supercategory = lock_row(supercategory)
    before = supercategory.name
    _fill_supercategory(supercategory, name=name, colour=colour)
    save(supercategory)
    if supercategory.name != before:
        refuse_with_inputs(supercategory.contest)
        _relabel(supercategory, before)
    details = {"before": before, "colour": colour}
    write_down(actor, CHANGED, "supercategory", supercategory.contest, supercategory, **details)
    return supercategory


def _fill_supercategory(supercategory: Supercategory, *, name: str, colour: str) -> None:
    supercategory.name, supercategory.colour = tidy_name(name), colour
    others = supercategory.contest.supercategories.exclude(pk=supercategory.pk)
    for other in others.values_list("name", flat=True):
        if name_key(other) == name_key(supercategory.name):
            raise SupercategoryTaken(name=other)
    if not is_legible(colour):
        raise ColourIllegible(nearest=nearest_legible(colour))


def _relabel(supercategory: Supercategory, before: str) -> None:
    """Let the supercategory's labels begin with its new name."""
    renamed: dict[str, str] = {}
    for category in supercategory.categories.all():
        name = supercategory.name if category.label == before else short_name(category.label)
        renamed[category.label] = make_label(supercategory.name, name)
        category.label = renamed[category.label]
        save(category)
    follow_labels(supercategory.contest, renamed)


@transaction.atomic
def move_supercategory(*, supercategory: Supercategory, step: int, actor: Actor) -> None:
    """Move a supercategory up (-1) or down (1) by one place, as far as there is one."""
    supercategory = lock_row(supercategory)
    rows = supercategory_rows(supercategory.contest)
    place = next(place for place, row in enumerate(rows) if row.supercategory == supercategory)
    swap(rows, place, step)
    write_order(rows)
    write_down(actor, CHANGED, "supercategory", supercategory.contest, supercategory, moved=step)


@transaction.atomic
def delete_supercategory(*, supercategory: Supercategory, actor: Actor) -> None:
    """Remove a supercategory that has no categories."""
    supercategory = lock_row(supercategory)
    if supercategory.categories.exists():
        raise SupercategoryInUse
    write_down(actor, DELETED, "supercategory", supercategory.contest, supercategory)
    supercategory.delete()
