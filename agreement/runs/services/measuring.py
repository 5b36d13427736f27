"""Alignments and gammas in a process of their own, which may take only so long and so much memory.

Nobody can tell beforehand what a gamma costs. So a worker only waits: an input that takes too much ends the
process that computes it and is set aside, and a worker that shall stop ends it at once.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import IO, Any

import structlog
from django.conf import settings

from agreement.references.domain.references import Measured, Method, measured_alone
from agreement.references.models import Failure
from agreement.runs.errors import EngineNotReady
from gamma.cache import chosen_folder
from gamma.engines import READY
from text.spans import Span

Heed = Callable[[], None]

# How often the one who waits looks whether to go on.
LOOK_SECONDS = 0.5
# The process ends by itself after so many seconds of a processor. By the clock it may take this much longer,
# so that a busy machine sets nothing aside, and one that hangs is ended all the same.
PATIENCE = 20
# Compiling everything takes a minute or two, once after an upgrade.
START_SECONDS = 900
# Solvers would start a thread for each processor, each with memory of its own.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

log = structlog.get_logger("palio.runs")


def measure_apart(units_of: Mapping[str, Iterable[Span]], method: Method, heed: Heed) -> Measured:
    """Do as `measure` does, within bounds; what exceeds them has no rows, and says why.

    While it waits, `heed` is called again and again; what it raises ends the computation.
    """
    alone = measured_alone(units_of)
    if alone is not None:
        return alone
    units = {who: [[one.start, one.end, one.label] for one in units_of[who]] for who in units_of}
    seconds = settings.AGREEMENT_INPUT_SECONDS
    question = {"units": units, "options": method.options, "seconds": seconds}
    answer = _process(method.engine).ask(question, heed)
    if failure := answer.pop("failure", ""):
        return Measured(tuple(sorted(units)), failure=failure)
    rows = tuple(
        {who: unit and Span(*unit) for who, unit in row.items()} for row in answer.pop("rows")
    )
    return Measured(annotators=tuple(answer.pop("annotators")), rows=rows, **answer)


@cache
def _process(engine: str) -> "GammaProcess":
    return GammaProcess(engine)


class GammaProcess:
    """A process that computes one gamma after the other; started when it is needed, and again if it ended."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def ask(self, question: Mapping[str, Any], heed: Heed) -> dict[str, Any]:
        """Return the answer, or a "failure"."""
        with self._lock:
            process = self._started(heed)
            try:
                return self._answer(process, question, heed)
            finally:
                if process.poll() is not None:
                    self.end()

    def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for end in (process.stdin, process.stdout):
                # What could not be written any more is of no use to anyone.
                with contextlib.suppress(OSError):
                    _there(end).close()

    def _started(self, heed: Heed) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        megabytes, folder = settings.AGREEMENT_INPUT_MB, chosen_folder()
        words = [self._engine, str(megabytes), *([str(folder)] if folder else [])]
        self._process = subprocess.Popen(  # noqa: S603  (our own module, no shell)
            [sys.executable, "-m", "gamma.serve", *words],
            cwd=settings.BASE_DIR,
            env=os.environ | ONE_THREAD,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if self._line(self._process, heed, seconds=START_SECONDS).strip() != f'"{READY}"'.encode():
            self.end()
            raise EngineNotReady(self._engine)
        return self._process

    def _answer(
        self, process: "subprocess.Popen[bytes]", question: Mapping[str, Any], heed: Heed
    ) -> dict[str, Any]:
        # One that was killed meanwhile takes nothing, and answers nothing.
        with contextlib.suppress(BrokenPipeError):
            _there(process.stdin).write(json.dumps(question).encode() + b"\n")
            _there(process.stdin).flush()
        line = self._line(process, heed, seconds=PATIENCE * question["seconds"])
        if line.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(line)
            if answer.get("failure") == Failure.MEMORY:
                # It has ended, or is about to.
                self.end()
            return answer
        code = process.wait()
        log.warning("no gamma", engine=self._engine, exit_code=code)
        return {"failure": self._why(code)}

    def _why(self, code: int) -> str:
        # Nobody waits for it any more: it was ended for its time.
        if code == -signal.SIGPROF or self._process is None:
            return Failure.TIME
        # Killed from outside, it was for its memory; solvers that get none abort.
        return Failure.MEMORY if code < 0 else Failure.CRASHED

    def _line(self, process: "subprocess.Popen[bytes]", heed: Heed, *, seconds: float) -> bytes:
        """Return a line of the process; less than one if it has ended, or took too long and was ended."""
        deadline, output = time.monotonic() + seconds, _there(process.stdout)
        is_there = False
        try:
            heed()
            while not is_there and time.monotonic() < deadline:
                is_there = bool(select.select([output], [], [], LOOK_SECONDS)[0])
                if not is_there:
                    heed()
            return output.readline() if is_there else b""
        finally:
            # Too late, or the one who waited was told to stop.
            if not is_there:
                self.end()


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("a pipe was asked for")
    return pipe
