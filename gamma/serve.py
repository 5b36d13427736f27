"""Gammas for another process, a line of JSON each: `python -m gamma.serve ENGINE MEGABYTES [FOLDER]`.

The other process may end this one at any moment, and this one takes only so much memory: whatever a
continuum costs, the one who asked goes on. FOLDER is where compiled code is kept.
"""

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from gamma.cache import keep_compiled_code_in
from gamma.continuum import Continuum
from gamma.engines import READY, Engine, engine_named
from gamma.errors import GammaError, NotProven, TooLarge
from text.spans import Span

# Why there is no gamma; that it took too long, only the end of the process tells.
MEMORY, SIZE, UNPROVEN, REFUSED = "memory", "size", "unproven", "refused"
PR_SET_PDEATHSIG = 1


def main(name: str, megabytes: int, folder: str = "") -> None:
    """Answer every line of standard input until it ends."""
    _end_with_parent()
    if folder:
        keep_compiled_code_in(Path(folder))
    with _standard_output() as answers:
        engine = _warm(name)
        _take_at_most(megabytes)
        _write(answers, READY)
        for line in sys.stdin:
            asked = json.loads(line)
            # Of the processor, not of the clock: a busy machine sets nothing aside. SIGPROF ends the process,
            # whatever it is doing.
            signal.setitimer(signal.ITIMER_PROF, asked["seconds"])
            answer = _answer(engine, asked)
            signal.setitimer(signal.ITIMER_PROF, 0)
            _write(answers, answer)
            if answer == {"failure": MEMORY}:
                # What is left is in pieces: a new process has it whole.
                return


def _end_with_parent() -> None:
    """Die with the one who asked: nobody else waits, and one gamma may take hours."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))


@contextlib.contextmanager
def _standard_output() -> Iterator[IO[str]]:
    """Give standard output to the answers alone; what solvers write goes to standard error."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        yield answers


def _warm(name: str) -> Engine:
    """Return the engine, with everything compiled: that shall not count as time of a continuum."""
    engine = engine_named(name)
    same = [Span(0, 4, "DATE")]
    engine(Continuum.of({"ana": same, "bob": same, "carl": []}), samples=1)
    if name == "exact":
        # Not before it is known to be needed: the module is compiled when it is imported.
        from gamma.gamma import warm_up  # noqa: PLC0415

        warm_up()
    return engine


def _take_at_most(megabytes: int) -> None:
    # Should the machine still run out of memory, this is the process to end.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("900")
    # Not every system keeps to it; the time is limited everywhere.
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def _answer(engine: Engine, asked: dict[str, Any]) -> dict[str, Any]:
    units_of = {who: [Span(*unit) for unit in units] for who, units in asked["units"].items()}
    try:
        result = engine(Continuum.of(units_of), **asked["options"])
    except MemoryError:
        return {"failure": MEMORY}
    except TooLarge:
        return {"failure": SIZE}
    except NotProven:
        return {"failure": UNPROVEN}
    except GammaError:
        return {"failure": REFUSED}
    rows = [
        {who: unit and [unit.start, unit.end, unit.label] for who, unit in unitary.units.items()}
        for unitary in result.alignment
    ]
    return {
        "annotators": result.alignment.annotators,
        "rows": rows,
        "gamma": result.gamma,
        "gamma_cat": result.gamma_cat,
        "gamma_k": dict(result.gamma_k),
        "observed": result.observed,
        "expected": result.expected,
    }


def _write(answers: IO[str], answer: object) -> None:
    answers.write(json.dumps(answer, ensure_ascii=False) + "\n")
    answers.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
