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
from collections.abc import Callable, Iterator, Mapping, Sequence
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

Heed = Callable[[], object]

# How often the one who waits looks whether to go on.
LOOK_SECONDS = 0.5
# The process ends by itself after so many seconds of a processor. By the clock it may take this much longer,
# so that a busy machine sets nothing aside, and one that hangs is ended all the same.
PATIENCE = 20
# Compiling everything takes a minute or two, once after an upgrade.
START_SECONDS = 900
# Solvers would start a thread for each processor, each with memory of its own.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

# Bytes of questions that may wait in the pipe, which holds twice as many.
MOST_AHEAD = 32 * 1024

log = structlog.get_logger("palio.runs")


def measure_apart(
    inputs: Sequence[Mapping[str, Sequence[Span]]],
    method: Method,
    heed: Heed,
    **options: str,
) -> list[Measured]:
    """Do as `measure` does with each, within bounds; what exceeds them has no rows, and says why.

    While it waits, `heed` is called again and again; what it raises ends the computation. The engine is told
    the further options, too.
    """
    found = [measured_alone(units_of) for units_of in inputs]
    compared = [units_of for units_of, alone in zip(inputs, found, strict=True) if alone is None]
    questions = [_question(units_of, {**method.options, **options}) for units_of in compared]
    answers = zip(compared, _process(method.engine).ask(questions, heed), strict=True)
    return [alone or _measured(*next(answers)) for alone in found]


def _question(units_of: Mapping[str, Sequence[Span]], options: Mapping[str, object]) -> bytes:
    units = {who: [[one.start, one.end, one.label] for one in units_of[who]] for who in units_of}
    seconds = settings.AGREEMENT_INPUT_SECONDS
    return json.dumps({"units": units, "options": options, "seconds": seconds}).encode()


def _measured(units_of: Mapping[str, Sequence[Span]], answer: dict[str, Any]) -> Measured:
    if failure := answer.pop("failure", ""):
        return Measured(tuple(sorted(units_of)), failure=failure)
    rows = tuple(
        {who: unit and Span(*unit) for who, unit in row.items()} for row in answer.pop("rows")
    )
    return Measured(annotators=tuple(answer.pop("annotators")), rows=rows, **answer)


def end_process(engine: str) -> None:
    """End the process of an engine that is not needed for a while: it holds hundreds of megabytes."""
    _process(engine).end()


@cache
def _process(engine: str) -> "GammaProcess":
    return GammaProcess(engine)


class GammaProcess:
    """A process that computes one gamma after the other; started when it is needed, and again if it ended."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._process: subprocess.Popen[bytes] | None = None
        # What it has answered and nobody has looked at.
        self._read = b""
        self._lock = threading.Lock()

    def ask(self, questions: Sequence[bytes], heed: Heed) -> list[dict[str, Any]]:
        """Return the answer to each, or a "failure"."""
        answers: list[dict[str, Any]] = []
        with self._lock, contextlib.ExitStack() as if_it_fails:
            # Answers that nobody waits for any more would be taken for those to the next questions.
            if_it_fails.callback(self.end)
            while len(answers) < len(questions):
                answers += self._answers(questions[len(answers) :], heed)
            if_it_fails.pop_all()
        return answers

    def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process, self._read = self._process, None, b""
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

    def _answers(self, questions: Sequence[bytes], heed: Heed) -> Iterator[dict[str, Any]]:
        """Yield the answers to the first of these questions: to all, or until the process ends."""
        process = self._started(heed)
        lengths = [len(question) + 1 for question in questions]
        asked = waiting = 0
        for number, length in enumerate(lengths):
            # Some ahead, so that nobody waits for the other; not more than the pipe holds, or both would.
            while asked <= number or (
                asked < len(questions) and waiting + lengths[asked] <= MOST_AHEAD
            ):
                _write(process, questions[asked])
                waiting += lengths[asked]
                asked += 1
            line = self._line(process, heed, seconds=PATIENCE * settings.AGREEMENT_INPUT_SECONDS)
            waiting -= length
            if not line.endswith(b"\n"):
                yield {"failure": self._why(process)}
                return
            answer: dict[str, Any] = json.loads(line)
            yield answer
            if answer.get("failure") == Failure.MEMORY:
                # It ends by itself then.
                self.end()
                return

    def _why(self, process: "subprocess.Popen[bytes]") -> str:
        """Return why a process ended in the midst of a question."""
        # Nobody waited for it any more: it was ended for its time.
        is_ended, code = self._process is None, process.wait()
        self.end()
        log.warning("no gamma", engine=self._engine, exit_code=code)
        if is_ended or code == -signal.SIGPROF:
            return Failure.TIME
        # Killed from outside, it was for its memory; solvers that get none abort.
        return Failure.MEMORY if code < 0 else Failure.CRASHED

    def _line(self, process: "subprocess.Popen[bytes]", heed: Heed, *, seconds: float) -> bytes:
        """Return a line of the process; less than one if it has ended, or took too long and was ended."""
        deadline, output = time.monotonic() + seconds, _there(process.stdout)
        while b"\n" not in self._read and time.monotonic() < deadline:
            heed()
            if select.select([output], [], [], LOOK_SECONDS)[0]:
                # Past Python's own buffer: what is in there, `select` does not see.
                more = os.read(output.fileno(), 65536)
                if not more:
                    return b""
                self._read += more
        line, end, self._read = self._read.partition(b"\n")
        if not end:
            self.end()
        return line + end


def _write(process: "subprocess.Popen[bytes]", question: bytes) -> None:
    # One that was killed meanwhile takes nothing, and answers nothing.
    with contextlib.suppress(BrokenPipeError):
        _there(process.stdin).write(question + b"\n")
        _there(process.stdin).flush()


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("a pipe was asked for")
    return pipe
