"""Which texts of a contest may enter a release, and what a release keeps of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cached_property
from itertools import accumulate
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.timezone import localtime

from accounts.models import User
from accounts.roles import is_manager
from accounts.services import check_proven
from agreement.runs.models import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    ProcessingRun,
)
from agreement.runs.selectors import confirmed_units, latest_run
from agreement.runs.services.run import PROCESSED_STATES
from contests.categories.models import Category, Supercategory
from contests.contest.models import Contest
from contests.drawing.selectors import draws_of
from contests.inputs.models import InputPlace
from corpus.documents.models import Corpus, Document
from formats.xml import text_sections
from gold.releases.domain import Change, Units, changes
from gold.releases.errors import ReaderUnknown
from gold.releases.models import Release, ReleaseContest, ReleaseInput
from jobs.selectors import with_jobs
from text.cleaning import CleanText, Rules, clean_with_offsets

# Of a release on a page.
TEXTS_PER_PAGE = 20

Bounds = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class _Traced:
    """A document cleaned once more, with the way back."""

    document: Document

    @cached_property
    def cleaned(self) -> CleanText:
        document = self.document
        path = document.corpus.text_path if document.kind == Document.Kind.XML else ""
        return clean_with_offsets(
            document.source,
            kind=document.kind,
            rules=document.corpus.rules,
            sections=text_sections(document.source, text_path=path),
        )

    @cached_property
    def line_starts(self) -> list[int]:
        lines = self.cleaned.text.split("\n")
        return list(accumulate((len(line) + 1 for line in lines), initial=0))

    def source(self, line: int, text: str, bounds: Bounds) -> dict[str, Any]:
        """Return where a line's text and its units stand; nothing of offsets if it is not there."""
        found: dict[str, Any] = {
            "document": self.document.external_id,
            "type": self.document.document_type,
            "line": line,
        }
        if self.document.patient:
            found["patient"] = _pseudonym("patient", self.document.patient)
        start = self.line_starts[line - 1] if line <= len(self.line_starts) else -1
        # A document that was imported as a record of JSON may keep its text elsewhere.
        if start < 0 or not self.cleaned.text.startswith(text, start):
            return found | {"start": None, "end": None, "units": None}
        whole = self.cleaned.source_range(start, start + len(text))
        units = [list(self.cleaned.source_range(start + a, start + b)) for a, b in bounds]
        return found | {"start": whole[0], "end": whole[1], "units": units}


def _pseudonym(kind: str, name: str) -> str:
    """Return a name for a patient or a document that is the same everywhere and leads back to none."""
    return salted_hmac(f"gold.{kind}", name, algorithm="sha256").hexdigest()[:16]


def sources_told(
    item: ReleaseInput, *, keeps_document_ids: bool = False
) -> Sequence[Mapping[str, Any]]:
    """Return where a text stands as it leaves the platform: documents by pseudonyms unless asked.

    A release holds the hospital's ids, and so does its checksum: it never changes.
    """
    if keeps_document_ids:
        return list(item.sources)
    return [each | {"document": _pseudonym("document", each["document"])} for each in item.sources]


def sources_of(units: Mapping[int, tuple[str, Bounds]]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the sources of inputs, of which the text and the bounds of the units are given."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for document, places in _by_document(units):
        traced = _Traced(document)
        for place in places:
            text, bounds = units[place.input_id]
            found[place.input_id].append(traced.source(place.chunk.line, text, bounds))
    return found


def _by_document(inputs: Iterable[int]) -> Iterable[tuple[Document, list[InputPlace]]]:
    places = InputPlace.objects.filter(input__in=list(inputs)).select_related(
        "chunk__document__corpus"
    )
    documents: dict[int, Document] = {}
    rows: dict[int, list[InputPlace]] = defaultdict(list)
    for place in places.order_by("chunk__document__external_id", "chunk__document", "chunk__line"):
        documents[place.chunk.document_id] = place.chunk.document
        rows[place.chunk.document_id].append(place)
    return [(documents[pk], rows[pk]) for pk in rows]


def origin_of(part: ReleaseContest) -> dict[str, Any]:
    """Return how a contest's texts came about: answers by guidelines, people, period, corrections,
    how inputs were drawn and cleaned."""
    inputs = part.inputs.values("input_id")
    taken = {"result__is_current": True, "result__input__in": inputs}
    given = Contribution.objects.filter(**taken, is_accepted=True)
    about = given.aggregate(
        people=Count("annotator", distinct=True),
        first=Min("answer__answered_at"),
        last=Max("answer__answered_at"),
    )
    is_corrected = Q(segment_source="correction") | Q(category_source="correction")
    return {
        "guidelines": _answers_by_version(given),
        "people": about["people"],
        "first_day": _day(about["first"]),
        "last_day": _day(about["last"]),
        "corrections": AlignedPlace.objects.filter(is_corrected, **taken).count(),
        "draws": draws_of(part.contest_id),
        "cleaning": [asdict(rules) for rules in _rules_of(inputs)],
    }


def _answers_by_version(given: QuerySet[Contribution]) -> list[dict[str, Any]]:
    """Return how many answers were given under each version of the guidelines, the earliest first."""
    number = [f"answer__guideline__{part}" for part in ("major", "minor", "patch")]
    # Those without guidelines come first, in every database.
    order = [F(part).asc(nulls_first=True) for part in number]
    rows = given.order_by(*order).values_list(*number).annotate(Count("pk"))
    return [
        {"version": "" if row[0] is None else ".".join(map(str, row[:3])), "answers": row[3]}
        for row in rows
    ]


def _day(moment: datetime | None) -> str:
    return localtime(moment).date().isoformat() if moment else ""


def _rules_of(inputs: QuerySet[Any, Any]) -> list[Rules]:
    """Return the rules of cleaning of the corpora that these inputs stand in, each once."""
    chunks = InputPlace.objects.filter(input__in=inputs).values("chunk__document__corpus")
    corpora = Corpus.objects.filter(pk__in=chunks).order_by("pk")
    return list(dict.fromkeys(corpus.rules for corpus in corpora))


OPEN = (AlignedPlace.State.UNDECIDED, AlignedPlace.State.INCONSISTENT)


@dataclass(frozen=True)
class Candidates:
    """Some inputs of a contest: those that may enter, and how many were looked at."""

    rows: Sequence[ReleaseInput]
    last: int
    looked_at: int


# Nobody accepted them, or their answers could not be compared: nobody knows what should be marked there.
NO_GOLD = (InputResult.Kind.NONE, InputResult.Kind.FAILED)


def believed_annotators(run: ProcessingRun, threshold: float) -> frozenset[int]:
    """Return the members whose lone answers enter: by their quality index at this run."""
    good = AnnotatorTally.objects.filter(run=run, quality__gte=threshold)
    return frozenset(good.values_list("annotator", flat=True))


def candidates(
    part: ReleaseContest,
    *,
    after: int,
    size: int,
    believed: Collection[int],
    unprompted: Collection[int],
) -> Candidates:
    """Return the next results of a contest as rows of a release, not stored yet.

    Lone answers enter of who is `believed`; `unprompted` are those who were never shown a proposal.
    """
    current = InputResult.objects.current().filter(input__contest=part.contest_id)
    ahead = current.filter(input__gt=after).exclude(kind__in=NO_GOLD)
    results = list(ahead.select_related("input").order_by("input")[:size])
    if not results:
        return Candidates((), after, 0)
    lone = _lone_annotators(results)
    kept = [
        result
        for result in results
        if result.kind != InputResult.Kind.SINGLE or lone.get(result.pk) in believed
    ]
    return Candidates(_rows(part, kept, unprompted), results[-1].input_id, len(results))


def _lone_annotators(results: Sequence[InputResult]) -> Mapping[int, int]:
    single = [result.pk for result in results if result.kind == InputResult.Kind.SINGLE]
    given = Contribution.objects.filter(result__in=single, is_accepted=True)
    return dict(given.values_list("result", "annotator"))


def _rows(
    part: ReleaseContest, results: Sequence[InputResult], unprompted: Collection[int]
) -> list[ReleaseInput]:
    places: dict[int, list[AlignedPlace]] = defaultdict(list)
    for place in AlignedPlace.objects.filter(result__in=results).order_by("result", "position"):
        places[place.result_id].append(place)
    bounds = {
        result.input_id: (result.input.text, [(start, end) for start, end, _ in result.gold_units])
        for result in results
    }
    sources, confirmed = sources_of(bounds), confirmed_units(results, unprompted)
    return [
        ReleaseInput(
            release_id=part.release_id,
            contest=part,
            input_id=result.input_id,
            text=result.input.text,
            digest=bytes(result.input.digest),
            tokens=result.input.tokens,
            units=[_unit(unit, places[result.pk]) for unit in result.gold_units],
            open_places=[_open(each) for each in places[result.pk] if each.state in OPEN],
            sources=sources.get(result.input_id, []),
            kind=result.kind,
            annotators=result.annotators,
            gamma=result.gamma,
            is_complete=result.is_complete,
            unprompted=confirmed[result.input_id],
        )
        for result in results
    ]


def _unit(unit: Sequence[Any], places: Sequence[AlignedPlace]) -> dict[str, Any]:
    start, end, label = unit
    found: dict[str, Any] = {"start": start, "end": end, "label": label}
    place = next((each for each in places if _bounds(each) == (start, end)), None)
    if place is not None:
        is_corrected = "correction" in (place.segment_source, place.category_source)
        found |= _votes(place) | {"source": "correction" if is_corrected else "votes"}
    return found


def _bounds(place: AlignedPlace) -> tuple[int | None, int | None]:
    if place.state == AlignedPlace.State.SINGLE:
        return place.start, place.end
    if place.state != AlignedPlace.State.GOLD:
        return None, None
    return place.reference_start, place.reference_end


def _open(place: AlignedPlace) -> dict[str, Any]:
    return {"start": place.start, "end": place.end, "state": place.state} | _votes(place)


def _votes(place: AlignedPlace) -> dict[str, Any]:
    return {
        "voters": place.voters,
        "segment_votes": place.segment_votes,
        "category_votes": place.category_votes,
    }


def may_see_releases(user: User) -> bool:
    """Return whether the pages about releases are of any use to this person."""
    return is_manager(user) or Release.objects.visible_to(user).exists()


@dataclass(frozen=True)
class ContestCheck:
    """What a contest would bring to a release that is frozen now."""

    contest: Contest
    run: ProcessingRun | None
    texts: int
    incomplete: int
    single: int
    has_guidelines: bool
    # Inputs with answers or decisions that the run does not know yet, and whether a run can still take them in.
    changed: int
    may_run: bool


def contest_checks(contests: QuerySet[Contest]) -> list[ContestCheck]:
    """Return what each contest would bring; without a run, nothing."""
    return [_check(contest) for contest in contests]


def _check(contest: Contest) -> ContestCheck:
    results = InputResult.objects.current().filter(input__contest=contest)
    results = results.exclude(kind__in=NO_GOLD)
    return ContestCheck(
        contest,
        latest_run(contest),
        results.count(),
        results.filter(is_complete=False).count(),
        results.filter(kind=InputResult.Kind.SINGLE).count(),
        contest.guidelines.published().exists(),
        contest.input_changes.values("input").distinct().count(),
        contest.state in PROCESSED_STATES,
    )


def categories_of(release: Release) -> dict[str, Category]:
    """Return the categories of the release's contests by their labels."""
    contests = release.contests.values("contest")
    found = Category.objects.filter(contest__in=contests).order_by("-contest", "pk")
    return {category.label: category for category in found}


def colours_of(release: Release) -> list[tuple[int, str]]:
    """Return the supercategories of the release's contests with their colours."""
    found = Supercategory.objects.filter(contest__in=release.contests.values("contest"))
    return list(found.order_by("pk").values_list("pk", "colour"))


def jobs_at_work(releases: Iterable[Release]) -> set[UUID]:
    """Return the jobs that freeze some of these releases now."""
    return {job.pk for _release, job in with_jobs(releases) if job is not None and job.is_live}


@dataclass(frozen=True)
class ShownChange:
    """A text that differs between two releases, with its row in either."""

    change: Change
    before: ReleaseInput | None
    after: ReleaseInput | None


def differences(before: Release, after: Release) -> list[Change]:
    """Return what changed from one release to another."""
    return list(changes(_units_of(before), _units_of(after)))


def change_counts(found: Sequence[Change]) -> dict[str, int]:
    """Return how many texts were added, removed and changed."""
    kinds = [change.kind for change in found]
    return {kind: kinds.count(kind) for kind in ("added", "removed", "changed")}


def _units_of(release: Release) -> dict[bytes, Units]:
    rows = release.inputs.order_by("position").values_list("digest", "units").iterator(2000)
    return {
        bytes(digest): frozenset((unit["start"], unit["end"], unit["label"]) for unit in units)
        for digest, units in rows
    }


def shown_changes(before: Release, after: Release, found: Sequence[Change]) -> list[ShownChange]:
    """Return the texts of these changes."""
    digests = [each.digest for each in found]
    rows = [
        {bytes(row.digest): row for row in release.inputs.filter(digest__in=digests)}
        for release in (before, after)
    ]
    return [ShownChange(each, rows[0].get(each.digest), rows[1].get(each.digest)) for each in found]


def find_reader(email: str) -> User:
    """Return whose address this is, if they have an account and have proven that it is theirs."""
    person = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if person is None:
        raise ReaderUnknown
    check_proven(person)
    return person
