"""Checks of a contest, and its continua as they are now."""

from collections.abc import Iterator

from django.db.models import Count, QuerySet

from agreement.checks.models import EngineCheck
from agreement.references.selectors import materials
from agreement.runs.domain import portions
from contests.annotating.models import Answer
from contests.contest.models import Contest
from contests.downloads.selectors import pseudonym_of
from contests.people.models import Membership
from gamma.continuum import Continuum
from gamma.unit_files import write_units

CONTINUA_AT_ONCE = 200


def checks_of(contest: Contest) -> QuerySet[EngineCheck]:
    """Return the checks of a contest, the latest first."""
    return contest.engine_checks.select_related("run", "created_by")


def shared_inputs(contest: Contest) -> list[int]:
    """Return the inputs that at least two people accepted."""
    accepted = Answer.objects.filter(
        task__input__contest=contest, is_live=True, verdict=Answer.Verdict.ACCEPT
    )
    shared = accepted.order_by().values("task__input").annotate(people=Count("pk"))
    return list(
        shared.filter(people__gte=2).order_by("task__input").values_list("task__input", flat=True)
    )


def unit_files(contest: Contest, *, with_names: bool = False) -> Iterator[tuple[str, str]]:
    """Yield name and content of a file of units, in pygamma's form, for each input of several people.

    People are pseudonyms, or aliases with `with_names`.
    """
    people = Membership.objects.filter(contest=contest)
    names = {str(one.pk): str(one) if with_names else pseudonym_of(one) for one in people}
    for some in portions(shared_inputs(contest), CONTINUA_AT_ONCE):
        for each in materials(some):
            units_of = {names[who]: units for who, units in each.units_of.items()}
            yield f"input-{each.input_id}.csv", write_units(Continuum.of(units_of))
