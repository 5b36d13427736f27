"""Drawing the inputs of a check, computing them with the other engine, storing what was found."""

import random
from collections.abc import Sequence
from dataclasses import asdict, replace

from django.db import transaction
from django.utils import timezone

from accounts.audit import CREATED, Actor, record
from agreement.checks.domain import Comparison
from agreement.checks.errors import NothingToCheck
from agreement.checks.models import EngineCheck
from agreement.references.domain.references import COMPARED, Measured, Method
from agreement.runs.models import InputResult
from agreement.runs.selectors import latest_run, stored_results
from agreement.runs.services.measuring import Heed, measure_apart
from contests.contest.models import Contest
from gamma.engines import engine_version
from jobs.models import Job
from jobs.services import start_job
from text.spans import Span

CHECK = "agreement.check"
LARGEST_SAMPLE = 500
KEPT = 20


def job_key(contest_id: int) -> str:
    """Return the key by which a contest has one check at a time."""
    return f"{CHECK}:{contest_id}"


@transaction.atomic
def start_check(
    *, contest: Contest, number: int, seed: int, actor: Actor
) -> tuple[EngineCheck, Job]:
    """Draw inputs for a check and create its job, which the caller enqueues. The oldest checks go.

    Raises NothingToCheck before the first run, and JobAtWork while a check is running.
    """
    run = latest_run(contest)
    compared = InputResult.objects.current().filter(input__contest=contest, kind=COMPARED)
    inputs = list(compared.order_by("input").values_list("input", flat=True))
    if run is None or not inputs:
        raise NothingToCheck
    is_exact = Method(**run.method).engine == Contest.Engine.EXACT
    engine = Contest.Engine.PYGAMMA if is_exact else Contest.Engine.EXACT
    drawn = random.Random(seed).sample(inputs, min(number, len(inputs)))  # noqa: S311
    check = EngineCheck.objects.create(
        contest=contest,
        run=run,
        engine=engine,
        engine_version=engine_version(engine),
        seed=seed,
        inputs=sorted(drawn),
        created_by=actor.user,
    )
    key = job_key(contest.pk)
    job = start_job(CHECK, {"check": check.pk}, actor=actor, key=key, contest_id=contest.pk)
    check.job_id = job.pk
    check.save(update_fields=["job_id"])
    kept = contest.engine_checks.values_list("pk", flat=True)[:KEPT]
    contest.engine_checks.exclude(pk__in=list(kept)).delete()
    details = {"inputs": len(drawn), "seed": seed}
    record(actor, CREATED, "independent check", check.pk, contest_id=contest.pk, **details)
    return check, job


def compare_engines(
    *, check: EngineCheck, inputs: Sequence[int], heed: Heed = lambda: None
) -> list[Comparison]:
    """Compute what readers see of these inputs again, with the check's engine; nothing is written."""
    results = InputResult.objects.current().filter(input__in=inputs, kind=COMPARED)
    stored = stored_results(list(results.order_by("input")))
    method = replace(Method(**check.run.method), engine=check.engine)
    sampler = {"sampler": "same"} if check.has_same_samples else {}
    units = [_units_of(one.measured) for one in stored]
    return [
        Comparison(
            input=one.result.input_id,
            observed=one.measured.observed,
            other_observed=other.observed,
            gamma=one.measured.gamma,
            other_gamma=other.gamma,
            failure=other.failure,
        )
        for one, other in zip(stored, measure_apart(units, method, heed, **sampler), strict=True)
    ]


def _units_of(measured: Measured) -> dict[str, list[Span]]:
    return {
        who: [unit for row in measured.rows if (unit := row.get(who))]
        for who in measured.annotators
    }


def add_found(*, check: EngineCheck, found: Sequence[Comparison]) -> None:
    """Store what was found for some inputs."""
    check.found = [*check.found, *map(asdict, found)]
    check.save(update_fields=["found"])


def finish_check(*, check: EngineCheck) -> None:
    """Note that all inputs were looked at: from now on the check is shown."""
    check.finished_at = timezone.now()
    check.save(update_fields=["finished_at"])
