"""Every page that each kind of person can open."""

from datetime import timedelta

from django.utils import timezone

from accounts.audit import Actor
from agreement.disputes import services as disputes
from agreement.runs.models import AlignedPlace
from contests.annotating.services.answers import hand_out, take_answer
from contests.categories.domain.presets import PRESETS
from contests.chat.models import ChatMessage
from contests.chat.selectors import sections_of
from contests.chat.services import remove_message
from contests.contest.models import Contest
from contests.guidelines import services as guidelines
from contests.guidelines.services import mark_read
from contests.people.models import Membership
from contests.people.services.joining import create_link, token_of
from contests.proposals.domain.lexicons import OWN_LEXICONS
from contests.proposals.services import add_format, add_words
from contests.setup.services import create_draft
from contests.training.models import TrainingAnswer
from contests.training.services import add_ready_made, take_training_answer
from feedback.mails import services as mailing
from feedback.mails.models import FeedbackMail
from feedback.scores.services import score_run
from gold.evaluations.selectors import ContestGold
from gold.evaluations.services import start_evaluation
from jobs.execution import run_job
from jobs.models import Job
from tests.browser.corpora import corpus_paths
from tests.browser.releases import release_paths
from tests.contests.chat.writing import say
from tests.factories import add_marked_inputs, submission
from tests.feedback.results import contribute, input_with, place, publish_run, tally

STRANGER = [
    "/accounts/login/",
    "/accounts/reset/",
    "/accounts/reset/sent/",
    "/accounts/reset/MQ/none/",
    "/invitations/none/",
    "/join/none/",
    "/join/{link}/",
    "/nowhere/",
]
ANNOTATOR = [
    "/contests/",
    "/contests/{contest}/",
    "/contests/{contest}/guidelines/",
    "/contests/{contest}/guidelines/1.0.0/?lang=fr",
    "/contests/{contest}/guidelines/versions/",
    "/contests/{contest}/guidelines/compare/?from=1.0.0&to=1.1.0",
    "/contests/{contest}/alias/",
    "/contests/{contest}/chat/",
    "/contests/{contest}/chat/{message}/text/",
    "/accounts/preferences/",
    "/accounts/password/",
    "/accounts/address/none/",
]
TRAINEE = ["/contests/{contest}/training/", "/contests/{contest}/training/{answer}/"]
FEEDBACK = [
    "/contests/{contest}/feedback/",
    "/contests/{contest}/feedback/objections/",
    "/contests/{contest}/scoreboard/",
    "/contests/{contest}/scoreboard/screen/",
    "/contests/{contest}/feedback/inputs/{disputed}/{place}/",
    # Without signing in, too; but always in the language of its person.
    "/feedback/unsubscribe/{token}/",
]
MANAGER = [
    *(path for path in ANNOTATOR if not path.endswith("/alias/")),
    "/contests/{contest}/setup/",
    "/contests/{contest}/setup/about/",
    "/contests/{contest}/setup/schedule/",
    "/contests/{contest}/setup/scoring/",
    "/contests/{contest}/setup/teams/",
    "/contests/{contest}/setup/teams/{team}/",
    "/contests/{contest}/setup/training/",
    "/contests/{contest}/setup/training/{task}/",
    "/contests/{contest}/setup/training/inputs/",
    "/contests/{contest}/copy/",
    "/contests/{contest}/people/list/",
    "/contests/{contest}/people/{member}/alias/",
    "/contests/{draft}/",
    "/contests/{draft}/setup/",
    "/contests/{draft}/setup/teams/",
    "/contests/{draft}/setup/training/inputs/{input}/",
    "/contests/{contest}/categories/",
    "/contests/{contest}/categories/new/",
    "/contests/{contest}/categories/{category}/",
    "/contests/{contest}/supercategories/new/",
    "/contests/{contest}/supercategories/{supercategory}/",
    "/contests/new/",
    "/contests/{contest}/inputs/",
    "/contests/{contest}/pre-annotation/",
    "/contests/{contest}/pre-annotation/preview/?seed=1",
    "/contests/{contest}/pre-annotation/rules/",
    "/contests/{contest}/pre-annotation/words/",
    "/contests/{contest}/pre-annotation/words/units/",
    "/contests/{contest}/pre-annotation/words/staff/",
    "/contests/{contest}/pre-annotation/evaluation/",
    "/contests/{contest}/pre-annotation/evaluation/history/",
    "/contests/{contest}/experiments/",
    "/contests/{contest}/experiments/power/",
    "/contests/{draft}/experiments/",
    "/contests/{draft}/experiments/power/?measure=penalty&ratio=0",
    "/contests/{contest}/guidelines/draft/",
    "/contests/{contest}/guidelines/edit/fr/",
    "/contests/{contest}/guidelines/publish/",
    "/contests/{contest}/people/",
    "/contests/{contest}/feedback/of/{member}/",
    "/contests/{contest}/feedback/mails/",
    "/contests/{contest}/feedback/mails/preview/?person={member}",
    "/contests/{contest}/feedback/disputes/?show=all",
    "/contests/{contest}/review/",
    "/contests/{contest}/review/{disputed}/",
    "/contests/{contest}/corrections/",
    "/contests/{contest}/monitoring/",
    "/contests/{contest}/runs/",
    "/contests/{contest}/runs/checks/",
    "/contests/{contest}/votes/",
    "/contests/{contest}/audit/",
    "/contests/{contest}/answer-files/",
    "/contests/{draft}/answer-files/",
    "/jobs/",
    "/jobs/{job}/",
    "/jobs/{job}/cancel/",
    "/nowhere/",
]
WORK = ["/contests/{contest}/annotate/", "/contests/{contest}/keys/"]
# Drawn by Swagger UI, whose small buttons are its own.
EMBEDDED = ["/api/"]
BY_ROLE = {
    "stranger": STRANGER,
    "ana": [*ANNOTATOR, *FEEDBACK, *TRAINEE, *WORK],
    "carl": MANAGER,
    "eve": ["/contests/", "/releases/", "/jobs/"],
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


def train(contest: Contest) -> TrainingAnswer:
    """Give the contest a training, and let ana answer its first task with mistakes."""
    add_ready_made(contest=contest, actor=Actor())
    Contest.objects.filter(pk=contest.pk).update(requires_training=True)
    member = contest.memberships.annotators().select_related("contest").get()
    mark_read(member=member, revision=contest.guidelines.published().first())
    task = contest.training_tasks.in_use().first()
    given = submission((0, 16, "NOM:PATIENT_E"), (18, 24, "TEMPORAL:DATE"))
    take_training_answer(member=member, task_id=task.pk, submission=given, actor=Actor())
    # Passed long ago, and training once more: both pages are open.
    Membership.objects.filter(pk=member.pk).update(trained_at=timezone.now())
    return member.training_answers.get()


def talk(contest: Contest) -> ChatMessage:
    """Let the manager announce something, ana ask about a text she has annotated, and lose a message."""
    manager, ana = contest.memberships.get(role="manager"), contest.memberships.annotators().get()
    say(manager, "Bonjour à tous", is_announcement=True, category="TEMPORAL:DATE")
    section = sections_of(contest, language="fr")[0]
    removed = say(ana, "Trop de bruit")
    remove_message(contest=contest, message_id=removed.pk, actor=Actor(manager.user))
    linked = ana.tasks.filter(answered_at__isnull=False).first().input_id
    return say(ana, "Et ceci ?", input_id=linked, section=(section.anchor, "fr"))


def prepare(contest: Contest) -> Contest:
    """Begin another contest, with one input and something missing everywhere else."""
    manager = contest.memberships.get(role="manager").user
    draft = create_draft(
        name="Palio nuovo", manager=manager, preset=PRESETS["swiss_hospital"], actor=Actor(manager)
    )
    add_marked_inputs(draft, "Vu le [18#03#2022](TEMPORAL:DATE).")
    return draft


def hand_out_link(contest: Contest) -> str:
    manager = contest.memberships.get(role="manager").user
    link = create_link(
        contest=contest,
        expires_at=timezone.now() + timedelta(days=1),
        most_people=5,
        domains=(),
        manager=manager,
        actor=Actor(manager),
    )
    return token_of(link)


def evaluate_rules(contest: Contest) -> str:
    """Give some inputs gold, evaluate two versions of the rules on it; return the page of both."""
    for number, item in enumerate(contest.inputs.order_by("pk")):
        item.gold = [] if number % 2 else [[0, 3, "ORGANISATION"], *item.proposals]
        item.save(update_fields=["gold"])
    actor, gold = Actor(contest.memberships.get(role="manager").user), ContestGold(contest)
    run_job(job_id=start_evaluation(gold=gold, actor=actor).pk, worker="host:1")
    add_words(contest=contest, own=OWN_LEXICONS["units"], words={"azur": "Azur"}, actor=actor)
    add_format(contest=contest, label="ID:IPP", pattern=r"\d{7}", trigger="N°", actor=actor)
    run_job(job_id=start_evaluation(gold=gold, actor=actor).pk, worker="host:1")
    after, before = gold.evaluations
    return f"/contests/{contest.pk}/pre-annotation/evaluation/{after.pk}/since/{before.pk}/"


def give_feedback(contest: Contest) -> AlignedPlace:
    """Let a run find a mistake of ana's, which she disputes and carl answers, and a mail about it fail."""
    member = contest.memberships.annotators().select_related("contest", "user").get()
    manager = contest.memberships.get(role="manager").user
    run, where = publish_run(contest), input_with(contest, "63 ans")
    wrong = place(run, where, {member: (11, 17, "DÉMOGRAPHIE:ÂGE")}, reference=None)
    contribute(wrong)
    tally(run, member)
    score_run(run_id=run.pk)
    told = disputes.object_to(place=wrong, member=member, comment="An age.", actor=Actor())
    disputes.reply(dispute=told, author=manager, text="Whose?", as_manager=True, actor=Actor())
    mailing.plan_mails(contest=contest, actor=Actor())
    FeedbackMail.objects.update(state="failed", reason="refused", reply_code=550)
    return wrong


def paths_of(role: str, contest: Contest) -> list[str]:
    # First: jobs that the other pages show at work would be done with those behind these.
    released = release_paths(contest) if role == "carl" else []
    job = Job.objects.create(kind="demo", contest_id=contest.pk)
    write_guidelines(contest)
    answer, draft = train(contest), prepare(contest)
    if role == "carl":
        released.append(evaluate_rules(contest))
    category, wrong = contest.categories.first(), give_feedback(contest)
    ids = {
        "category": category.pk,
        "supercategory": category.supercategory_id,
        "answer": answer.pk,
        "task": answer.task_id,
        "member": answer.member_id,
        "team": contest.teams.first().pk,
        "draft": draft.pk,
        "input": draft.inputs.get().pk,
        "link": hand_out_link(contest),
        "message": talk(contest).pk,
        "token": mailing.token_of(answer.member),
        "disputed": wrong.result.input_id,
        "place": f"{wrong.start}-{wrong.end}",
    }
    paths = [path.format(contest=contest.pk, job=job.pk, **ids) for path in BY_ROLE[role]]
    return paths + corpus_paths(contest) + released if role == "carl" else paths
