"""One child process of the supervisor: started, listened to, ended with all that it started."""

import contextlib
import ctypes
import logging
import logging.handlers
import os
import re
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

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
