"""Changing teams and arms, and giving people a team."""

import hashlib
from collections.abc import Sequence

from django.db import transaction

from accounts.audit import CHANGED, CREATED, DELETED, PLATFORM, Actor, record
from contests.contest.domain import ARRANGE, DESCRIBE
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.contest.services import change_settings, lock_for
from contests.inputs.models import InputPlace
from contests.teams.domain import Ordering, Place, ReadyDesign, next_team, order_apart
from contests.teams.errors import ControlPerturbed, TeamInUse, TeamsFull, TeamsInUse, TeamTaken
from contests.teams.models import Group, SequenceItem, Team
from contests.teams.selectors import team_loads

BATCH_SIZE = 2000


@transaction.atomic
def shuffle_sequences(*, contest: Contest) -> int:
    """Give every group its own random order of the inputs; return how many neighbours are left in them."""
    clear_sequences(contest=contest)
    return sum(give_sequence(group=group) for group in contest.groups.all())


@transaction.atomic
def give_sequence(*, group: Group) -> int:
    """Give a group without one its order of the contest's inputs; return how many neighbours are left."""
    planned = plan_sequence(group)
    store_sequence(group=group, inputs=planned.order)
    return planned.neighbours


@transaction.atomic
def complete_sequences(*, contest: Contest) -> None:
    """Order the inputs anew if any group lacks some: a drawing may have been stopped half-way."""
    inputs = contest.inputs.count()
    if any(group.sequence.count() != inputs for group in contest.groups.all()):
        shuffle_sequences(contest=contest)


@transaction.atomic
def clear_sequences(*, contest: Contest) -> None:
    """Forget the orders of all groups; everyone begins anew, passing over what they know."""
    SequenceItem.objects.filter(group__contest=contest).delete()
    contest.memberships.update(next_position=0)


def plan_sequence(group: Group) -> Ordering:
    """Return the ids of the inputs in this group's order: a function of the texts, places and seed."""
    contest = group.contest
    # By digest, not by id: the same texts and seed give the same order in any database.
    inputs = sorted(contest.inputs.values_list("digest", "pk"), key=lambda row: bytes(row[0]))
    places: dict[int, list[Place]] = {pk: [] for _, pk in inputs}
    standing = InputPlace.objects.filter(input__contest=contest)
    rows = standing.values_list("input_id", "chunk__document_id", "chunk__line")
    for pk, document, line in rows.iterator():
        # An input that came since is not part of this order.
        if pk in places:
            places[pk].append((document, line))
    key = hashlib.sha256(f"{contest.seed}|sequence|{group.number}".encode()).digest()
    found = order_apart(list(places.values()), seed=int.from_bytes(key, "big"))
    return Ordering([inputs[index][1] for index in found.order], found.neighbours)


def store_sequence(*, group: Group, inputs: Sequence[int], first: int = 0) -> None:
    """Append these inputs to the group's order, from the position `first` on."""
    SequenceItem.objects.bulk_create(
        (
            SequenceItem(group=group, input_id=pk, position=position)
            for position, pk in enumerate(inputs, start=first)
        ),
        batch_size=BATCH_SIZE,
    )


@transaction.atomic
def add_team(
    *,
    contest: Contest,
    group: int,
    name: str,
    arm: str,
    retention: float,
    perturbation: float = 0,
    places: int | None = None,
    actor: Actor = PLATFORM,
) -> Team:
    """Add a team to a group of the contest; with its first team a group gets its order of inputs."""
    Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if contest.teams.filter(name__iexact=name).exists():
        raise TeamTaken(name=name)
    place, is_new = Group.objects.get_or_create(contest=contest, number=group)
    if is_new:
        give_sequence(group=place)
    team = Team.objects.create(
        contest=contest,
        group=place,
        name=name,
        key=_free_key(contest, name),
        arm=arm,
        retention=retention,
        perturbation=perturbation,
        places=places,
    )
    record(actor, CREATED, "team", team.pk, contest_id=contest.pk)
    return team


def _free_key(contest: Contest, name: str) -> str:
    """Return the name, or one with a number where a team that was renamed keeps it as its key."""
    taken = set(contest.teams.values_list("key", flat=True))
    numbered = (f"{name} #{number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(key for key in numbered if key not in taken)


@transaction.atomic
def create_team(
    *,
    contest: Contest,
    group: int,
    name: str,
    arm: str,
    retention: float,
    perturbation: float,
    places: int | None,
    actor: Actor,
) -> Team:
    """Add a team to a contest that does not run yet."""
    fresh = lock_for(contest, ARRANGE)
    _check_arm(arm, perturbation)
    return add_team(
        contest=fresh,
        group=group,
        name=name,
        arm=arm,
        retention=retention,
        perturbation=perturbation,
        places=places,
        actor=actor,
    )


def _check_arm(arm: str, perturbation: float) -> None:
    if arm == Team.Arm.CONTROL and perturbation > 0:
        raise ControlPerturbed


@transaction.atomic
def change_team(*, team: Team, actor: Actor, group: int | None = None, **values: object) -> Team:
    """Change a team: name and places while the contest takes people in, the rest before it runs."""
    contest = lock_for(team.contest, DESCRIBE)
    fresh = Team.objects.select_related("group").get(pk=team.pk)
    changed = [name for name, value in values.items() if getattr(fresh, name) != value]
    if group is not None and group != fresh.group.number:
        changed.append("group")
    if not contest.permits(ARRANGE) and set(changed) - {"name", "places"}:
        raise NotPermitted
    if contest.teams.exclude(pk=fresh.pk).filter(name__iexact=values["name"]).exists():
        raise TeamTaken(name=values["name"])
    for name, value in values.items():
        setattr(fresh, name, value)
    _check_arm(fresh.arm, fresh.perturbation)
    if "group" in changed and group is not None:
        _regroup(fresh, group)
    if changed:
        fresh.save()
        record(actor, CHANGED, "team", fresh.pk, contest_id=contest.pk, fields=changed)
    return fresh


def _regroup(team: Team, number: int) -> None:
    """Put a team into another group; one that is left empty goes, with its order of inputs."""
    before = team.group
    team.group, is_new = Group.objects.get_or_create(contest=team.contest, number=number)
    if is_new:
        give_sequence(group=team.group)
    team.save(update_fields=["group"])
    team.memberships.update(next_position=0)
    _drop_if_empty(before)


def _drop_if_empty(group: Group) -> None:
    if not group.teams.exists():
        group.delete()


@transaction.atomic
def delete_team(*, team: Team, actor: Actor) -> None:
    """Delete a team that nobody belongs or belonged to."""
    contest = lock_for(team.contest, ARRANGE)
    if team.memberships.exists():
        raise TeamInUse
    pk, group = team.pk, team.group
    team.delete()
    _drop_if_empty(group)
    record(actor, DELETED, "team", pk, contest_id=contest.pk)


def place_for(contest: Contest, *, wanted: Team | None = None) -> Team | None:
    """Return the team that a new annotator goes to, in a transaction that holds the contest.

    The wanted one if it has a free place, else the one that keeps teams and arms even; none where a
    manager gives teams, or there are none yet.
    """
    loads = team_loads(contest)
    if wanted is not None and loads[wanted.pk].is_full:
        raise TeamsFull
    if wanted is not None or not contest.assigns_teams or not loads:
        return wanted
    chosen = next_team(list(loads.values()))
    if chosen is None:
        raise TeamsFull
    return contest.teams.get(key=chosen.key)


@transaction.atomic
def apply_design(
    *, contest: Contest, design: ReadyDesign, names: Sequence[str], actor: Actor
) -> list[Team]:
    """Replace the teams, to which nobody may belong, by those of the design, and order the inputs."""
    fresh = lock_for(contest, ARRANGE)
    if fresh.memberships.exclude(team=None).exists():
        raise TeamsInUse
    for team in list(fresh.teams.select_related("group", "contest")):
        delete_team(team=team, actor=actor)
    # Teams that meet different inputs cannot be compared.
    change_settings(contest=contest, actor=actor, routing=Contest.Routing.SEQUENCE)
    return [
        add_team(
            contest=fresh,
            group=team.group,
            name=team.name,
            arm=team.arm,
            retention=team.retention,
            perturbation=team.perturbation,
            actor=actor,
        )
        for team in design.teams(names, seed=fresh.seed)
    ]
