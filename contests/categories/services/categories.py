"""Looking after a contest's categories: each change is checked, made and written down here."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.audit import CHANGED, CREATED, DELETED, Actor
from contests.categories.domain.presets import Family, Preset
from contests.categories.domain.shortcuts import (
    assign_shortcuts,
    check_free,
    parse_shortcut,
    suggest_shortcut,
)
from contests.categories.errors import (
    CategoriesInPlace,
    CategoryInUse,
    LabelTaken,
    ShortcutHidden,
    ShortcutTaken,
)
from contests.categories.models import Category, Supercategory
from contests.categories.selectors import family_rows, is_used, shortcuts_taken
from contests.categories.services.rows import (
    follow_labels,
    lock,
    lock_row,
    refuse_with_inputs,
    save,
    swap,
    write_down,
    write_order,
)
from contests.contest.models import Contest
from text.labels import collation_key, make_label, name_key, tidy_name


@transaction.atomic
def add_categories(*, contest: Contest, families: Sequence[Family]) -> None:
    """Give a contest categories, described in the language of its texts."""
    keys = assign_shortcuts([label for family in families for label in family.labels])
    places = {label: place for place, label in enumerate(keys)}
    for order, family in enumerate(families):
        parent = Supercategory.objects.create(
            contest=contest, name=family.name, colour=family.colour, order=order
        )
        with translation.override(contest.language):
            Category.objects.bulk_create(
                Category(
                    contest=contest,
                    supercategory=parent,
                    label=entry.label,
                    shortcut=keys[entry.label],
                    description=gettext(entry.description),
                    order=places[entry.label],
                )
                for entry in family.entries
            )


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
    add_categories(contest=contest, families=preset.families)
    contest.confusable_pairs = [list(pair) for pair in preset.confusable_pairs]
    contest.save(update_fields=["confusable_pairs"])
    write_down(actor, CREATED, "category", contest, preset=preset.key, replaced=replaced)


@transaction.atomic
def sort_alphabetically(*, contest: Contest, actor: Actor) -> None:
    """Order families and categories as a French dictionary would."""
    rows = sorted(family_rows(lock(contest)), key=lambda row: collation_key(row.family.name))
    for row in rows:
        row.offered.sort(key=lambda category: collation_key(category.label))
    write_order(rows)
    write_down(actor, CHANGED, "category", contest, order="alphabetical")


@transaction.atomic
def renew_shortcuts(*, contest: Contest, actor: Actor) -> None:
    """Give every offered category a shortcut by its place."""
    offered = [category for row in family_rows(lock(contest)) for category in row.offered]
    keys = assign_shortcuts([category.label for category in offered])
    # The database refuses a key that two have, even for a moment.
    contest.categories.filter(archived_at=None).update(shortcut="")
    for category in offered:
        category.shortcut = keys.get(category.label, "")
    Category.objects.bulk_update(offered, ["shortcut"])
    write_down(actor, CHANGED, "category", contest, shortcuts=len(offered))


@transaction.atomic
def add_category(
    *, family: Supercategory, name: str, shortcut: str, description: str, actor: Actor
) -> Category:
    """Add a category at the end of its family."""
    family = lock_row(family)
    category = Category(contest=family.contest, order=family.contest.categories.count())
    _fill_category(category, family, name, shortcut, description)
    save(category)
    write_order(family_rows(family.contest))
    write_down(actor, CREATED, "category", family.contest, category)
    return category


@transaction.atomic
def change_category(
    *,
    category: Category,
    family: Supercategory,
    name: str,
    shortcut: str,
    description: str,
    actor: Actor,
) -> Category:
    """Change a category; its label only while no input can mention it."""
    category, family = lock_row(category), lock_row(family)
    before = category.label
    _fill_category(category, family, name, shortcut, description)
    if category.label != before:
        refuse_with_inputs(category.contest)
        follow_labels(category.contest, {before: category.label})
    save(category)
    write_order(family_rows(category.contest))
    write_down(
        actor,
        CHANGED,
        "category",
        category.contest,
        category,
        before=before,
        shortcut=category.shortcut,
    )
    return category


def _fill_category(
    category: Category, family: Supercategory, name: str, shortcut: str, description: str
) -> None:
    category.supercategory = family
    category.label = make_label(family.name, tidy_name(name))
    category.description = description.strip()
    contest = category.contest
    for other in contest.categories.exclude(pk=category.pk).values_list("label", flat=True):
        if name_key(other) == name_key(category.label):
            raise LabelTaken(label=other)
    category.shortcut = parse_shortcut(shortcut)
    if category.archived_at is None:
        check_free(category.shortcut, shortcuts_taken(contest, besides=category))


@transaction.atomic
def move_category(*, category: Category, step: int, actor: Actor) -> None:
    """Move a category up (-1) or down (1) within its family, as far as there is a place."""
    category = lock_row(category)
    rows = family_rows(category.contest)
    siblings = next(row.offered for row in rows if row.family.pk == category.supercategory_id)
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
    category.shortcut = _free_or_other(category, taken)
    save(category)
    write_order(family_rows(category.contest))
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


def _free_or_other(category: Category, taken: Mapping[str, str]) -> str:
    try:
        check_free(category.shortcut, taken)
    except (ShortcutTaken, ShortcutHidden):
        return suggest_shortcut(category.label, taken)
    return category.shortcut
