"""What pages about evaluations share: addresses, errors in their texts, the files."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import starmap

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.proposals.domain.proposer import Reasoned
from detection.evaluation import FIGURES, Average, Score, as_members, figures_of
from detection.intervals import as_members as interval_members
from gold.evaluations.domain import EXACT, LEVELS, Confirmed, Tally
from gold.evaluations.models import EvaluationError
from gold.evaluations.selectors import (
    ContestPlace,
    GoldSet,
    ReleaseGold,
    contest_places,
    input_id_of,
)
from gold.evaluations.services import note_reading
from gold.releases.selectors import TEXTS_PER_PAGE
from web.streaming import attachment, table

ERRORS_PER_PAGE = 20


def address_of(gold: GoldSet, name: str, *ids: int) -> str:
    """Return the address of a page about a gold set: contests and releases have the same pages."""
    space = "gold" if isinstance(gold, ReleaseGold) else "contests"
    return reverse(f"{space}:{name}", args=[gold.owner.pk, *ids])


def level_in(request: SignedInRequest) -> str:
    """Return whether exact spans or tokens are asked for."""
    wanted = request.GET.get("level", EXACT)
    return wanted if wanted in LEVELS else EXACT


@dataclass(frozen=True)
class Surroundings:
    """The text that an error stands in, and the pages that know more of it: words and addresses."""

    text: str
    language: str
    links: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class ErrorRow:
    """An error in its text, drawn once with the gold and once with what was found."""

    error: EvaluationError
    around: Surroundings
    gold: Sequence[Reasoned]
    found: Sequence[Reasoned]
    # What tells it from others on the page.
    number: int

    @property
    def gold_name(self) -> str:
        return f"gold-{self.number}"

    @property
    def found_name(self) -> str:
        return f"found-{self.number}"


def error_row(number: int, error: EvaluationError, around: Surroundings) -> ErrorRow:
    """Return an error as a page draws it."""
    gold, found = [], []
    if error.gold_start is not None and error.gold_end is not None:
        right = Reasoned(error.gold_start, error.gold_end, error.gold_label, origin=_("Gold"))
        gold.append(right)
    if error.found_start is not None and error.found_end is not None:
        trigger = None
        if error.trigger_start is not None and error.trigger_end is not None:
            trigger = (error.trigger_start, error.trigger_end)
        found.append(
            Reasoned(
                error.found_start,
                error.found_end,
                error.found_label,
                error.rule,
                trigger,
                detector=error.detector,
                score=error.score,
            )
        )
    return ErrorRow(error, around, gold, found, number)


def error_rows(
    request: SignedInRequest, gold: GoldSet, errors: Iterable[EvaluationError]
) -> list[ErrorRow]:
    """Return errors in their texts with where these stand, and write down whose texts were read."""
    shown = list(errors)
    places = contest_places(shown, request.user)
    note_reading(gold=gold, errors=shown, actor=actor_of(request))
    return [
        error_row(number, error, _around(error, places.get(input_id_of(error))))
        for number, error in enumerate(shown)
    ]


def _around(error: EvaluationError, place: ContestPlace | None) -> Surroundings:
    item = error.item
    links = []
    if error.release_input is not None:
        position, release_id = error.release_input.position, error.release_input.release_id
        page = (position - 1) // TEXTS_PER_PAGE + 1
        there = f"{reverse('gold:release', args=[release_id])}?page={page}#text-{position}"
        links.append((_("Text %(number)s") % {"number": position}, there))
    if place is not None and place.has_result:
        extent = f"{error.gold_start}-{error.gold_end}"
        at = f"?at={extent}" if error.gold_start is not None else ""
        review = reverse("agreement:review_item", args=[place.contest_id, place.input_id])
        links.append((_("Its review"), f"{review}{at}"))
    elif place is not None:
        inputs = reverse("contests:find_input", args=[place.contest_id, place.input_id])
        links.append((_("Its input"), inputs))
    return Surroundings(item.text, item.contest.language, links)


def figures_file(tally: Tally, form: str, **more: object) -> HttpResponse:
    """Send the figures as CSV or as JSON like `manage.py evaluate`; `more` stands in JSON alone."""
    exact, tokens = tally.exact_scores, tally.token_scores
    if form == "json":
        members = as_members(exact, tokens, tally.confusion)
        members |= interval_members(tally.estimates, tally.texts) | more
        content = json.dumps(members, ensure_ascii=False, indent=2)
        return attachment(content, content_type="application/json", name="evaluation.json")
    rows: list[tuple[str, Score | Average, Score | Average]] = [
        (label, exact.labels.get(label, Score()), tokens.labels.get(label, Score()))
        for label in sorted(exact.labels.keys() | tokens.labels.keys())
    ]
    rows += [(name, score, tokens.averages[name]) for name, score in exact.averages.items()]
    names = [f"{way}_{figure}" for way in ("exact", "token") for figure in FIGURES]
    return table(["label", *names], starmap(_csv_row, rows), name="evaluation.csv")


def _csv_row(name: str, *scores: Score | Average) -> list[object]:
    return [name, *(round(each, 6) for score in scores for each in figures_of(score).values())]


def confirmed_members(confirmed: Confirmed | None) -> dict[str, object] | None:
    """Return as JSON the recall on what people confirmed who saw no proposals; None where not recorded."""
    if confirmed is None or (confirmed.unrecorded and not confirmed.texts):
        return None
    scores = {level: confirmed.score(level) for level in LEVELS}
    return {"texts": confirmed.texts} | {
        level: {"support": score.support, "recall": score.recall if score.support else None}
        for level, score in scores.items()
    }
