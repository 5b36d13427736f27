"""Where weighed votes lead to another reference than plain ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agreement.domain.quality import WEIGHT_UNIT
from agreement.domain.references import InputOutcome, Place, decide
from agreement.models import AnnotatorTally, InputResult, ProcessingRun
from agreement.selectors.material import method_of
from agreement.selectors.stored import stored_results
from contests.models import Contest, ContestInput

RESULTS_AT_ONCE = 200


@dataclass(frozen=True)
class Difference:
    """A place that the two methods decide differently.

    `place.segment` and `place.category` follow the weighed votes, `place.majority_segment` and
    `place.majority_category` the plain ones; the ballots have votes and weights (`WEIGHT_UNIT` is 1).
    """

    input: ContestInput
    position: int
    place: Place


def current_weights(contest: Contest) -> dict[str, int]:
    """Return what each person's vote weighs, or would weigh where votes are not weighed."""
    latest = ProcessingRun.objects.filter(contest=contest, is_latest=True).first()
    if latest is None:
        return {}
    if latest.weights:
        return dict(latest.weights)
    tallies = AnnotatorTally.objects.filter(run=latest).order_by("annotator_id")
    known = {
        str(one.annotator_id): round(WEIGHT_UNIT * one.majority_quality)
        for one in tallies
        if one.majority_quality is not None
    }
    mean = round(sum(known.values()) / len(known)) if known else WEIGHT_UNIT
    return {str(one.annotator_id): known.get(str(one.annotator_id), mean) for one in tallies}


def differences(contest: Contest) -> Iterator[Difference]:
    """Yield the places where the two methods differ, by input, whichever of them is in force."""
    weights = current_weights(contest)
    results = InputResult.objects.current().filter(input__contest=contest, is_contested=True)
    if contest.weighs_votes:
        results = results.filter(places__differs=True).distinct()
    rows = list(results.order_by("input_id").select_related("input"))
    for first in range(0, len(rows), RESULTS_AT_ONCE):
        yield from _differences(contest, rows[first : first + RESULTS_AT_ONCE], weights)


def _differences(
    contest: Contest, results: Sequence[InputResult], weights: Mapping[str, int]
) -> Iterator[Difference]:
    plurality = method_of(contest).plurality
    for stored in stored_results(results):
        outcome = decide(stored.measured, stored.rulings, plurality=plurality, weights=weights)
        yield from _where(outcome, stored.result.input)


def _where(outcome: InputOutcome, item: ContestInput) -> Iterator[Difference]:
    for position, place in enumerate(outcome.places):
        if place.differs:
            yield Difference(item, position, place)
