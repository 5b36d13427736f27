"""What the posting benchmark does inside the platform: seed it, write as a worker, count.

Each is a process of its own, because the settings of a process are those of one database:
`python -m benchmarks._posting_inside seed|write|count`.
"""

import json
import signal
import sys
import threading
from collections.abc import Iterable
from uuid import UUID

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.db.models import Count, F, Q
from django.test import Client

from accounts.audit import Actor
from accounts.models import User
from contests.annotating.models import Answer, Unit
from contests.categories.domain.presets import CONFUSABLE_PAIRS, SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.inputs.services import add_inputs
from contests.people.models import Membership
from contests.people.services import members as setup_members
from contests.setup import services as setup
from contests.teams.services import add_team, shuffle_sequences
from corpus.documents.models import Chunk, Corpus, Document
from jobs import execution, services
from jobs.models import Job
from jobs.registry import handler
from jobs.runs import JobRun
from text.markup import parse
from text.tokens import digest_of

KIND = "benchmarks.import"
ROWS_PER_STEP = 20
TEAMS = ("farfalle", "gnocchi", "linguine", "orzo")
LINE = (
    "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS), patient de"
    " [{age} ans](DÉMOGRAPHIE:ÂGE), dossier [{number}](ID:NUMÉRO_SÉJOUR)."
)

_is_over = threading.Event()


def seed(people: int, inputs: int) -> dict[str, object]:
    """Make an open contest and its annotators; return its id and their session cookies."""
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    carl = User.objects.create_user("carl@example.org")
    contest = setup.create_contest(
        name="Palio delle prove",
        manager=carl,
        actor=Actor(carl),
        confusable_pairs=[list(pair) for pair in CONFUSABLE_PAIRS],
        state=Contest.State.OPEN,
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    for number, name in enumerate(TEAMS):
        add_team(
            contest=contest, group=1 + number // 2, name=name, arm="experimental", retention=0.8
        )
    _add_inputs(contest, carl, inputs)
    sessions = [_add_annotator(contest, number) for number in range(people)]
    return {"contest": contest.pk, "sessions": sessions}


def _add_inputs(contest: Contest, owner: User, count: int) -> None:
    corpus = Corpus.objects.create(name="lettres", created_by=owner)
    document = _document(corpus, "lettres")
    parsed = [parse(LINE.format(age=20 + n % 70, number=70_000 + n)) for n in range(count)]
    chunks = Chunk.objects.bulk_create(_chunks(document, (text for text, _ in parsed)))
    proposals = {chunk.pk: spans for chunk, (_, spans) in zip(chunks, parsed, strict=True)}
    add_inputs(contest=contest, chunks=chunks, proposals=proposals)
    shuffle_sequences(contest=contest)


def _document(corpus: Corpus, name: str) -> Document:
    return Document.objects.create(
        corpus=corpus, external_id=name, kind="text", source=name, digest=digest_of(name)
    )


def _chunks(document: Document, texts: Iterable[str]) -> list[Chunk]:
    return [
        Chunk(document=document, line=line, text=text, digest=digest_of(text))
        for line, text in enumerate(texts, start=1)
    ]


def _add_annotator(contest: Contest, number: int) -> str:
    user = User.objects.create_user(f"annotator{number}@example.org", language="en")
    setup_members.add_member(
        contest=contest,
        user=user,
        role="annotator",
        alias=f"alias {number}",
        team=contest.teams.get(name=TEAMS[number % len(TEAMS)]),
    )
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


@handler(KIND, title="Importing without end")
def write_until_over(run: JobRun) -> None:
    """Import a document of a few lines a step, one step after the other."""
    corpus = Corpus.objects.create(name=str(run.job_id), created_by=User.objects.earliest("pk"))
    steps = 0
    while not _is_over.is_set():
        with run.step(done=steps + 1, checkpoint={"steps": steps + 1}):
            document = _document(corpus, f"{steps:08}")
            lines = (f"Ligne {line} du document {steps}." for line in range(ROWS_PER_STEP))
            Chunk.objects.bulk_create(_chunks(document, lines))
        steps += 1
        if steps == 1:
            print("writing", flush=True)


def write() -> dict[str, object]:
    """Be a worker with one job until SIGTERM; return what the job says and what is there."""
    signal.signal(signal.SIGTERM, lambda *_: _is_over.set())
    job = services.create_job(kind=KIND)
    execution.run_job(job_id=job.pk, worker="benchmark")
    job.refresh_from_db()
    chunks = Chunk.objects.filter(document__corpus__name=str(job.pk)).count()
    return {
        "succeeded": job.state == Job.State.SUCCEEDED,
        "steps": job.progress_done,
        "missing_rows": job.progress_done * ROWS_PER_STEP - chunks,
    }


def count(acknowledged: Iterable[str]) -> dict[str, int]:
    """Compare the answers that were acknowledged with those that are stored."""
    expected = {UUID(answer_id) for answer_id in acknowledged}
    stored = set(Answer.objects.values_list("pk", flat=True))
    accepted = Count(
        "tasks", filter=Q(tasks__answers__is_live=True, tasks__answers__verdict="accept")
    )
    miscounted = Membership.objects.annotate(accepted=accepted).exclude(
        accepted=F("accepted_tasks")
    )
    tasks = Answer.objects.values("task").distinct().count()
    return {
        "lost": len(expected - stored),
        "unexpected": len(stored - expected),
        "twice": len(stored) - tasks,
        "without_units": len(stored) - Unit.objects.values("answer").distinct().count(),
        "miscounted_people": miscounted.count(),
    }


def main() -> None:
    match sys.argv[1:]:
        case ["seed", people, inputs]:
            result: object = seed(int(people), int(inputs))
        case ["write"]:
            result = write()
        case ["count"]:
            result = count(json.load(sys.stdin))
        case _:
            raise SystemExit(__doc__)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
