"""The detector on gold sets in tests: asked for as a person does, done as a worker does."""

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.proposals.domain.lexicons import OWN_LEXICONS
from contests.proposals.services import add_words
from gold.evaluations.models import Evaluation
from gold.evaluations.selectors import ReleaseGold
from gold.evaluations.services import start_evaluation
from gold.releases.models import Release
from gold.splits.models import Split
from jobs.models import Job
from tests.agreement.running import drain

ALL, COMPLETE = Evaluation.ALL, Evaluation.COMPLETE
UNIT = "CHUV:STRUCTURE_RÉFÉRENCE"


def start(release: Release, part: str = ALL, split: Split | None = None) -> Job:
    """Ask for an evaluation of the present rules, as who froze the release."""
    gold = ReleaseGold(release, part, split)
    return start_evaluation(gold=gold, actor=Actor(release.created_by))


def evaluate(release: Release, part: str = ALL, split: Split | None = None) -> Evaluation:
    """Evaluate the present rules, and return the evaluation."""
    start(release, part, split)
    drain()
    return release.evaluations.first()


def teach(contest: Contest, *words: str) -> None:
    """Add units to the words of a contest, which makes another version of the rules."""
    actor = Actor(contest.memberships.get(role="manager").user)
    given = {word.casefold(): word for word in words}
    add_words(contest=contest, own=OWN_LEXICONS["units"], words=given, actor=actor)


def kinds(evaluation: Evaluation) -> list[tuple[int, str, str, str]]:
    """Return where errors are and what is wrong: position, kind, label of the gold, label found."""
    errors = evaluation.errors.order_by("release_input__position", "pk")
    fields = ("release_input__position", "kind", "gold_label", "found_label")
    return list(errors.values_list(*fields))
