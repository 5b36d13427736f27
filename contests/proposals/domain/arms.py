"""What a team is shown of the pre-annotation: retained, and perturbed, as its arm says."""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from text.labels import supercategory
from text.spans import Span

Tokens = Sequence[tuple[int, int]]
Similar = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Arm:
    """Probability that a unit is kept, and that a kept one is perturbed."""

    retention: float = 1.0
    perturbation: float = 0.0


def similar_labels(
    labels: Iterable[str], confusable: Iterable[Sequence[str]] = ()
) -> dict[str, list[str]]:
    """Return for each label those it may be mistaken for: of its supercategory, or declared."""
    ordered = sorted(labels)
    pairs = {(a, b) for pair in confusable for a, b in (tuple(pair), tuple(reversed(pair)))}
    return {
        label: [
            other
            for other in ordered
            if other != label
            and (supercategory(other) == supercategory(label) or (label, other) in pairs)
        ]
        for label in ordered
    }


def draw_source(*, contest_seed: int, team: str, text_digest: bytes) -> Random:
    """Return the generator of all draws for one team and input: the same whenever it is asked."""
    key = f"{contest_seed}|{team}|".encode() + text_digest
    return Random(int.from_bytes(hashlib.sha256(key).digest(), "big"))  # noqa: S311


def shown_units(
    units: Iterable[Span], *, tokens: Tokens, arm: Arm, similar: Similar, source: Random
) -> list[Span]:
    """Return the units that a team sees."""
    kept = [unit for unit in sorted(units) if source.random() < arm.retention]
    shown: list[Span] = []
    for index, unit in enumerate(kept):
        if source.random() >= arm.perturbation:
            shown.append(unit)
            continue
        # A unit may only grow into what its neighbours leave free.
        floor = shown[-1].end if shown else 0
        ceiling = kept[index + 1].start if index + 1 < len(kept) else tokens[-1][1]
        shown.append(_perturb(unit, tokens, (floor, ceiling), similar, source))
    return shown


def _perturb(
    unit: Span, tokens: Tokens, room: tuple[int, int], similar: Similar, source: Random
) -> Span:
    way = source.choice(("category", "bounds", "both"))
    moved = unit if way == "category" else _move_bounds(unit, tokens, room, source)
    if way != "bounds" or moved == unit:
        moved = _change_category(moved, similar, source)
    # A label without any similar one can still be misplaced.
    return moved if moved != unit else _move_bounds(unit, tokens, room, source)


def _change_category(unit: Span, similar: Similar, source: Random) -> Span:
    others = similar.get(unit.label)
    return replace(unit, label=source.choice(list(others))) if others else unit


def _move_bounds(unit: Span, tokens: Tokens, room: tuple[int, int], source: Random) -> Span:
    """Return the unit with its left, right or both bounds moved by one token, if one can move."""
    starts = _neighbours([start for start, _ in tokens], unit.start)
    ends = _neighbours([end for _, end in tokens], unit.end)
    moves = {
        "left": [(start, unit.end) for start in starts],
        "right": [(unit.start, end) for end in ends],
        "both": [(start, end) for start in starts for end in ends],
    }
    for side in source.sample(sorted(moves), k=3):
        allowed = [(a, b) for a, b in moves[side] if room[0] <= a < b <= room[1]]
        if allowed:
            start, end = source.choice(allowed)
            return replace(unit, start=start, end=end)
    return unit


def _neighbours(bounds: Sequence[int], place: int) -> list[int]:
    """Return the token bound before `place` and the one after it."""
    before, after = bisect_left(bounds, place), bisect_right(bounds, place)
    return (
        [*bounds[before - 1 : before], *bounds[after : after + 1]]
        if before
        else [*bounds[after : after + 1]]
    )
