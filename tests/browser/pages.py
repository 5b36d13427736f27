"""Every page that each kind of person can open."""

from contests.models import Contest, Membership
from contests.services.annotation import hand_out, take_answer
from jobs.models import Job
from tests.factories import submission

STRANGER = [
    "/accounts/login/",
    "/accounts/reset/",
    "/accounts/reset/sent/",
    "/accounts/reset/MQ/none/",
    "/invitations/none/",
    "/nowhere/",
]
ANNOTATOR = ["/contests/", "/contests/{contest}/", "/accounts/preferences/", "/accounts/password/"]
MANAGER = [
    *ANNOTATOR,
    "/contests/{contest}/people/",
    "/contests/{contest}/audit/",
    "/jobs/",
    "/jobs/{job}/",
    "/jobs/{job}/cancel/",
    "/nowhere/",
]
BY_ROLE = {"stranger": STRANGER, "ana": ANNOTATOR, "carl": MANAGER, "eve": ["/contests/", "/jobs/"]}


def answer_everything(annotator: Membership) -> None:
    """Let the annotator accept all inputs with what is proposed."""
    for task in hand_out(annotator=annotator, count=10):
        units = [tuple(unit) for unit in task.input.proposals]
        take_answer(annotator=annotator, task_id=task.pk, submission=submission(*units))


def paths_of(role: str, contest: Contest) -> list[str]:
    job = Job.objects.create(kind="demo", contest_id=contest.pk)
    return [path.format(contest=contest.pk, job=job.pk) for path in BY_ROLE[role]]
