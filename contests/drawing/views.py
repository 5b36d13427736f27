"""The page of a contest's inputs: listing, drawing and removing them."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from contests.annotating.selectors import ShownInput, shown_inputs
from contests.categories.selectors import categories_by_label
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.drawing import selectors
from contests.drawing.domain import Survey
from contests.drawing.forms import DrawForm, MatchForm
from contests.drawing.services import drawing as sampling
from contests.drawing.services.imported import settle
from contests.inputs.models import ContestInput
from contests.inputs.selectors import latest_drawing
from corpus.documents.models import Corpus
from jobs.tasks import enqueue
from web.errors import attempt

PAGE_SIZE = 20


@for_managers("GET", "POST")
def inputs(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the inputs, and start a draw."""
    form = DrawForm(request.POST or None, contest=contest, user=request.user)
    summary = None
    if request.method == "POST":
        summary = _summarise(request, contest, form)
        if summary is not None and _draw(request, contest, form, summary):
            return redirect("contests:inputs", contest.pk)
    page = Paginator(contest.inputs.order_by("pk"), PAGE_SIZE).get_page(request.GET.get("page"))
    job = latest_drawing(contest)
    context = {
        "contest": contest,
        "form": form,
        "summary": summary,
        "may_change": sampling.may_change_inputs(contest),
        "has_corpus": Corpus.objects.visible_to(request.user).exists(),
        "job": job,
        "overview": selectors.overview(contest),
        "categories": categories_by_label(contest),
        "page": page,
        "shown": _read(request, contest, page),
    }
    return render(request, "contests/drawing/inputs.html", context)


def _read(request: SignedInRequest, contest: Contest, page: Page[ContestInput]) -> list[ShownInput]:
    """Return the texts of this page and record the access."""
    shown = list(page.object_list)
    if shown:
        ids = [item.pk for item in shown]
        record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=ids)
    return shown_inputs(contest, shown)


@dataclass(frozen=True)
class Summary:
    """The preview of a draw: its survey and the questions about imported annotations."""

    corpus: Corpus
    survey: Survey
    types: list[tuple[str, int, int, bool]]
    match: MatchForm
    imported: selectors.Imported

    @property
    def size(self) -> int:
        return sum(self.survey.drawn.values())

    @property
    def available(self) -> int:
        return sum(self.survey.available.values())


def _summarise(request: SignedInRequest, contest: Contest, form: DrawForm) -> Summary | None:
    """Return the preview of the form's draw, or None if the form is invalid."""
    if not form.is_valid():
        return None
    corpus, criteria = form.cleaned_data["corpus"], form.criteria
    survey = selectors.survey_corpus(contest, corpus, criteria)
    imported = selectors.imported_annotations(corpus)
    kinds = sorted(corpus.documents.taken().values_list("document_type", flat=True).distinct())
    return Summary(
        corpus=corpus,
        survey=survey,
        types=[
            (
                kind,
                survey.available.get(kind, 0),
                survey.drawn.get(kind, 0),
                criteria.types is None or kind in criteria.types,
            )
            for kind in kinds
        ],
        match=MatchForm(
            request.POST or None,
            # Keep the choices while other fields change.
            initial=request.GET.dict(),
            contest=contest,
            imported=imported,
        ),
        imported=imported,
    )


def _draw(request: SignedInRequest, contest: Contest, form: DrawForm, summary: Summary) -> bool:
    """Start the draw or show an error; return whether it was started."""
    if not summary.match.is_valid():
        messages.error(request, _("Choose below what to do with the annotations."))
        return False
    actor = actor_of(request)
    match = summary.match
    with attempt(request), transaction.atomic():
        decisions = settle(contest=contest, labels=match.labels, people=match.people, actor=actor)
        job = sampling.start_drawing(
            contest=contest,
            corpus=summary.corpus,
            criteria=form.criteria,
            seed=form.cleaned_data["seed"],
            decisions=decisions,
            actor=actor,
        )
        enqueue(job)
        return True
    return False


@for_managers("GET")
def inputs_summary(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return the preview for the current values of the form."""
    form = DrawForm(request.GET, contest=contest, user=request.user)
    summary = _summarise(request, contest, form)
    context = {"contest": contest, "form": form, "summary": summary}
    return render(request, "contests/drawing/_summary.html", context)


@for_managers("POST")
def remove_inputs(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Start the removal of all inputs."""
    with attempt(request):
        enqueue(sampling.start_removing(contest=contest, actor=actor_of(request)))
    return redirect("contests:inputs", contest.pk)


@for_managers("GET")
def find_input(request: SignedInRequest, contest: Contest, input_id: int) -> HttpResponse:
    """Redirect to the page that lists this input."""
    get_object_or_404(contest.inputs, pk=input_id)
    before = contest.inputs.filter(pk__lt=input_id).count()
    page = reverse("contests:inputs", args=[contest.pk])
    return redirect(f"{page}?page={before // PAGE_SIZE + 1}#input-{input_id}")
