"""Test data from inline markup, through the platform's own services."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from accounts.audit import Actor
from contests.annotating.domain import Submission
from contests.contest.models import Contest
from contests.guidelines import services as guidelines
from contests.guidelines.models import GuidelineRevision
from contests.inputs import services as setup
from contests.teams.services import shuffle_sequences
from corpus.documents.models import Chunk, Corpus, Document
from text.markup import parse
from text.spans import Span
from text.tokens import digest_of


def add_marked_inputs(contest: Contest, *marked: str) -> None:
    """Make each marked line an input whose proposals are the marked spans."""
    corpus, _ = Corpus.objects.get_or_create(
        name=f"corpus of {contest.pk}",
        defaults={"created_by": contest.memberships.get(role="manager").user},
    )
    document = Document.objects.create(
        corpus=corpus,
        external_id=str(uuid4()),
        document_type="lettre",
        kind="text",
        source="\n".join(marked),
        digest=digest_of("\n".join(marked)),
    )
    proposals = {}
    chunks = []
    for line, markup in enumerate(marked, start=1):
        text, spans = parse(markup)
        chunk = Chunk.objects.create(
            document=document, line=line, text=text, digest=digest_of(text)
        )
        chunks.append(chunk)
        proposals[chunk.pk] = spans
    setup.add_inputs(contest=contest, chunks=chunks, proposals=proposals)
    shuffle_sequences(contest=contest)


def publish_guidelines(contest: Contest) -> GuidelineRevision:
    """Publish the default guidelines of a contest."""
    manager = contest.memberships.filter(role="manager").first().user
    actor = Actor(manager)
    source = guidelines.DEFAULT
    draft = guidelines.start_draft(contest=contest, source=source, author=manager, actor=actor)
    return guidelines.publish(
        contest=contest, draft_id=draft.pk, level="major", change_note="First.", actor=actor
    )


def submission(
    *units: tuple[int, int, str],
    verdict: str = "accept",
    id: UUID | None = None,
    answered_at: datetime | None = None,
    duration_ms: int | None = 4000,
) -> Submission:
    """Return an answer as the browser would send it."""
    return Submission(
        id=id or uuid4(),
        verdict=verdict,
        answered_at=answered_at or datetime.now(UTC),
        units=tuple(Span(*unit) for unit in units),
        duration_ms=duration_ms,
    )
