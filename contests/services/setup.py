"""Setting a contest up: the contest, its teams, people and inputs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from contests.domain.aliases import alias_key, tidy_alias
from contests.exceptions import AliasTaken, AlreadyMember, InputsBusy
from contests.models import (
    Contest,
    ContestInput,
    Group,
    InputPlace,
    Membership,
    Team,
)
from contests.selectors.inputs import is_drawing
from contests.services.sequences import complete_sequences, give_sequence
from corpus.domain.spans import Span
from corpus.domain.tokens import tokenize
from corpus.models import Chunk

# Rows per statement.
BATCH_SIZE = 500


@transaction.atomic
def create_contest(*, name: str, manager: User, actor: Actor, **settings: object) -> Contest:
    """Create a contest with its first manager."""
    contest = Contest.objects.create(name=name, **settings)
    Membership.objects.create(contest=contest, user=manager, role=Membership.Role.MANAGER)
    record(actor, AuditEvent.Action.CREATED, "contest", contest.pk, contest_id=contest.pk)
    return contest


@transaction.atomic
def add_team(
    *, contest: Contest, group: int, name: str, arm: str, retention: float, perturbation: float = 0
) -> Team:
    """Add a team to a group of the contest; with its first team a group gets its order of inputs."""
    place, is_new = Group.objects.get_or_create(contest=contest, number=group)
    if is_new:
        give_sequence(group=place)
    return Team.objects.create(
        contest=contest,
        group=place,
        name=name,
        arm=arm,
        retention=retention,
        perturbation=perturbation,
    )


@transaction.atomic
def add_member(
    *, contest: Contest, user: User, role: str, alias: str = "", team: Team | None = None
) -> Membership:
    """Let a person take part; someone who was removed comes back with what they did."""
    # One at a time per contest: the database compares aliases by their plain letters only.
    Contest.objects.select_for_update().get(pk=contest.pk)
    member = Membership.objects.filter(contest=contest, user=user).first()
    if member is not None and member.removed_at is None:
        raise AlreadyMember
    member = member or Membership(contest=contest, user=user)
    member.role, member.removed_at = role, None
    member.alias = tidy_alias(alias) or member.alias
    before, member.team = member.team, None
    if role == Membership.Role.ANNOTATOR:
        member.team = team or before
    if member.team != before:
        # Another group has another order: what was already met is passed over there.
        member.next_position = 0
    _check_alias(member)
    member.save()
    return member


def _check_alias(member: Membership) -> None:
    others = member.contest.memberships.exclude(pk=member.pk).exclude(alias="")
    taken = {alias_key(alias) for alias in others.values_list("alias", flat=True)}
    if alias_key(member.alias) in taken:
        raise AliasTaken


@transaction.atomic
def add_inputs(
    *, contest: Contest, chunks: Sequence[Chunk], proposals: Mapping[int, Sequence[Span]]
) -> int:
    """Make the lines inputs of a contest, equal ones a single input; return how many are new.

    `proposals` holds the pre-annotation of a chunk, by its id.
    """
    known = _known_inputs(contest, {bytes(chunk.digest) for chunk in chunks})
    fresh: dict[bytes, ContestInput] = {}
    for chunk in chunks:
        digest = bytes(chunk.digest)
        if digest not in known and digest not in fresh:
            fresh[digest] = _new_input(contest, chunk, proposals.get(chunk.pk, ()))
    for item in ContestInput.objects.bulk_create(fresh.values(), batch_size=BATCH_SIZE):
        known[bytes(item.digest)] = item.pk
    InputPlace.objects.bulk_create(
        (InputPlace(input_id=known[bytes(chunk.digest)], chunk=chunk) for chunk in chunks),
        batch_size=2000,
        ignore_conflicts=True,
    )
    return len(fresh)


def _known_inputs(contest: Contest, digests: Collection[bytes]) -> dict[bytes, int]:
    """Return the inputs that these texts already are, by digest."""
    # In batches: a database takes only so many parameters, and a contest may have a million inputs.
    inputs = ContestInput.objects.filter(contest=contest)
    ordered = sorted(digests)
    return {
        bytes(digest): pk
        for start in range(0, len(ordered), BATCH_SIZE)
        for pk, digest in inputs.filter(digest__in=ordered[start : start + BATCH_SIZE]).values_list(
            "pk", "digest"
        )
    }


def _new_input(contest: Contest, chunk: Chunk, proposals: Sequence[Span]) -> ContestInput:
    bounds = tokenize(chunk.text, language=contest.language)
    return ContestInput(
        contest=contest,
        text=chunk.text,
        digest=chunk.digest,
        tokens=[place for token in bounds for place in token],
        proposals=[[unit.start, unit.end, unit.label] for unit in proposals],
    )


@transaction.atomic
def open_contest(*, contest: Contest, actor: Actor, starts_at: datetime, ends_at: datetime) -> None:
    """Let the contest take answers."""
    if is_drawing(contest):
        raise InputsBusy
    complete_sequences(contest=contest)
    contest.state = Contest.State.OPEN
    contest.starts_at, contest.ends_at = starts_at, ends_at
    contest.save(update_fields=["state", "starts_at", "ends_at"])
    record(
        actor,
        AuditEvent.Action.CHANGED,
        "contest",
        contest.pk,
        contest_id=contest.pk,
        state=contest.state,
    )
