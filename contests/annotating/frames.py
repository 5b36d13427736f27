"""A contest's answers and units as pandas tables."""

from collections.abc import Collection
from typing import Any

import pandas as pd
from django.db.models.functions import Coalesce

from contests.annotating.models import Answer, Unit
from contests.contest.models import Contest
from web.frames import (
    ANY,
    MOMENT,
    REAL,
    TEXT,
    WHOLE,
    WHOLE_OR_NOTHING,
    YES,
    Columns,
    read_frame,
)


def _of_team(field: str) -> Coalesce:
    # Imported answers have no team of their own: use the annotator's current team.
    return Coalesce(f"task__team__{field}", f"task__annotator__team__{field}")


ANSWERS: Columns = {
    "answer_id": ("pk", TEXT),
    "task": ("task", WHOLE),
    "version": ("version", WHOLE),
    # Empty for answers older than this field.
    "source": ("source", TEXT),
    "counts": ("is_live", YES),
    "input": ("task__input", WHOLE),
    "annotator": ("task__annotator", WHOLE),
    # accept, reject or ignore.
    "answer": ("verdict", TEXT),
    "answered_at": ("answered_at", MOMENT),
    "duration_ms": ("duration_ms", WHOLE_OR_NOTHING),
    "withdrawn_at": ("withdrawn_at", MOMENT),
    "received_at": ("received_at", MOMENT),
    "shown_at": ("shown_at", MOMENT),
    "first_edit_at": ("first_edit_at", MOMENT),
    "keyboard_edits": ("keyboard_edits", WHOLE_OR_NOTHING),
    "mouse_edits": ("mouse_edits", WHOLE_OR_NOTHING),
    "flagged": ("is_flagged", YES),
    # The primary key of the guideline revision.
    "guideline": ("guideline", WHOLE_OR_NOTHING),
    "group": (_of_team("group__number"), WHOLE_OR_NOTHING),
    "team": (_of_team("name"), TEXT),
    "arm": (_of_team("arm"), TEXT),
    "retention": (_of_team("retention"), REAL),
    "perturbation": (_of_team("perturbation"), REAL),
}
# The text and proposals the annotator saw: clinical and large.
SEEN: Columns = {
    "text": ("task__input__text", TEXT),
    "shown": ("task__shown_units", ANY),
}
UNITS: Columns = {
    "answer_id": ("answer", TEXT),
    "input": ("answer__task__input", WHOLE),
    "annotator": ("answer__task__annotator", WHOLE),
    "start": ("start", WHOLE),
    "end": ("end", WHOLE),
    "label": ("category__label", TEXT),
}


def answers(
    contest: Contest,
    *columns: str,
    tasks: Collection[int] | None = None,
    all_versions: bool = False,
) -> pd.DataFrame:
    """Return one row per answer with these columns, by default ANSWERS (no texts)."""
    found = Answer.objects.filter(**_chosen("", contest, tasks, all_versions))
    ordered = found.order_by("task__input", "task__annotator__alias", "task__annotator", "version")
    known = {**ANSWERS, **SEEN}
    return read_frame(ordered, {name: known[name] for name in columns or ANSWERS})


def units(
    contest: Contest, *, tasks: Collection[int] | None = None, all_versions: bool = False
) -> pd.DataFrame:
    """Return one row per unit of these answers, with the columns UNITS."""
    found = Unit.objects.filter(**_chosen("answer__", contest, tasks, all_versions))
    return read_frame(found.order_by("answer", "start"), UNITS)


def _chosen(
    prefix: str, contest: Contest, tasks: Collection[int] | None, all_versions: bool
) -> dict[str, Any]:
    of_contest = {"task__input__contest": contest} if tasks is None else {"task__in": tasks}
    chosen = of_contest | ({} if all_versions else {"is_live": True})
    return {f"{prefix}{field}": value for field, value in chosen.items()}
