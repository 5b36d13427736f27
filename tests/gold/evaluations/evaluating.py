"""The detector on releases in tests: asked for as a person does, done as a worker does."""

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.proposals.domain.lexicons import OWN_LEXICONS
from contests.proposals.services import add_words
from gold.evaluations.models import ReleaseEvaluation
from gold.evaluations.selectors import Subset
from gold.evaluations.services import start_evaluating_evaluating as start_evaluating
from gold.releases.models import Release
from jobs.models import Job
from tests.agreement.running import drain

ALL, COMPLETE = Subset(ReleaseEvaluation.ALL), Subset(ReleaseEvaluation.COMPLETE)
UNIT = "CHUV:STRUCTURE_RÉFÉRENCE"


def start(release: Release, subset: Subset = ALL) -> Job:
    """Ask for an evaluation of the present rules, as who froze the release."""
    actor = Actor(release.created_by)
    return start_evaluating(release=release, subset=subset, actor=actor)[1]


def evaluate(release: Release, subset: Subset = ALL) -> ReleaseEvaluation:
    """Evaluate the present rules, and return the evaluation."""
    start(release, subset)
    drain()
    return release.evaluations.finished().first()


def teach(contest: Contest, *words: str) -> None:
    """Add units to the words of a contest, which makes another version of the rules."""
    actor = Actor(contest.memberships.get(role="manager").user)
    given = {word.casefold(): word for word in words}
    add_words(contest=contest, own=OWN_LEXICONS["units"], words=given, actor=actor)


def kinds(evaluation: ReleaseEvaluation) -> list[tuple[int, str, str, str]]:
    """Return where errors are and what is wrong: position, kind, label of the gold, label found."""
    errors = evaluation.errors.order_by("input__position", "pk")
    fields = ("input__position", "kind", "gold_label", "found_label")
    return list(errors.values_list(*fields))
