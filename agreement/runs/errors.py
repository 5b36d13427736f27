"""What ends a run."""

from typing import ClassVar


class RunEnded(Exception):
    """The run has failed or was cancelled meanwhile: what belongs to it is not stored any more."""


class EngineNotReady(Exception):
    """The program that computes gammas did not start."""

    # It names the engine alone.
    safe_to_show: ClassVar[bool] = True

    def __init__(self, engine: str) -> None:
        super().__init__(f"The engine {engine} did not start: the worker's log says why.")
