"""What ends a run."""


class RunEnded(Exception):
    """The run has failed or was cancelled meanwhile: what belongs to it is not stored any more."""
