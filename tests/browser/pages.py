"""Every page that each kind of person can open."""

from accounts.audit import Actor
from contests.models import Contest, Membership
from contests.services import guidelines
from contests.services.annotation import hand_out, take_answer
from jobs.models import Job
from tests.browser.corpora import corpus_paths
from tests.factories import submission

STRANGER = [
    "/accounts/login/",
    "/accounts/reset/",
    "/accounts/reset/sent/",
    "/accounts/reset/MQ/none/",
    "/invitations/none/",
    "/nowhere/",
]
ANNOTATOR = [
    "/contests/",
    "/contests/{contest}/",
    "/contests/{contest}/guidelines/",
    "/contests/{contest}/guidelines/1.0.0/?lang=fr",
    "/contests/{contest}/guidelines/versions/",
    "/contests/{contest}/guidelines/compare/?from=1.0.0&to=1.1.0",
    "/accounts/preferences/",
    "/accounts/password/",
]
MANAGER = [
    *ANNOTATOR,
    "/contests/{contest}/categories/",
    "/contests/{contest}/categories/new/",
    "/contests/{contest}/categories/{category}/",
    "/contests/{contest}/families/new/",
    "/contests/{contest}/families/{family}/",
    "/contests/new/",
    "/contests/{contest}/inputs/",
    "/contests/{contest}/guidelines/draft/",
    "/contests/{contest}/guidelines/edit/fr/",
    "/contests/{contest}/guidelines/publish/",
    "/contests/{contest}/people/",
    "/contests/{contest}/audit/",
    "/jobs/",
    "/jobs/{job}/",
    "/jobs/{job}/cancel/",
    "/nowhere/",
]
WORK = ["/contests/{contest}/annotate/"]
# Drawn by Swagger UI, whose small buttons are its own.
EMBEDDED = ["/api/"]
BY_ROLE = {
    "stranger": STRANGER,
    "ana": [*ANNOTATOR, *WORK],
    "carl": MANAGER,
    "eve": ["/contests/", "/jobs/"],
}


def answer_everything(annotator: Membership) -> None:
    """Let the annotator accept all inputs with what is proposed."""
    for task in hand_out(annotator=annotator, count=10):
        units = [tuple(unit) for unit in task.input.proposals]
        take_answer(annotator=annotator, task_id=task.pk, submission=submission(*units))


def write_guidelines(contest: Contest) -> None:
    """Publish the default guidelines, a second version of them, and begin a third with mistakes."""
    manager = contest.memberships.get(role="manager").user
    actor = Actor(manager)
    for text in (None, "# Second\n\n## {TEMPORAL:DATE}\n", "{NO:SUCH}"):
        source = guidelines.DEFAULT if text is None else guidelines.EMPTY
        draft = guidelines.start_draft(contest=contest, source=source, author=manager, actor=actor)
        if text is not None:
            draft.texts.update(markdown=text)
        if text != "{NO:SUCH}":
            guidelines.publish(
                contest=contest,
                draft_id=draft.pk,
                level="minor",
                change_note="New examples.",
                actor=actor,
            )


def paths_of(role: str, contest: Contest) -> list[str]:
    job = Job.objects.create(kind="demo", contest_id=contest.pk)
    write_guidelines(contest)
    category = contest.categories.first()
    ids = {"category": category.pk, "family": category.supercategory_id}
    paths = [path.format(contest=contest.pk, job=job.pk, **ids) for path in BY_ROLE[role]]
    return paths + corpus_paths(contest) if role == "carl" else paths
