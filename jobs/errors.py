"""Errors and stop signals of jobs."""

from typing import ClassVar

from text.errors import Refusal
from text.errors import gettext_noop as _


class JobAtWork(Refusal):
    """A job that must run alone is already queued or running."""

    code = "job-at-work"
    message = _("“%(job)s” is already running. Wait until it finishes, or cancel it.")


class JobError(Exception):
    """Base of this stage's errors.

    Exceptions with `safe_to_show = True` quote nothing private, and their message is shown on the
    job's page. For all others only type and code location are stored.
    """

    safe_to_show: ClassVar[bool] = True


class UnknownKind(JobError):
    """No handler is declared for this kind of job."""


class UnfitParameters(JobError):
    """A job's parameters may only be ids and short options; text belongs in the database."""


class TransientJobError(JobError):
    """A retry may succeed; handlers raise a subclass."""


class JobStopped(Exception):
    """Ends a run without a failure; handlers must not catch it."""


class JobCancelled(JobStopped):
    """Someone cancelled this job."""


class JobInterrupted(JobStopped):
    """The worker is shutting down; the job goes back into the queue."""


class JobPostponed(JobStopped):
    """The job waits for another job and is requeued, to free its worker."""

    def __init__(self, *, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class LeaseLost(JobStopped):
    """This run was declared dead and may no longer write; another may be running."""


class MailServerSilent(TransientJobError):
    """The mail server did not accept a message; a retry may succeed."""
