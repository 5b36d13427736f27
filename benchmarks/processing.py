"""From answers to references, scores and figures, in contests of the thesis's size and larger.

`python -m benchmarks.processing` loads a contest of 15 people, 4 teams, 5,454 inputs and 14,000 tasks (up to 8
people on one input), runs it, adds 100 answers and runs it again; then the same with four times as much, and
with `--largest 16` also with sixteen times. One process does all the work. In the same run, pygamma-agreement
computes the references of a sample. It fails if 100 answers cost more than three times as much in the largest
contest as in the smallest (by processor time: the clock also tells what else the machine does), if nothing changed and more than 20 queries are made, or if the ratio is below 300.
"""

import argparse
import json
import sys
from typing import Any

from benchmarks._installation import installation, postgres_server, temporary_postgres

SCALES = (1, 4, 16)
LEAST_RATIO, MOST_QUERIES, MOST_GROWTH = 300, 20, 3


def measure(scale: int, *, on_postgres: bool) -> dict[str, Any]:
    """Return what was measured inside a platform of its own."""
    words = ["-m", "benchmarks._processing_inside", str(scale), *(["--peer"] if scale == 1 else [])]
    if not on_postgres:
        with installation() as place:
            return dict(json.loads(place.call(*words).splitlines()[-1]))
    with temporary_postgres(postgres_server()) as address, installation(address) as place:
        return dict(json.loads(place.call(*words).splitlines()[-1]))


def _seconds(seconds: dict[str, float], digits: int) -> str:
    return f"{seconds['clock']:.{digits}f} / {seconds['processor']:.{digits}f}"


def show(found: dict[str, Any]) -> None:
    """Print one line of the table."""
    counts = found["counts"]
    sys.stdout.write(
        f"{found['scale']:>3}× {counts['inputs']:>7} {counts['answers']:>7} {counts['compared']:>8} "
        f"{_seconds(found['first'], 1):>16} {_seconds(found['again'], 2):>14} {found['queries']:>16}\n"
    )
    sys.stdout.flush()


def problems(measured: list[dict[str, Any]], ratio: float) -> list[str]:
    """Return what is not as it should be."""
    found = []
    again = [one["again"]["processor"] for one in measured]
    if again[-1] > MOST_GROWTH * again[0]:
        found.append("The cost of 100 answers grows with the contest.")
    if any(not 0 < one["queries"] <= MOST_QUERIES for one in measured):
        found.append(f"Where nothing changed, more than {MOST_QUERIES} queries were made.")
    if ratio < LEAST_RATIO:
        found.append(f"References are less than {LEAST_RATIO} times as fast as with pygamma.")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=4, choices=SCALES, metavar="N")
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    options = parser.parse_args()
    sys.stdout.write(
        "size  inputs   tasks compared    first run (s)   100 more (s)  queries if nothing changed\n"
    )
    measured = []
    for scale in SCALES[: SCALES.index(options.largest) + 1]:
        measured.append(measure(scale, on_postgres=options.postgres))
        show(measured[-1])
    peer = measured[0]["peer"]
    ratio = peer["theirs"] / peer["ours"]
    sys.stdout.write(
        f"References of {peer['sample']:.0f} inputs: {peer['ours'] * 1000:.1f} ms; with pygamma-agreement "
        f"{peer['theirs']:.1f} s: {ratio:.0f} times as long.\n"
    )
    found = problems(measured, ratio)
    sys.stdout.write("".join(f"{problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
