"""The demo's job: simulated annotators fill a contest while the site is already in use."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.models import Contest
from demo.contest import prepare_simulation
from demo.materials import invent_gold
from demo.recipes import Recipe
from demo.simulation import Position, Simulation
from jobs.registry import handler
from jobs.runs import JobRun

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
