"""A contest of a size to be read, with an experiment and releases in every state, and their pages."""

from accounts.audit import Actor
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.setup.services import create_contest
from contests.teams import services as setup
from gold.exports.services import start_exporting
from gold.releases.models import Release
from gold.releases.services.releases import start_freezing
from gold.splits.models import Split
from gold.splits.services import start_splitting
from tests.agreement.running import drain, give, join
from tests.factories import add_marked_inputs
from tests.gold.evaluations.evaluating import evaluate, teach
from tests.gold.freezing import DOCTOR, NOBODY, PATIENT, annotate, freeze

CONTROL = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
WISHES = {
    "method": "default",
    "ratios": [1, 1, 1],
    "group_by": "",
    "link_limit": None,
    "min_count": 1,
    "folds": None,
    "seed": 0,
    "takes_incomplete": False,
}
OF_RELEASE = ["", "card/", "splits/", "exports/"]


def release_paths(other: Contest) -> list[str]:
    """Return the pages of one more contest of the same manager: processed, frozen, split, exported."""
    manager = Actor(other.memberships.get(role="manager").user)
    contest = _processed(manager)
    first, second = freeze(contest), freeze(contest)
    split = _split(first, manager)
    start_exporting(
        release=first,
        split=split,
        choice="jsonl",
        policy="keep",
        takes_incomplete=False,
        actor=manager,
    )
    drain()
    detector = _evaluated(first, contest)
    begun, _ = start_freezing(name="unfinished", description="", contests=[contest], actor=manager)
    waiting, _ = start_splitting(release=second, options=WISHES, actor=manager)
    return [
        f"/releases/?contest={contest.pk}",
        f"/releases/new/?contest={contest.pk}",
        *(f"/releases/{first.pk}/{part}" for part in OF_RELEASE),
        f"/releases/{first.pk}/splits/{split.pk}/",
        f"/releases/{second.pk}/splits/{waiting.pk}/",
        f"/releases/{second.pk}/since/{first.pk}/",
        f"/releases/{begun.pk}/",
        *(f"/releases/{first.pk}/detector/{part}" for part in detector),
        f"/contests/{contest.pk}/experiments/",
        f"/contests/{contest.pk}/runs/",
        f"/contests/{contest.pk}/review/",
    ]


def _processed(manager: Actor) -> Contest:
    """Return a contest whose two teams have answered, with one place that nobody has decided."""
    contest = create_contest(
        name="Palio di ieri", manager=manager.user, actor=manager, state=Contest.State.OPEN
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    setup.add_team(contest=contest, group=1, name="penne", arm="experimental", retention=1)
    control = setup.add_team(contest=contest, group=1, name="rigatoni", arm="control", retention=0)
    add_marked_inputs(contest, DOCTOR, PATIENT, CONTROL, NOBODY)
    for number, member in enumerate(join(contest, "nora", "otto")):
        for place, marked in enumerate((DOCTOR, NOBODY)):
            give(member, marked, duration_ms=3000 + 900 * number + 500 * place)
        Membership.objects.filter(pk=member.pk).update(team=control)
    annotate(contest)
    return contest


def _split(release: Release, manager: Actor) -> Split:
    split, _ = start_splitting(release=release, options=WISHES, actor=manager)
    drain()
    split.refresh_from_db()
    return split


def _evaluated(release: Release, contest: Contest) -> list[str]:
    """Evaluate two versions of the rules on a release; return the pages about that."""
    before = evaluate(release)
    teach(contest, "allergie")
    after = evaluate(release)
    return [
        "",
        "?on=complete",
        "history/",
        "history/?on=complete",
        f"{after.pk}/since/{before.pk}/",
    ]
