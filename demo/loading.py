"""The contest that a fresh installation shows, filled by a job while people already look around."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from contests.models import Contest
from demo.contest import BuiltContest, build_contest
from demo.materials import gather
from demo.people import find_manager
from demo.recipes import Recipe
from demo.tasks import KIND
from jobs.models import Job
from jobs.services import create_job

NAME = "Palio de démonstration"


def load_demo() -> Job | None:
    """Create the demo contest and the job that will fill it, unless there is any contest."""
    recipe = _recipe()
    materials = gather(recipe)
    with transaction.atomic():
        if Contest.objects.exists():
            return None
        built = build_contest(name=NAME, recipe=recipe, materials=materials)
        return _create_job(built)


def _recipe() -> Recipe:
    yesterday = timezone.localdate() - timedelta(days=1)
    return Recipe(
        documents=150, annotators=15, days=12, seed=2022, last_day=yesterday, inputs=1500, goal=400
    )


def _create_job(built: BuiltContest) -> Job:
    return create_job(
        kind=KIND,
        params={
            "contest": built.contest.pk,
            "recipe": built.recipe.as_params(),
            "members": list(built.member_ids),
        },
        key=f"{KIND}:{built.contest.pk}",
        created_by=find_manager(),
        contest_id=built.contest.pk,
    )
