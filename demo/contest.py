"""A contest of simulated people: corpus, teams, inputs, and the simulation that fills it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import User
from contests.categories.domain.presets import CONFUSABLE_PAIRS, SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.guidelines import services as guidelines
from contests.guidelines.domain.defaults import MAJOR
from contests.inputs.services import add_inputs
from contests.people.models import Membership
from contests.people.services import members as setup_members
from contests.people.services.joining import create_link
from contests.proposals import services as detecting
from contests.proposals.domain.proposer import Proposed
from contests.proposals.selectors import setup_of
from contests.setup import services as setup
from contests.setup.services import change_state
from contests.teams.models import Team
from contests.teams.services import add_team
from contests.training.services import add_ready_made
from corpus.documents.models import Chunk, Corpus, Document
from demo.annotators.cast import Performer, take_cast
from demo.notes.generator import DemoDocument
from demo.recipes import DemoRefused, Materials, Recipe, Spans
from demo.schedule import Worker, plan_sessions, share_out, working_days
from demo.simulation import Seat, Simulation, train
from formats.xml import XmlPaths, read_xml
from text.tokens import digest_of

PASSWORD = "palio-demo"  # noqa: S105 (public by design; a check refuses it in production)
MANAGER_EMAIL = "carl@example.org"
# Only these can sign in; the others live in the database alone.
_WITH_PASSWORD = {MANAGER_EMAIL, "ana@example.org", "bob@example.org"}


def find_manager() -> User:
    """Return carl's account, made if there is none."""
    return _find_or_create(MANAGER_EMAIL, "Carl")


def find_performers(performers: Sequence[Performer]) -> list[User]:
    """Return the accounts of these people, made where there is none."""
    return [_find_or_create(performer.email, performer.name) for performer in performers]


def _find_or_create(email: str, name: str) -> User:
    user = User.objects.filter(email=email).first()
    if user is None:
        password = PASSWORD if email in _WITH_PASSWORD else None
        return User.objects.create_user(
            email, password, name=name, is_demo=True, email_confirmed_at=timezone.now()
        )
    if not user.is_demo:
        raise DemoRefused(f"The account {email} exists and is not one of the demo's.")
    return user


@dataclass(frozen=True)
class TeamPlan:
    """A team, its group and its arm."""

    name: str
    group: int
    arm: str
    retention: float


# The thesis's first experiment (table 4.2): two groups, each an experimental and a control team.
TEAMS = (
    TeamPlan("Farfalle", 2, Team.Arm.EXPERIMENTAL, 1.0),
    TeamPlan("Orecchiette", 2, Team.Arm.CONTROL, 0.0),
    TeamPlan("Conchiglie", 1, Team.Arm.EXPERIMENTAL, 0.5),
    TeamPlan("Tagliatelle", 1, Team.Arm.CONTROL, 0.0),
)
DESCRIPTION = """\
Bienvenue au Palio ! Quatre équipes aux noms de pâtes se mesurent sur des notes cliniques \
entièrement inventées : repérez les noms, dates, lieux et autres données personnelles, \
ligne par ligne, en suivant les consignes.

Personne de cette démonstration n’existe, et les réponses viennent d’annotateurs simulés."""
PRIZES = """\
1ʳᵉ équipe : un repas de pâtes pour tous ses membres.
Meilleure annotatrice ou meilleur annotateur : une machine à pâtes.
Meilleure qualité : un tablier brodé à son pseudonyme."""
# Where the invented notes say whom they are about.
PATIENT_PATH = "//Patient/IPP"
# How many people may try the demo by the contest's link.
LINK_PLACES = 50
CHANGE_NOTE = "Première version, pour toutes les catégories, avec le mode d’emploi de la page."


@dataclass(frozen=True)
class BuiltContest:
    """A contest ready for its simulated people, who are in the order of the cast."""

    contest: Contest
    recipe: Recipe
    member_ids: tuple[int, ...]


def check_name(name: str) -> None:
    """Refuse a name that a contest or its corpus already has."""
    contests = Contest.objects.filter(name=name)
    if contests.exists() or Corpus.objects.filter(name=_corpus_name(name)).exists():
        raise DemoRefused(f"There is already a contest or corpus called “{name}”.")


def _corpus_name(name: str) -> str:
    return f"Notes · {name}"


@transaction.atomic
def build_contest(*, name: str, recipe: Recipe, materials: Materials) -> BuiltContest:
    """Create corpus, contest, people and inputs, all or nothing."""
    check_name(name)
    manager = find_manager()
    chunks = _store_corpus(name, materials.documents, manager)
    contest = _create_contest(name, manager, recipe)
    _add_inputs(contest, chunks, materials.proposed)
    members = _add_people(contest, recipe)
    _publish_guidelines(contest, manager, recipe)
    _train(contest, manager, recipe, members)
    _open(contest, manager, recipe)
    made = replace(recipe, inputs=len(materials.proposed))
    return BuiltContest(contest, made, tuple(member.pk for member in members))


def _store_corpus(name: str, documents: Sequence[DemoDocument], owner: User) -> list[Chunk]:
    corpus = Corpus.objects.create(
        name=_corpus_name(name), created_by=owner, patient_path=PATIENT_PATH
    )
    paths = XmlPaths(patient=PATIENT_PATH)
    corpus.keepers.add(owner)
    rows = [
        Document(
            corpus=corpus,
            external_id=invented.external_id,
            document_type=invented.document_type,
            patient=read_xml(invented.xml, paths=paths).patient,
            kind=Document.Kind.XML,
            source=invented.xml,
            digest=digest_of(invented.xml),
        )
        for invented in documents
    ]
    Document.objects.bulk_create(rows, batch_size=500)
    chunks = [
        Chunk(document=row, line=number, text=line.text, digest=digest_of(line.text))
        for row, invented in zip(rows, documents, strict=True)
        for number, line in enumerate(invented.gold, start=1)
    ]
    return Chunk.objects.bulk_create(chunks, batch_size=2000)


def _create_contest(name: str, manager: User, recipe: Recipe) -> Contest:
    contest = setup.create_contest(
        name=name,
        manager=manager,
        actor=Actor(manager),
        description=DESCRIPTION,
        prizes=PRIZES,
        goal_per_annotator=recipe.goal,
        seed=recipe.seed,
        confusable_pairs=[list(pair) for pair in CONFUSABLE_PAIRS],
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    return contest


def _publish_guidelines(contest: Contest, manager: User, recipe: Recipe) -> None:
    """Publish the default guidelines as of the evening before the first day; everyone reads them."""
    actor = Actor(manager)
    draft = guidelines.start_draft(
        contest=contest, source=guidelines.DEFAULT, author=manager, actor=actor
    )
    published = guidelines.publish(
        contest=contest,
        draft_id=draft.pk,
        level=MAJOR,
        change_note=CHANGE_NOTE,
        actor=actor,
        at=_first_morning(recipe) - timedelta(hours=14),
    )
    contest.memberships.update(guideline_read=published)


def _first_morning(recipe: Recipe) -> datetime:
    first_day = working_days(last=recipe.last_day, count=recipe.days)[0]
    return datetime.combine(first_day, time(7), tzinfo=timezone.get_default_timezone())


def _add_people(contest: Contest, recipe: Recipe) -> list[Membership]:
    teams = [
        add_team(
            contest=contest,
            group=plan.group,
            name=plan.name,
            arm=plan.arm,
            retention=plan.retention,
        )
        for plan in TEAMS
    ]
    performers = take_cast(recipe.annotators, seed=recipe.seed)
    users = find_performers(performers)
    return [
        setup_members.add_member(
            contest=contest,
            user=user,
            role=Membership.Role.ANNOTATOR,
            alias=performer.alias,
            team=teams[number % len(teams)],
        )
        for number, (performer, user) in enumerate(zip(performers, users, strict=True))
    ]


def _add_inputs(
    contest: Contest, chunks: Sequence[Chunk], proposed: Mapping[bytes, Proposed]
) -> None:
    """Make the drawn lines inputs, with all the places where they stand, pre-annotated."""
    drawn = [chunk for chunk in chunks if bytes(chunk.digest) in proposed]
    add_inputs(contest=contest, chunks=drawn, proposals={})
    inputs = list(contest.inputs.order_by("pk"))
    left_out: Counter[str] = Counter()
    setup = setup_of(contest)
    for item in inputs:
        item.read_by = setup.versions
        found = proposed[bytes(item.digest)]
        item.proposals = [each.unit for each in found.proposals]
        item.reasons = [each.reason for each in found.proposals]
        left_out += found.left_out
    detecting.begin(contest_id=contest.pk)
    detecting.store_proposals(contest_id=contest.pk, inputs=inputs)
    detecting.finish(contest_id=contest.pk, digest=setup.digest, left_out=left_out)


def _train(contest: Contest, manager: User, recipe: Recipe, members: Sequence[Membership]) -> None:
    """Let everyone train on the evening before the first day."""
    actor = Actor(manager)
    add_ready_made(contest=contest, actor=actor)
    change_settings(contest=contest, actor=actor, requires_training=True)
    change_state(contest=contest, target=Contest.State.TRAINING, actor=actor)
    train(
        contest=contest,
        performers=take_cast(recipe.annotators, seed=recipe.seed),
        members=members,
        starts_at=_first_morning(recipe) - timedelta(hours=12),
    )


def _open(contest: Contest, manager: User, recipe: Recipe) -> None:
    """Open the contest as of its first day; it will end well after the simulated people stop."""
    actor = Actor(manager)
    change_state(contest=contest, target=Contest.State.OPEN, actor=actor)
    starts_at = _first_morning(recipe)
    last_evening = datetime.combine(recipe.last_day, time(18), tzinfo=starts_at.tzinfo)
    ends_at = last_evening + timedelta(days=max(7, recipe.days // 2))
    change_settings(contest=contest, actor=actor, starts_at=starts_at, ends_at=ends_at)
    contest.memberships.update(joined_at=starts_at)
    create_link(
        contest=contest,
        expires_at=ends_at,
        most_people=LINK_PLACES,
        domains=(),
        manager=manager,
        actor=actor,
    )


def prepare_simulation(
    *, contest: Contest, recipe: Recipe, member_ids: Sequence[int], gold: Spans
) -> Simulation:
    """Return the simulation of these people's work, the same whenever it is asked for."""
    performers = take_cast(recipe.annotators, seed=recipe.seed)
    members = contest.memberships.in_bulk(list(member_ids))
    seats = [
        Seat(performer, members[pk]) for performer, pk in zip(performers, member_ids, strict=True)
    ]
    sessions = plan_sessions(
        _workers(performers, recipe),
        days=working_days(last=recipe.last_day, count=recipe.days),
        seed=recipe.seed,
        zone=timezone.get_default_timezone(),
    )
    return Simulation(contest=contest, seats=seats, sessions=sessions, gold=gold)


def _workers(performers: Sequence[Performer], recipe: Recipe) -> list[Worker]:
    counts = share_out(
        [performer.profile.diligence for performer in performers],
        total=round(recipe.goal * recipe.reached * recipe.annotators),
        most=recipe.inputs or recipe.goal,
    )
    return [
        Worker(performer.alias, count) for performer, count in zip(performers, counts, strict=True)
    ]
