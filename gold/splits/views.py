"""Pages about splits: asking for one, and its report."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import Guard
from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from gold.releases.access import for_release_readers, frozen_release
from gold.releases.models import Release
from gold.releases.selectors import categories_of
from gold.splits import services as splitting
from gold.splits.domain.samples import TEST_RANDOM
from gold.splits.forms import SplitForm
from gold.splits.models import Split
from gold.splits.selectors import NOTES, refusal_of
from jobs.selectors import job_of
from jobs.tasks import enqueue
from web.charts import Series, chart_response, logarithmic
from web.errors import attempt, explain
from web.forms import number_in


@for_release_readers("GET", "POST")
def splits(request: SignedInRequest, release: Release) -> HttpResponse:
    """Show the splits of a release, and ask for another."""
    form = SplitForm(request.POST or None, initial=_like(release, request.GET.get("like", "")))
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            made, job = splitting.start_splitting(
                release=release,
                options=form.options,
                name=form.cleaned_data["name"],
                actor=actor_of(request),
            )
            enqueue(job)
            return redirect("gold:split", release.pk, made.pk)
    rows = release.splits.select_related("created_by")[:50]
    return render(
        request, "gold/splits/splits.html", {"release": release, "form": form, "rows": rows}
    )


def _like(release: Release, number: str) -> dict[str, Any]:
    """Return what to begin the form with: the options of another split, and a second test part."""
    found = release.splits.filter(number=number_in(number) or 0).first()
    if found is None:
        return {}
    shares = zip(("train", "validation", "test"), found.options["ratios"], strict=True)
    return {**found.options, **dict(shares), "second_test": True}


def _split(request: SignedInRequest, release_id: int, split_id: int) -> Split:
    release = frozen_release(request, release_id)
    return get_object_or_404(release.splits.select_related("release", "created_by"), pk=split_id)


for_split_readers = Guard(_split, "release_id", "split_id")


@for_split_readers("GET")
def split(request: SignedInRequest, found: Split) -> HttpResponse:
    """Show the report of a split, as a page or as JSON."""
    context: dict[str, Any] = {"release": found.release, "split": found}
    if found.finished_at is None:
        refused = refusal_of(found)
        context |= {"job": job_of(found), "refusal": explain(refused) if refused else ""}
    elif request.GET.get("format") == "json":
        return JsonResponse(found.report, json_dumps_params={"ensure_ascii": False, "indent": 2})
    else:
        context |= {
            "rows": [
                _row(each, list(found.chart["panels"])) for each in found.report["categories"]
            ],
            "categories": categories_of(found.release),
            "planned": list(found.chart["panels"]),
            "offers_second": "easier_test" in found.report["notes"]
            and TEST_RANDOM not in found.parts,
            "notes": [NOTES[note] for note in found.report["notes"] if note in NOTES],
        }
    return render(request, "gold/splits/split.html", context)


def _row(category: dict[str, Any], parts: list[str]) -> dict[str, Any]:
    """Return a line of the table, with target and number in each part."""
    target = category["target"] or {}
    cells = [(target.get(part), category["got"][part]) for part in parts]
    return category | {"cells": cells}


@for_split_readers("GET")
def chart(request: SignedInRequest, found: Split, part: str) -> HttpResponse:
    """Return the examples of each category in a part, like a panel of the thesis's figure 5.2."""
    panels = found.chart.get("panels", {})
    if part not in panels:
        raise Http404
    names, panel = found.chart["categories"], panels[part]
    every = [each["target"] + each["got"] for each in panels.values()]
    series = [
        Series(_("target"), names, panel["target"], mode="lines"),
        Series(_("got"), names, panel["got"], mode="markers"),
    ]
    # All parts on the same axis.
    values = [value for row in every for value in row if value]
    drawn = logarithmic(series, x=_("category"), y=_("examples"), values=values)
    return chart_response(request, drawn, name=part)
