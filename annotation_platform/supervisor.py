"""Keeps the processes of one machine running: queue, web, worker, scheduler.

One loop without threads: it reads what the children write, starts again who died, and ends them all
when it is told to. Nothing may outlive it: each child leads a process group, and the kernel signals it
should the supervisor be killed.
"""

import contextlib
import ctypes
import logging.handlers
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Self

LOG_BYTES = 5_000_000
LOG_FILES = 3
PR_SET_PDEATHSIG = 1
# How structlog writes levels, on a console and as JSON.
WORTH_SHOWING = re.compile(r'\[(warning|error|critical)\s*\]|"level": "(warning|error|critical)"')


@dataclass
class Child:
    """A command that is to run, most often all the time; everything it writes goes into a bounded log file."""

    name: str
    command: Sequence[str]
    # What it gets should the supervisor itself be killed.
    orphan_signal: signal.Signals = signal.SIGTERM
    ends_last: bool = False
    # Ends by itself, and is not started again.
    runs_once: bool = False
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0
    deaths: int = 0
    start_at: float = 0
    _tail: deque[str] = field(default_factory=lambda: deque(maxlen=8))
    _log: logging.Handler | None = None
    _unfinished: bytes = b""

    def start(self, *, folder: Path, log_folder: Path, environment: Mapping[str, str]) -> None:
        if self._log is None:
            self._log = _log_file(log_folder / f"{self.name}.log")
        self._tail.clear()
        self.process = subprocess.Popen(  # noqa: S603  (our own commands, no shell)
            self.command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # The supervisor has no threads, so that code between fork and exec is safe.
            preexec_fn=_follow_parent(self.orphan_signal),  # noqa: PLW1509
        )
        os.set_blocking(self.output, False)
        self.started_at = time.monotonic()

    @property
    def output(self) -> int:
        """The end of the pipe that the child writes into."""
        if self.process is None or self.process.stdout is None:
            raise ValueError(f"{self.name} has not been started")
        return self.process.stdout.fileno()

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def read(self) -> list[str]:
        """Move what the child wrote into its log; return the lines that a person should see."""
        lines: list[bytes] = []
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self.output, 65536):
                *whole, self._unfinished = (self._unfinished + chunk).split(b"\n")
                lines += whole
        texts = [line.decode("utf-8", "replace").rstrip() for line in lines]
        for text in texts:
            self._keep(text)
        return [text for text in texts if WORTH_SHOWING.search(text)]

    def _keep(self, text: str) -> None:
        self._tail.append(text)
        if self._log is not None:
            self._log.handle(logging.makeLogRecord({"msg": text}))

    def last_lines(self) -> list[str]:
        return list(self._tail)

    def reason(self) -> str:
        """Say why the child ended."""
        code = self.process.returncode if self.process else None
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"

    def terminate(self) -> None:
        # The child alone: a worker's pool processes would drop what they do.
        if self.process is not None and self.is_running:
            self.process.terminate()

    def kill(self) -> None:
        """End whatever is left of the child and of what it started."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """Let go of the pipe of a child that has ended."""
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        self._unfinished = b""
        self.process = None


def _log_file(path: Path) -> logging.Handler:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    return logging.handlers.RotatingFileHandler(
        path, maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8"
    )


def _follow_parent(orphan_signal: signal.Signals) -> Callable[[], None] | None:
    """Return what a child does before it starts, so that it ends should the supervisor be killed."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def follow() -> None:
        prctl(PR_SET_PDEATHSIG, int(orphan_signal))
        if os.getppid() != parent:
            os._exit(1)

    return follow


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Nothing is left after 6 seconds: so long for a clean end, then SIGKILL; the queue ends last.
GRACE_SECONDS = 2.5
LAST_GRACE_SECONDS = 0.8
TICK_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 30
# Who ran that long has recovered: its next death costs only a short delay again.
RECOVERED_SECONDS = 20


class Stopped(BaseException):
    """A signal asked to stop while something was being prepared."""


def say(text: str) -> None:
    """Tell the person at the terminal."""
    # A terminal that was closed is no reason to leave children behind.
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


class Supervisor:
    """Runs children until a signal comes; leaving it as a context manager ends them all."""

    def __init__(self, *, folder: Path, log_folder: Path, environment: Mapping[str, str]) -> None:
        self._folder = folder
        self._log_folder = log_folder
        self._environment = environment
        self._children: list[Child] = []
        self._selector = selectors.DefaultSelector()
        self._is_watching = False
        self._is_stopping = False

    def __enter__(self) -> Self:
        for number in STOP_SIGNALS:
            signal.signal(number, self._on_signal)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> bool:
        self._is_stopping = True
        if kind is None or kind is Stopped:
            say("Stopping …")
        self._stop()
        return kind is Stopped

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        was_stopping, self._is_stopping = self._is_stopping, True
        if not self._is_watching and not was_stopping:
            raise Stopped

    def start(self, child: Child) -> None:
        """Run this child from now on."""
        self._children.append(child)
        self._start(child)

    def watch(self, *, is_ready: Callable[[], bool], announce: Callable[[], None]) -> None:
        """Look after the children until a signal comes; announce once that all is ready."""
        self._is_watching = True
        is_announced = False
        while not self._is_stopping:
            self._listen(TICK_SECONDS)
            for child in list(self._children):
                self._look_after(child)
            if not is_announced and is_ready():
                is_announced = True
                announce()

    def _start(self, child: Child) -> None:
        child.start(folder=self._folder, log_folder=self._log_folder, environment=self._environment)
        self._selector.register(child.output, selectors.EVENT_READ, child)

    def _listen(self, timeout_seconds: float) -> None:
        started = time.monotonic()
        events = self._selector.select(timeout_seconds)
        for key, _mask in events:
            self._show(key.data)
        # An ended child's pipe is always ready: without a pause this would spin until its turn.
        time.sleep(max(0.0, min(timeout_seconds, 0.02) - (time.monotonic() - started)))

    def _show(self, child: Child) -> None:
        for line in child.read():
            say(f"{child.name}: {line}")

    def _look_after(self, child: Child) -> None:
        if child.process is None:
            if time.monotonic() >= child.start_at:
                self._start(child)
        elif not child.is_running:
            if child.runs_once:
                self._forget(child)
            else:
                self._restart_later(child)

    def _forget(self, child: Child) -> None:
        """Let go of a child that has done its work; say so if it has not."""
        reason, has_failed = child.reason(), (child.process and child.process.returncode != 0)
        self._remove(child)
        self._children.remove(child)
        if has_failed:
            say(f"The {child.name} process ended ({reason}).")

    def _restart_later(self, child: Child) -> None:
        reason, has_failed = child.reason(), (child.process and child.process.returncode > 0)
        if time.monotonic() - child.started_at > RECOVERED_SECONDS:
            child.deaths = 0
        delay = min(0.5 * 2**child.deaths, LONGEST_DELAY_SECONDS)
        child.deaths += 1
        child.start_at = time.monotonic() + delay
        self._remove(child)
        say(f"The {child.name} process ended ({reason}); it starts again in {delay:g} s.")
        if has_failed:
            for line in child.last_lines():
                say(f"    {line}")

    def _remove(self, child: Child) -> None:
        """End what is left of a child and forget its process."""
        child.kill()
        self._show(child)
        self._selector.unregister(child.output)
        child.close()

    def _stop(self) -> None:
        last = [child for child in self._children if child.ends_last]
        others = [child for child in self._children if not child.ends_last]
        self._end(others, grace_seconds=GRACE_SECONDS)
        self._end(last, grace_seconds=LAST_GRACE_SECONDS)

    def _end(self, children: Collection[Child], *, grace_seconds: float) -> None:
        for child in children:
            child.terminate()
        deadline = time.monotonic() + grace_seconds
        while time.monotonic() < deadline and any(child.is_running for child in children):
            self._listen(TICK_SECONDS)
        for child in children:
            if child.process is not None:
                self._remove(child)
