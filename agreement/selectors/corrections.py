"""What corrections say, as a file, and whose scores one would change."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agreement.domain.correction import Ruling
from agreement.domain.correction_files import Wish, write_correction
from agreement.domain.quality import Score
from agreement.domain.references import decide
from agreement.domain.verdicts import score
from agreement.models import AnnotatorTally, Correction, InputResult, ProcessingRun
from agreement.selectors.material import method_of, ruling_of, rulings_of
from agreement.selectors.stored import StoredResult, stored_results
from contests.models import Contest, Membership

# Stands for a correction that is not stored yet: after all that are.
UNSAVED = 2**62


@dataclass(frozen=True)
class ScoreChange:
    """What a correction would change for one person: their penalties here, and their index at all."""

    annotator: Membership
    penalties_before: int
    penalties_after: int
    quality_before: float | None
    quality_after: float | None


def wish_of(correction: Correction) -> Wish:
    """Return what a stored correction wants."""
    ruling = ruling_of(correction)
    return Wish(
        ruling.anchor,
        ruling.decides_segment,
        ruling.segment,
        ruling.decides_category,
        ruling.category,
        correction.note,
    )


def exported_corrections(contest: Contest) -> Iterator[str]:
    """Yield the corrections in force as lines of a file."""
    rows = Correction.objects.in_force().filter(input__contest=contest)
    for row in rows.select_related("input", "category").order_by("input_id", "anchor_start", "pk"):
        yield write_correction(row.input.text, wish_of(row)) + "\n"


def preview(
    contest: Contest, wishes: Iterable[tuple[int, Wish | None]], *, replacing: Iterable[int] = ()
) -> list[ScoreChange]:
    """Return whose scores would change if these were decided about these inputs, by their ids.

    `replacing` are corrections that would no longer stand; beside them, the one with the same anchor.
    A wish of None only takes away. Nothing is saved.
    """
    wanted: dict[int, list[Wish]] = {}
    for input_id, wish in wishes:
        wanted.setdefault(input_id, []).extend([wish] if wish else [])
    results = InputResult.objects.current().filter(input__in=wanted, input__contest=contest)
    rulings, gone = rulings_of(list(wanted)), set(replacing)
    weights = _weights(contest)
    changes: dict[str, tuple[Score, Score]] = {}
    for stored in stored_results(list(results)):
        pk = stored.result.input_id
        future = _with_wishes(rulings[pk], wanted[pk], gone)
        for who, before, after in _differences(stored, future, contest, weights):
            known = changes.get(who, (Score(), Score()))
            changes[who] = (known[0] + before, known[1] + after)
    return _score_changes(contest, changes)


def _weights(contest: Contest) -> dict[str, int] | None:
    latest = ProcessingRun.objects.filter(contest=contest, is_latest=True).first()
    return latest.weights or None if latest else None


def _with_wishes(rulings: Sequence[Ruling], wishes: Sequence[Wish], gone: set[int]) -> list[Ruling]:
    anchors = {wish.anchor for wish in wishes}
    kept = [one for one in rulings if one.key not in gone and one.anchor not in anchors]
    return kept + [wish.as_ruling(UNSAVED + number) for number, wish in enumerate(wishes)]


def _differences(
    stored: StoredResult,
    rulings: Sequence[Ruling],
    contest: Contest,
    weights: dict[str, int] | None,
) -> Iterator[tuple[str, Score, Score]]:
    outcome = decide(
        stored.measured, rulings, plurality=method_of(contest).plurality, weights=weights
    )
    after = outcome.verdicts_by_annotator()
    for one in stored.contributions:
        before = Score(
            one.segment_agreements,
            one.segment_disagreements,
            one.category_agreements,
            one.category_disagreements,
            one.penalties,
        )
        future = score(after.get(str(one.annotator_id), ()))
        yield str(one.annotator_id), before, future


def _score_changes(contest: Contest, changes: dict[str, tuple[Score, Score]]) -> list[ScoreChange]:
    changed = {int(who): pair for who, pair in changes.items() if pair[0] != pair[1]}
    tallies = AnnotatorTally.objects.filter(
        run__contest=contest, run__is_latest=True, annotator__in=changed
    )
    found = []
    for tally in tallies.select_related("annotator").order_by("annotator__alias", "annotator_id"):
        before, after = changed[tally.annotator_id]
        total = Score(
            tally.segment_agreements,
            tally.segment_disagreements,
            tally.category_agreements,
            tally.category_disagreements,
            tally.penalties,
        )
        quality = (total - before + after).quality
        found.append(
            ScoreChange(tally.annotator, before.penalties, after.penalties, total.quality, quality)
        )
    return found
