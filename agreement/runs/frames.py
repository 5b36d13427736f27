"""What the latest run says of the annotators, place by place and answer by answer, as tables of pandas."""

import pandas as pd
from django.db.models.functions import Coalesce

from agreement.runs.models import Contribution, Judgement
from contests.contest.models import Contest
from web.frames import (
    MOMENT,
    TEXT,
    WHOLE,
    WHOLE_OR_NOTHING,
    YES,
    YES_OR_NOTHING,
    Columns,
    read_frame,
)

JUDGEMENTS: Columns = {
    "input": ("place__result__input", WHOLE),
    "place": ("place__position", WHOLE),
    "annotator": ("annotator", WHOLE),
    "team": (Coalesce("answer__task__team__name", "annotator__team__name"), TEXT),
    # Nothing where the annotator marked nothing there.
    "start": ("start", WHOLE_OR_NOTHING),
    "end": ("end", WHOLE_OR_NOTHING),
    "label": ("category__label", TEXT),
    # Nothing where there is no reference.
    "segment_agrees": ("segment_agrees", YES_OR_NOTHING),
    "category_agrees": ("category_agrees", YES_OR_NOTHING),
    "reference_label": ("place__reference_category__label", TEXT),
    # What decided about the category: votes or correction; empty where there is no reference.
    "category_source": ("place__category_source", TEXT),
    # A correction that finds no alignment.
    "detached": ("place__is_detached", YES),
}
CONTRIBUTIONS: Columns = {
    "input": ("result__input", WHOLE),
    "annotator": ("annotator", WHOLE),
    "team": ("annotator__team__name", TEXT),
    "accepted": ("is_accepted", YES),
    "units": ("units", WHOLE),
    "answered_at": ("answer__answered_at", MOMENT),
    # Over all versions of the answer.
    "duration_ms": ("duration_ms", WHOLE_OR_NOTHING),
}


def judgements(contest: Contest, *columns: str) -> pd.DataFrame:
    """Return one row per annotator and place of an alignment, with JUDGEMENTS or only these columns."""
    found = Judgement.objects.filter(
        place__result__input__contest=contest, place__result__is_current=True
    )
    return read_frame(found, {name: JUDGEMENTS[name] for name in columns or JUDGEMENTS})


def contributions(contest: Contest) -> pd.DataFrame:
    """Return one row per answer that the latest run counts, with CONTRIBUTIONS."""
    found = Contribution.objects.filter(result__input__contest=contest, result__is_current=True)
    return read_frame(found, CONTRIBUTIONS)
