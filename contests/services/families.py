"""Looking after the families of a contest's categories."""

from django.db import transaction

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.domain.colours import is_legible, nearest_legible
from contests.domain.labels import make_label, name_key, short_name, tidy_name
from contests.exceptions import ColourIllegible, SupercategoryInUse, SupercategoryTaken
from contests.models import Contest, Supercategory
from contests.selectors.categories import family_rows
from contests.services.category_rows import (
    follow_labels,
    lock,
    lock_row,
    refuse_with_inputs,
    save,
    swap,
    write_down,
    write_order,
)


@transaction.atomic
def add_supercategory(*, contest: Contest, name: str, colour: str, actor: Actor) -> Supercategory:
    """Add a family at the end."""
    contest = lock(contest)
    family = Supercategory(contest=contest, order=contest.supercategories.count())
    _fill_family(family, name=name, colour=colour)
    save(family)
    write_down(actor, AuditEvent.Action.CREATED, "supercategory", contest, family, colour=colour)
    return family


@transaction.atomic
def change_supercategory(
    *, family: Supercategory, name: str, colour: str, actor: Actor
) -> Supercategory:
    """Give a family another colour, or another name, which its labels then begin with."""
    family = lock_row(family)
    before = family.name
    _fill_family(family, name=name, colour=colour)
    save(family)
    if family.name != before:
        refuse_with_inputs(family.contest)
        _relabel(family, before)
    write_down(
        actor,
        AuditEvent.Action.CHANGED,
        "supercategory",
        family.contest,
        family,
        before=before,
        colour=colour,
    )
    return family


def _fill_family(family: Supercategory, *, name: str, colour: str) -> None:
    family.name, family.colour = tidy_name(name), colour
    others = family.contest.supercategories.exclude(pk=family.pk)
    for other in others.values_list("name", flat=True):
        if name_key(other) == name_key(family.name):
            raise SupercategoryTaken(name=other)
    if not is_legible(colour):
        raise ColourIllegible(nearest=nearest_legible(colour))


def _relabel(family: Supercategory, before: str) -> None:
    """Let the family's labels begin with its new name."""
    renamed: dict[str, str] = {}
    for category in family.categories.all():
        name = family.name if category.label == before else short_name(category.label)
        renamed[category.label] = make_label(family.name, name)
        category.label = renamed[category.label]
        save(category)
    follow_labels(family.contest, renamed)


@transaction.atomic
def move_supercategory(*, family: Supercategory, step: int, actor: Actor) -> None:
    """Move a family up (-1) or down (1) by one place, as far as there is one."""
    family = lock_row(family)
    rows = family_rows(family.contest)
    place = next(place for place, row in enumerate(rows) if row.family == family)
    swap(rows, place, step)
    write_order(rows)
    write_down(
        actor, AuditEvent.Action.CHANGED, "supercategory", family.contest, family, moved=step
    )


@transaction.atomic
def delete_supercategory(*, family: Supercategory, actor: Actor) -> None:
    """Remove a family that has no categories."""
    family = lock_row(family)
    if family.categories.exists():
        raise SupercategoryInUse
    write_down(actor, AuditEvent.Action.DELETED, "supercategory", family.contest, family)
    family.delete()
