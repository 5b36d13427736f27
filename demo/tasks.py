"""The contest that a fresh installation shows, filled by a job while people already look around."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.contest.models import Contest
from demo.contest import BuiltContest, build_contest, find_manager, prepare_simulation
from demo.recipes import Recipe, gather, invent_gold
from demo.simulation import Position, Simulation
from jobs.models import Job
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.services import create_job

KIND = "demo.simulate"


@handler(KIND, title=_("Simulated annotators at work"))
def simulate(run: JobRun) -> None:
    """Let the simulated people of a contest answer, from where the last run stopped."""
    recipe = Recipe.of(run.params["recipe"])
    run.report(label=gettext_noop("Simulated annotators read their documents"))
    simulation = prepare_simulation(
        contest=Contest.objects.get(pk=run.params["contest"]),
        recipe=recipe,
        member_ids=run.params["members"],
        gold=invent_gold(recipe),
    )
    play_in_steps(run, simulation)


def play_in_steps(run: JobRun, simulation: Simulation) -> None:
    """Play to the end; answers and position are stored together, batch by batch."""
    position = Position.of(run.checkpoint)
    label = gettext_noop("Simulated annotators answer")
    while not simulation.is_over(position):
        with run.step(total=simulation.total, label=label) as step:
            position = simulation.play(position)
            step.done, step.checkpoint = position.done, position.as_checkpoint()


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
        KIND,
        {
            "contest": built.contest.pk,
            "recipe": built.recipe.as_params(),
            "members": list(built.member_ids),
        },
        key=f"{KIND}:{built.contest.pk}",
        created_by=find_manager(),
    )
