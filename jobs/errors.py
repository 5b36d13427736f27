"""What stops a job, and what is refused about jobs."""

from typing import ClassVar

from text.errors import Refusal
from text.errors import gettext_noop as _


class JobAtWork(Refusal):
    """A job that must run alone is already queued or running."""

    code = "job-at-work"
    message = _("“%(job)s” is already running. Wait until it finishes, or cancel it.")


class JobError(Exception):
    """Base of this stage's errors.

    An exception may declare `safe_to_show = True` if its message quotes nothing private: people who
    see the job may read it. Of all other exceptions only type and place are stored.
    """

    safe_to_show: ClassVar[bool] = True


class UnknownKind(JobError):
    """No handler is declared for this kind of job."""


class UnfitParameters(JobError):
    """The parameters of a job are ids and short options; text belongs into the database."""


class TransientJobError(JobError):
    """Trying again later may help; a handler raises a subclass of it."""


class JobStopped(Exception):
    """Base of what ends a run without being a failure; handlers do not catch it."""


class JobCancelled(JobStopped):
    """Someone cancelled this job."""


class JobInterrupted(JobStopped):
    """The worker is shutting down; the job goes back into the queue."""


class JobPostponed(JobStopped):
    """The job waits for another; it goes back into the queue, so that no worker waits with it."""

    def __init__(self, *, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class LeaseLost(JobStopped):
    """This run was declared dead and another may be running: it may no longer write."""


class MailServerSilent(TransientJobError):
    """The mail server did not take a message; it may later."""
