"""Keeps the processes of one machine running: queue, web, worker, scheduler.

One loop without threads: it reads what the children write, starts again who died, and ends them all
when it is told to. Nothing may outlive it: each child leads a process group, and the kernel signals it
should the supervisor be killed.
"""

import contextlib
import selectors
import signal
import sys
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import FrameType
from typing import Self

from annotation_platform.children import Child

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
