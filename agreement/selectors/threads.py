"""All corrections of a contest, each with its versions."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from agreement.models import Correction
from contests.models import Contest


@dataclass(frozen=True)
class CorrectionThread:
    """A correction as it stands, with the words it is about and all its versions, latest first."""

    live: Correction
    anchor_words: str
    words: str
    versions: tuple[Correction, ...]


def live_corrections(contest: Contest, *, revoked: bool | None = None) -> QuerySet[Correction]:
    """Return the latest version of each correction, the newest first."""
    live = Correction.objects.filter(input__contest=contest, is_live=True)
    if revoked is not None:
        live = live.filter(is_revoked=revoked)
    return live.select_related("input", "category", "author").order_by("-created_at", "-pk")


def threads_of(corrections: Sequence[Correction]) -> list[CorrectionThread]:
    """Return these corrections with their versions, in one query more."""
    versions: dict[UUID, list[Correction]] = {}
    rows = Correction.objects.filter(thread__in=[one.thread for one in corrections])
    for row in rows.select_related("category", "author", "input").order_by("-version"):
        versions.setdefault(row.thread, []).append(row)
    return [
        CorrectionThread(
            live=one,
            anchor_words=one.input.text[one.anchor_start : one.anchor_end],
            words="" if one.start is None else one.input.text[one.start : one.end],
            versions=tuple(versions[one.thread]),
        )
        for one in corrections
    ]
