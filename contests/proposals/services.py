"""Proposing by rule: what a manager chooses, and the steps of the job that does it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, EXPORTED, Action, Actor, record
from contests.categories.errors import UnknownLabel
from contests.categories.selectors import offered_labels
from contests.contest.models import Contest
from contests.inputs.errors import NoInputs
from contests.inputs.models import ContestInput
from contests.proposals.domain.lexicons import MOST_WORDS, OwnLexicon, unknown_words
from contests.proposals.domain.proposer import Proposer, labels_of
from contests.proposals.errors import FormatTaken, RulesReadOnly, TooManyFormats, TooManyWords
from contests.proposals.models import LexiconWord, NumberFormat, PreAnnotation
from contests.proposals.selectors import detecting_key, inputs_to_detect, settings_of, setup_of
from detection.base import Choice, check_choice
from detection.errors import DetectorUnusable
from detection.rules.own import check_format
from jobs.models import Job
from jobs.selectors import is_at_work
from jobs.services import start_job

DETECT = "contests.pre_annotate"


def lock_rules(contest_id: int) -> Contest:
    """Lock the contest row; raise RulesReadOnly if proposals can no longer change."""
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest_id)
    if not contest.categories_can_change:
        raise RulesReadOnly
    return contest


@transaction.atomic
def choose(
    *,
    contest: Contest,
    actor: Actor,
    choice: Choice | None = None,
    labels: Mapping[str, str] | None = None,
    keeps_imported: bool | None = None,
) -> PreAnnotation:
    """Store which detector proposes, which category becomes which label, and whether proposals from files stay.

    What is not given stays as it is; raise DetectorUnusable for a detector that there is not.
    """
    contest = lock_rules(contest.pk)
    offered = {"", *offered_labels(contest)}
    settings, _ = PreAnnotation.objects.get_or_create(contest=contest)
    if choice is not None:
        check_choice(choice)
        settings.detector = choice.key
        settings.rule_labels = sorted(choice.rule_labels & offered)
    if labels is not None:
        sought = labels_of(contest.language, settings.choice)
        chosen = {label: labels[label] for label in sought if labels.get(label) in offered}
        # What belongs to other detectors waits for the day when one of them is chosen again.
        kept = {label: own for label, own in settings.labels.items() if label not in sought}
        settings.labels = kept | chosen
    if keeps_imported is not None:
        settings.keeps_imported = keeps_imported
    settings.save(update_fields=["detector", "rule_labels", "labels", "keeps_imported"])
    record(
        actor,
        CHANGED,
        "pre-annotation",
        contest_id=contest.pk,
        detector=settings.detector,
        keeps_imported=settings.keeps_imported,
    )
    return settings


def copy_settings(*, source: Contest, target: Contest) -> None:
    """Let a copy of a contest be pre-annotated as the contest is, once somebody starts it."""
    chosen = settings_of(source)
    PreAnnotation.objects.create(
        contest=target,
        detector=chosen.detector,
        rule_labels=chosen.rule_labels,
        labels=chosen.labels,
        keeps_imported=chosen.keeps_imported,
    )


@transaction.atomic
def start_detecting(*, contest: Contest, actor: Actor) -> Job:
    """Create the job that proposes, unless it is at work; the caller enqueues it."""
    contest = lock_rules(contest.pk)
    if not contest.inputs.exists():
        raise NoInputs
    record(actor, CHANGED, "pre-annotation", contest_id=contest.pk, change="run")
    return start_job(DETECT, {"contest": contest.pk}, key=detecting_key(contest.pk), actor=actor)


@transaction.atomic
def restart_in_draft(*, contest: Contest, actor: Actor) -> Job | None:
    """Create the job again where rules changed before anyone has seen proposals; else nothing."""
    settings = settings_of(contest)
    try:
        is_due = settings.digest and settings.digest != setup_of(contest).digest
    except DetectorUnusable:
        # The page says so; somebody starts it once the detector answers again.
        return None
    is_draft = contest.state == Contest.State.DRAFT
    if not is_due or not is_draft or is_at_work(detecting_key(contest.pk)):
        return None
    return start_detecting(contest=contest, actor=actor)


def begin(*, contest_id: int) -> None:
    """Note that not all proposals are by the same rules any more."""
    contest = lock_rules(contest_id)
    PreAnnotation.objects.get_or_create(contest=contest)
    PreAnnotation.objects.filter(contest=contest).update(digest="", computed_at=timezone.now())


def inputs_ahead(contest: Contest) -> QuerySet[ContestInput]:
    """Return the inputs in which proposals may be made now."""
    keeps_imported = settings_of(contest).keeps_imported
    return inputs_to_detect(contest, keeps_imported=keeps_imported)


def propose(inputs: Sequence[ContestInput], *, proposer: Proposer) -> Counter[str]:
    """Give these inputs new proposals, not stored yet; return what was left out, by label."""
    left_out: Counter[str] = Counter()
    read_by = proposer.setup.versions
    every = proposer.propose_all(item.text for item in inputs)
    for item, proposed in zip(inputs, every, strict=True):
        item.read_by = read_by
        item.proposals = [each.unit for each in proposed.proposals]
        item.reasons = [each.reason for each in proposed.proposals]
        left_out += proposed.left_out
    return left_out


def store_proposals(*, contest_id: int, inputs: Sequence[ContestInput]) -> None:
    """Store the proposals, but for inputs that were handed out or came with a file meanwhile."""
    ahead = inputs_ahead(lock_rules(contest_id)).filter(pk__in=[item.pk for item in inputs])
    still = set(ahead.values_list("pk", flat=True))
    open_now = [item for item in inputs if item.pk in still]
    ContestInput.objects.bulk_update(open_now, ["proposals", "reasons", "read_by"], batch_size=200)


def finish(*, contest_id: int, digest: str, left_out: Mapping[str, int]) -> dict[str, int]:
    """Note that all proposals are by these rules now; return how many there are of each label.

    Without a digest, inputs were left where the detector failed.
    """
    detected = ContestInput.objects.filter(contest=contest_id, reasons__isnull=False)
    found = Counter(
        label
        for proposals in detected.values_list("proposals", flat=True).iterator()
        for _, _, label in proposals
    )
    PreAnnotation.objects.filter(contest=contest_id).update(
        digest=digest, computed_at=timezone.now(), found=dict(found), left_out=dict(left_out)
    )
    return dict(found)


# Each is looked for in every line.
MOST_FORMATS = 30
BATCH_SIZE = 500


@dataclass(frozen=True)
class Added:
    """How many words were new, and how many the list already had."""

    new: int
    known: int


@transaction.atomic
def add_words(
    *, contest: Contest, own: OwnLexicon, words: Mapping[str, str], actor: Actor
) -> Added:
    """Add words, by their folded forms; those that are there already stay as they are."""
    contest = lock_rules(contest.pk)
    there = contest.lexicon_words.filter(kind=own.key)
    known = set(there.values_list("folded", flat=True))
    fresh = unknown_words(words, known)
    if len(known) + len(fresh) > MOST_WORDS:
        raise TooManyWords(limit=MOST_WORDS)
    LexiconWord.objects.bulk_create(
        (
            LexiconWord(contest=contest, kind=own.key, text=text, folded=folded)
            for folded, text in fresh.items()
        ),
        batch_size=BATCH_SIZE,
    )
    if fresh:
        _record(actor, CHANGED, contest, own, added=len(fresh))
    return Added(len(fresh), len(words) - len(fresh))


@transaction.atomic
def remove_words(
    *, contest: Contest, own: OwnLexicon, ids: Collection[int] | None = None, actor: Actor
) -> int:
    """Remove these words, or all of a list; return how many."""
    contest = lock_rules(contest.pk)
    words = contest.lexicon_words.filter(kind=own.key)
    if ids is not None:
        words = words.filter(pk__in=ids)
    count, _ = words.delete()
    if count:
        _record(actor, CHANGED, contest, own, removed=count)
    return count


def record_words_read(*, contest: Contest, own: OwnLexicon, count: int, actor: Actor) -> None:
    """Write down that someone took a list away: it may name people."""
    _record(actor, EXPORTED, contest, own, words=count)


def _record(actor: Actor, action: Action, contest: Contest, own: OwnLexicon, **counts: int) -> None:
    record(actor, action, "lexicon", own.key, contest_id=contest.pk, **counts)


@transaction.atomic
def add_format(
    *, contest: Contest, label: str, pattern: str, trigger: str, actor: Actor
) -> NumberFormat:
    """Add a format of numbers; `FormatRefused` where the expression cannot be used."""
    contest = lock_rules(contest.pk)
    check_format(pattern)
    if label not in offered_labels(contest):
        raise UnknownLabel
    formats = contest.number_formats
    if formats.filter(label=label, pattern=pattern, trigger=trigger).exists():
        raise FormatTaken
    if formats.count() >= MOST_FORMATS:
        raise TooManyFormats(limit=MOST_FORMATS)
    added = formats.create(label=label, pattern=pattern, trigger=trigger)
    record(
        actor,
        CREATED,
        "number format",
        added.pk,
        contest_id=contest.pk,
        label=label,
        pattern=pattern,
    )
    return added


@transaction.atomic
def remove_format(*, number_format: NumberFormat, actor: Actor) -> None:
    """Remove a format of numbers."""
    contest = lock_rules(number_format.contest_id)
    removed, _ = contest.number_formats.filter(pk=number_format.pk).delete()
    if removed:
        record(
            actor,
            DELETED,
            "number format",
            number_format.pk,
            contest_id=contest.pk,
            label=number_format.label,
            pattern=number_format.pattern,
        )
