"""From the answers to some inputs to entries that can be stored; nothing is written here."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agreement.domain.figures import AnswerFacts, added, answer_sums, outcome_sums
from agreement.domain.references import Method, decide, measure
from agreement.models import InputResult, ProcessingRun
from agreement.selectors.material import InputMaterial, materials
from agreement.services.staging import AnswerRow, Entry


@dataclass(frozen=True)
class Computed:
    """What became of some inputs."""

    entries: tuple[Entry, ...]
    # Those that had a result and have nothing to say any more.
    emptied: tuple[int, ...] = field(default=())


def compute_inputs(*, run: ProcessingRun, input_ids: Sequence[int]) -> Computed:
    """Compute the inputs whose result depends on anything that is not as it was."""
    method, settings = Method(**run.method), bytes(run.settings_digest)
    known = _digests(input_ids)
    entries: list[Entry] = []
    emptied: list[int] = []
    for material in materials(input_ids):
        if material.is_void:
            emptied += [material.input_id] if material.input_id in known else []
            continue
        digest = material.digest(settings)
        if known.get(material.input_id) != digest:
            entries.append(_compute(material, digest, method))
    return Computed(tuple(entries), tuple(emptied))


def _digests(input_ids: Sequence[int]) -> dict[int, bytes]:
    rows = InputResult.objects.current().filter(input__in=input_ids)
    return {pk: bytes(digest) for pk, digest in rows.values_list("input_id", "digest")}


def _compute(material: InputMaterial, digest: bytes, method: Method) -> Entry:
    measured = measure(material.units_of, method)
    outcome = decide(measured, material.rulings, plurality=method.plurality)
    facts = [AnswerFacts(a.verdict, a.versions, a.duration_ms) for a in material.answers]
    return Entry(
        input_id=material.input_id,
        digest=digest,
        outcome=outcome,
        answers=tuple(AnswerRow.of(answer) for answer in material.answers),
        sums=added(answer_sums(facts), outcome_sums(outcome)),
    )
