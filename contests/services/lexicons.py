"""What a contest teaches the detector: words of its own, and formats of its numbers."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.own_lexicons import OwnLexicon
from contests.domain.word_lists import MOST_WORDS, unknown_words
from contests.exceptions import FormatTaken, TooManyFormats, TooManyWords, UnknownLabel
from contests.models import Contest, LexiconWord, NumberFormat
from contests.selectors.arms import offered_labels
from contests.services.detecting import lock_rules
from detection.own_formats import check_format

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
        _record(actor, AuditEvent.Action.CHANGED, contest, own, added=len(fresh))
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
        _record(actor, AuditEvent.Action.CHANGED, contest, own, removed=count)
    return count


def record_words_read(*, contest: Contest, own: OwnLexicon, count: int, actor: Actor) -> None:
    """Write down that someone took a list away: it may name people."""
    _record(actor, AuditEvent.Action.EXPORTED, contest, own, words=count)


def _record(
    actor: Actor, action: AuditEvent.Action, contest: Contest, own: OwnLexicon, **counts: int
) -> None:
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
        AuditEvent.Action.CREATED,
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
            AuditEvent.Action.DELETED,
            "number format",
            number_format.pk,
            contest_id=contest.pk,
            label=number_format.label,
            pattern=number_format.pattern,
        )
