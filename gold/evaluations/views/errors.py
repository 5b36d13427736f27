"""What pages about evaluations share: an error in its text, which errors are asked for, the files."""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import StringIO

from django.http import HttpResponse
from django.utils.translation import gettext as _

from contests.proposals.domain.proposer import Reasoned
from contests.proposals.models import ErrorPlace
from detection.evaluation import Average, Score
from gold.evaluations.forms import ErrorsForm
from gold.evaluations.selectors import Report

ERRORS_PER_PAGE = 20
FIGURES = ("precision", "recall", "f1", "support")


@dataclass(frozen=True)
class Surroundings:
    """The text that an error stands in, and the pages that know more of it: words and addresses."""

    text: str
    language: str
    links: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class ErrorRow:
    """An error in its text, drawn once with the gold and once with what was found."""

    error: ErrorPlace
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


def error_row(number: int, error: ErrorPlace, around: Surroundings) -> ErrorRow:
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
            Reasoned(error.found_start, error.found_end, error.found_label, error.rule, trigger)
        )
    return ErrorRow(error, around, gold, found, number)


def chosen_in(choice: ErrorsForm) -> dict[str, str]:
    """Return which errors are asked for, as `narrowed` takes it."""
    given = choice.cleaned_data if choice.is_bound and choice.is_valid() else {}
    return {name: given.get(name, "") for name in choice.fields}


def as_file(found: Report, form: str, **more: object) -> HttpResponse:
    """Send the figures as CSV or JSON; `more` stands in JSON alone."""
    if form == "csv":
        response = HttpResponse(_as_csv(found), content_type="text/csv; charset=utf-8")
    else:
        members = json.dumps(_members(found) | more, ensure_ascii=False, indent=2)
        response = HttpResponse(members, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="evaluation.{form}"'
    return response


def _as_csv(found: Report) -> str:
    sheet = StringIO()
    writer = csv.writer(sheet)
    names = [f"{way}_{figure}" for way in ("exact", "token") for figure in FIGURES]
    writer.writerow(["label", *names])
    for row in (*found.labels, *found.averages):
        figures = [*_figures(row.exact).values(), *_figures(row.tokens).values()]
        writer.writerow([row.name, *(round(figure, 6) for figure in figures)])
    return sheet.getvalue()


def _members(found: Report) -> dict[str, object]:
    """Return what `manage.py evaluate --json` prints."""
    members: dict[str, object] = {
        way: {
            "labels": {row.name: _figures(getattr(row, way)) for row in found.labels},
            **{row.name: asdict(getattr(row, way)) for row in found.averages},
        }
        for way in ("exact", "tokens")
    }
    rows = [[cell.count for cell in cells] for _label, cells in found.matrix.rows]
    return members | {"confusion": {"labels": list(found.matrix.labels), "rows": rows}}


def _figures(score: Score | Average) -> dict[str, float]:
    return {name: getattr(score, name) for name in FIGURES}
