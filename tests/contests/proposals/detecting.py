"""Contests in preparation with inputs to be pre-annotated, for tests."""

from accounts.audit import Actor
from contests.categories.domain.presets import PRESETS
from contests.contest.models import Contest
from contests.proposals import services as detecting
from contests.proposals import services as lexicons
from contests.proposals.domain.lexicons import OWN_LEXICONS, read_words
from contests.setup.services import create_draft
from contests.teams import services as setup
from jobs.models import Job
from tests.contests.drawing.drawing import finish
from tests.factories import add_marked_inputs

LINES = (
    "Contact: ana.dupond@example.org ou bob@example.org",
    "Contrôle le 18#03#2022 en Zirconie.",
    "Pas d'allergie connue.",
)
EMAIL, DATE, UNIT = "CONTACT:EMAIL", "TEMPORAL:DATE", "CHUV:STRUCTURE_RÉFÉRENCE"


def make_draft(carl, *, preset="swiss_hospital", language="fr", lines=LINES) -> Contest:
    """Return a contest in preparation with two teams and these lines."""
    contest = create_draft(
        name=f"Palio {preset}",
        manager=carl,
        preset=PRESETS[preset],
        actor=Actor(carl),
        language=language,
    )
    setup.add_team(contest=contest, group=1, name="farfalle", arm="experimental", retention=1)
    setup.add_team(contest=contest, group=1, name="gnocchi", arm="control", retention=0)
    add_marked_inputs(contest, *lines)
    return contest


def manager_of(contest: Contest) -> Actor:
    return Actor(contest.memberships.get(role="manager").user)


def start(contest: Contest) -> Job:
    return detecting.start_detecting(contest=contest, actor=manager_of(contest))


def pre_annotate(contest: Contest) -> Job:
    """Let the rules go through all inputs at once."""
    return finish(start(contest))


def add_words(contest: Contest, kind: str, *words: str) -> lexicons.Added:
    return lexicons.add_words(
        contest=contest,
        own=OWN_LEXICONS[kind],
        words=read_words("\n".join(words)).words,
        actor=manager_of(contest),
    )


def found(contest: Contest) -> list[tuple[str, str]]:
    """Return the proposed words with their labels, in order."""
    return [
        (item.text[start:end], label)
        for item in contest.inputs.order_by("pk")
        for start, end, label in item.proposals
    ]
