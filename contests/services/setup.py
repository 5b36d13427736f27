"""Setting a contest up: the contest, its teams, people and inputs."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from contests.domain.aliases import alias_key, tidy_alias
from contests.exceptions import AliasEmpty, AliasRefused, AliasTaken, AlreadyMember, TeamTaken
from contests.models import (
    Contest,
    ContestInput,
    Group,
    InputPlace,
    Membership,
    Team,
)
from contests.services.recognising import learn_inputs
from contests.services.sequences import give_sequence
from corpus.domain.spans import Span
from corpus.domain.tokens import tokenize
from corpus.models import Chunk

# Rows per statement.
BATCH_SIZE = 500
# Who acts where nobody does: the platform itself.
PLATFORM = Actor()


@transaction.atomic
def create_contest(*, name: str, manager: User, actor: Actor, **settings: object) -> Contest:
    """Create a contest with its first manager."""
    contest = Contest.objects.create(name=name, **settings)
    Membership.objects.create(contest=contest, user=manager, role=Membership.Role.MANAGER)
    record(actor, AuditEvent.Action.CREATED, "contest", contest.pk, contest_id=contest.pk)
    return contest


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
    record(actor, AuditEvent.Action.CREATED, "team", team.pk, contest_id=contest.pk)
    return team


def _free_key(contest: Contest, name: str) -> str:
    """Return the name, or one with a number where a team that was renamed keeps it as its key."""
    taken = set(contest.teams.values_list("key", flat=True))
    numbered = (f"{name} #{number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(key for key in numbered if key not in taken)


@transaction.atomic
def add_member(
    *,
    contest: Contest,
    user: User,
    role: str,
    alias: str = "",
    team: Team | None = None,
    actor: Actor = PLATFORM,
    **trace: object,
) -> Membership:
    """Let a person take part; someone who was removed comes back with what they did.

    `trace` goes into the audit log with it: by which invitation or link they came.
    """
    # One at a time per contest: the database compares aliases by their plain letters only.
    Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
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
    check_alias(member)
    member.save()
    created = AuditEvent.Action.CREATED
    record(actor, created, "membership", member.pk, contest_id=contest.pk, **trace)
    return member


def check_alias(member: Membership) -> None:
    """Refuse an alias that someone else in the contest has, or that a manager refused there."""
    key = alias_key(member.alias)
    others = member.contest.memberships.exclude(pk=member.pk).exclude(alias="")
    if key in {alias_key(alias) for alias in others.values_list("alias", flat=True)}:
        raise AliasTaken
    refused = member.contest.alias_refusals.values_list("alias", flat=True)
    if key and key in {alias_key(alias) for alias in refused}:
        raise AliasRefused


@transaction.atomic
def choose_alias(*, member: Membership, alias: str, actor: Actor) -> Membership:
    """Give a person another alias, as they wish."""
    Contest.objects.select_for_update(no_key=True).get(pk=member.contest_id)
    fresh = Membership.objects.select_related("contest").get(pk=member.pk)
    fresh.alias = tidy_alias(alias)
    if not fresh.alias:
        raise AliasEmpty
    check_alias(fresh)
    fresh.save(update_fields=["alias"])
    changed = AuditEvent.Action.CHANGED
    record(actor, changed, "membership", fresh.pk, contest_id=fresh.contest_id, fields=["alias"])
    return fresh


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
    made = ContestInput.objects.bulk_create(fresh.values(), batch_size=BATCH_SIZE)
    known |= {bytes(item.digest): item.pk for item in made}
    learn_inputs(contest_id=contest.pk, inputs=made)
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
