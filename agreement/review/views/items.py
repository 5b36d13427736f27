"""One input in review: look at it, decide about a place, leave it, answer who objects."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import Guard
from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.disputes.errors import WordsMissing
from agreement.disputes.models import Dispute
from agreement.disputes.page import answer_dispute
from agreement.disputes.selectors import disputes_in, refused_by
from agreement.references.domain.corrections import PlaceCorrection, check_correction
from agreement.references.errors import CorrectionRefused
from agreement.references.models import Correction
from agreement.references.services import Place
from agreement.review.forms import DecisionForm, choices_of, initial_of
from agreement.review.selectors import queue as review
from agreement.review.selectors.items import (
    Item,
    ScoreChange,
    current_result,
    history_at,
    is_open,
    item_of,
    preview,
    standing_at,
    threads_at,
)
from agreement.review.selectors.queue import identical_places
from agreement.review.services import Saved, decide, leave
from agreement.review.views.queue import go_on, query_of, undo_key, wanted_of
from agreement.runs.models import AlignedPlace
from agreement.runs.tasks import ask_after_correction
from contests.categories.selectors import categories_by_label
from contests.contest.access import for_managers, managed_contest
from contests.contest.domain import SCORE
from contests.contest.models import Contest
from contests.guidelines.selectors import latest_revision
from text.spans import Extent
from web.errors import attempt, explain

NEW = "new"


@dataclass(frozen=True)
class Opened:
    """An input that a manager has opened: at which place, and where in the queue."""

    contest: Contest
    wanted: review.Wanted
    item: Item
    # What stands at the place now; the next version belongs to it.
    standing: Correction | None

    @property
    def at(self) -> str:
        focus = self.item.focus
        return f"{focus.start}-{focus.end}" if focus else NEW

    @property
    def anchor(self) -> Extent | None:
        if self.standing is not None:
            return self.standing.anchor
        return self.item.anchor

    def place(self, form: DecisionForm) -> Place:
        """Return what a valid form decides about this place."""
        thread = self.standing.thread if self.standing else None
        return Place(self.item.input.pk, form.correction, thread)

    @property
    def position(self) -> int | None:
        """Where the place in focus stands among all of them."""
        focus = self.item.focus
        return self.item.places.index(focus) if focus else None

    @property
    def item_url(self) -> str:
        return self.url()

    @property
    def identical_url(self) -> str:
        return self.url("review_identical")

    def url(self, name: str = "review_item", *, at: str | None = None) -> str:
        path = reverse(f"agreement:{name}", args=[self.contest.pk, self.item.input.pk])
        return f"{path}?{query_of(self.wanted, at=at or self.at)}"


@dataclass(frozen=True)
class Effects:
    """What saving a decision would do: whose scores change, and how objections are answered."""

    changes: list[ScoreChange]
    accepts: int = 0
    refuses: int = 0


def open_item(request: SignedInRequest, contest_id: int, input_id: int) -> Opened:
    """Return the input that a request is about, at the place it names."""
    contest = managed_contest(request, contest_id)
    result = get_object_or_404(current_result(contest, input_id))
    at = request.GET.get("at", "")
    item = item_of(result, at=_extent(at), is_new=at == NEW)
    standing = standing_at(item.focus) if item.focus else None
    return Opened(contest, wanted_of(request, contest), item, standing)


for_item_managers = Guard(open_item, "contest_id", "input_id")


def _extent(at: str) -> Extent | None:
    start, dash, end = at.partition("-")
    # Nine digits hold every place of a text.
    if not dash or not all(part.isdecimal() and len(part) < 10 for part in (start, end)):
        return None
    return int(start), int(end)


@for_item_managers("GET", "POST")
def item(request: SignedInRequest, opened: Opened) -> HttpResponse:
    """Show an input at one of its places, or decide about it and go on."""
    if request.method != "POST":
        form = DecisionForm(
            initial=initial_of(opened.item, opened.standing),
            contest=opened.contest,
            anchor=opened.anchor,
        )
        return show(request, opened, form)
    form = DecisionForm(request.POST, contest=opened.contest, anchor=opened.anchor)
    if not form.is_valid():
        return show(request, opened, form)
    if "preview" in request.POST or not check_refusal(opened, form):
        return show(request, opened, form, effects=effects_of(opened, form))
    if not save(request, opened, form, [opened.place(form)]):
        return show(request, opened, form)
    messages.success(request, _("Saved."))
    return move_on(request, opened)


def show(
    request: SignedInRequest,
    opened: Opened,
    form: DecisionForm,
    *,
    effects: Effects | None = None,
) -> HttpResponse:
    """Show the input; reading it is noted."""
    found, contest = opened.item, opened.contest
    if request.method != "POST":
        record(actor_of(request), READ, "input", found.input.pk, contest_id=contest.pk)
    focus, threads = found.focus, threads_at(found)
    context = {
        "contest": contest,
        "opened": opened,
        "item": found,
        "form": form,
        "choices": choices_of(contest, found, opened.standing, form),
        "history": history_at(focus) if focus else [],
        "threads": threads,
        "has_open_thread": any(one.is_open for one in threads),
        "identical": len(identical_places(focus)) if focus else 0,
        "effects": effects,
        "query": query_of(opened.wanted),
        "guidelines": latest_revision(contest),
        "categories": categories_by_label(contest),
        "undo": request.session.get(undo_key(contest)),
        "may_write": contest.permits(SCORE),
    }
    return render(request, "agreement/review/item.html", context)


def effects_of(opened: Opened, form: DecisionForm) -> Effects | None:
    """Return what a valid form would change; None where it could not be saved."""
    correction = form.correction
    try:
        check_correction(correction, text_length=len(opened.item.input.text))
    except CorrectionRefused as refusal:
        form.add_error(None, explain(refusal))
        return None
    replacing = [opened.standing.pk] if opened.standing else []
    changes = preview(opened.contest, [(opened.item.input.pk, correction)], replacing=replacing)
    return Effects(changes, *_answers(opened, correction))


def _answers(opened: Opened, correction: PlaceCorrection) -> tuple[int, int]:
    """Return how many objections a decision accepts and refuses."""
    disputes = open_threads(opened)
    refused = len(refused_by(disputes, correction))
    return len(disputes) - refused, refused


def open_threads(opened: Opened) -> list[Dispute]:
    return [one for one in threads_at(opened.item) if one.is_open]


def check_refusal(opened: Opened, form: DecisionForm) -> bool:
    """Return whether a decision may be saved: who refuses an objection was told so, and says why."""
    if not refused_by(open_threads(opened), form.correction):
        return True
    if not form.cleaned_data["refuses"]:
        form.add_error(None, _("Not saved yet: this decision refuses the dispute. Confirm below."))
    if not form.cleaned_data["answer"].strip():
        form.add_error("answer", explain(WordsMissing()))
    return form.is_valid()


@for_item_managers("POST")
def effects(request: SignedInRequest, opened: Opened) -> HttpResponse:
    """Return what would change, as a part of the page."""
    form = DecisionForm(request.POST, contest=opened.contest, anchor=opened.anchor)
    found = effects_of(opened, form) if form.is_valid() else None
    return render(request, "agreement/review/_effects.html", {"form": form, "effects": found})


def save(request: SignedInRequest, opened: Opened, form: DecisionForm, places: list[Place]) -> bool:
    """Store a decision with all that follows from it; say why where it is refused."""
    contest, actor = opened.contest, actor_of(request)
    with attempt(form):
        saved = decide(
            contest=contest,
            places=places,
            manager=request.user,
            actor=actor,
            disputes=open_threads(opened),
            answer=form.cleaned_data["answer"],
        )
        if opened.wanted.kind in (review.FLAGGED, review.LOW_GAMMA):
            leave(contest=contest, item=opened.item.input, manager=request.user, actor=actor)
        last = {"batch": str(saved.batch), "input": opened.item.input.pk, "at": opened.at}
        request.session[undo_key(contest)] = last | {"count": len(places)}
        _tell_answers(request, saved)
        ask_after_correction(request, contest)
        return True
    return False


def _tell_answers(request: SignedInRequest, saved: Saved) -> None:
    if saved.refused:
        words = ngettext("%(count)d dispute refused.", "%(count)d disputes refused.", saved.refused)
        messages.success(request, words % {"count": saved.refused})
    if saved.accepted:
        words = ngettext(
            "%(count)d dispute accepted.", "%(count)d disputes accepted.", saved.accepted
        )
        messages.success(request, words % {"count": saved.accepted})


def move_on(request: SignedInRequest, opened: Opened) -> HttpResponseRedirect:
    """Go to the next open place of the same input, else to the next input."""
    found = item_of(opened.item.result, at=None)
    if found.focus is not None and is_open(found.focus):
        at = f"{found.focus.start}-{found.focus.end}"
        return redirect(opened.url(at=at))
    return go_on(request, opened.contest, opened.wanted, after=opened.item.input.pk)


@for_managers("GET", "POST")
def skip(request: SignedInRequest, contest: Contest, input_id: int) -> HttpResponse:
    """Go on without deciding anything; what is skipped stays in the queue."""
    return go_on(request, contest, wanted_of(request, contest), after=input_id)


@for_item_managers("POST")
def leave_as_it_is(request: SignedInRequest, opened: Opened) -> HttpResponse:
    """Note that the input was looked at, and go on."""
    with attempt(request):
        leave(
            contest=opened.contest,
            item=opened.item.input,
            manager=request.user,
            actor=actor_of(request),
        )
        messages.success(request, _("Left as it is until the next answer to this input."))
    return go_on(request, opened.contest, opened.wanted, after=opened.item.input.pk)


@for_item_managers("POST")
def answer(request: SignedInRequest, opened: Opened, dispute_id: int) -> HttpResponse:
    """Write to someone who objects, or refuse the objection with these words."""
    dispute = get_object_or_404(disputes_in(opened.contest), pk=dispute_id, input=opened.item.input)
    is_refused = answer_dispute(request, dispute)
    return move_on(request, opened) if is_refused else redirect(opened.url())


# More changes of scores than this are counted, not listed.
MOST_PREVIEWED = 60


@dataclass(frozen=True)
class Same:
    """A place like the one that is decided, with what it would become."""

    place: AlignedPlace
    before: str
    words: str
    after: str


@for_item_managers("POST")
def identical(request: SignedInRequest, opened: Opened) -> HttpResponse:
    """List the places to which a decision would apply as well; then apply it to those chosen."""
    form = DecisionForm(request.POST, contest=opened.contest, anchor=opened.anchor)
    if opened.item.focus is None:
        return redirect(opened.url())
    if not form.is_valid():
        return show(request, opened, form)
    if not check_refusal(opened, form):
        return show(request, opened, form, effects=effects_of(opened, form))
    others = identical_places(opened.item.focus)
    if "apply" not in request.POST:
        return _list(request, opened, form, others)
    chosen = set(request.POST.getlist("place"))
    taken = [other for other in others if str(other.pk) in chosen]
    places = [opened.place(form), *(_place(other, opened, form.correction) for other in taken)]
    if not save(request, opened, form, places):
        return show(request, opened, form)
    count = len(places)
    words = ngettext(
        "Decision applied to %(count)d place.", "Decision applied to %(count)d places.", count
    )
    messages.success(request, words % {"count": count})
    return move_on(request, opened)


def _place(other: AlignedPlace, opened: Opened, correction: PlaceCorrection) -> Place:
    """Return the same correction for another place: as far from its beginning."""
    focus = opened.item.focus
    moved = other.start - focus.start if focus else 0
    segment = correction.segment and (correction.segment[0] + moved, correction.segment[1] + moved)
    thread = other.correction.thread if other.correction else None
    return Place(
        other.result.input_id, replace(correction, anchor=other.extent, segment=segment), thread
    )


def _list(
    request: SignedInRequest, opened: Opened, form: DecisionForm, others: Sequence[AlignedPlace]
) -> HttpResponse:
    contest = opened.contest
    inputs = [other.result.input_id for other in others]
    record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=inputs)
    corrections = [
        (place.input_id, place.correction)
        for place in [opened.place(form), *(_place(one, opened, form.correction) for one in others)]
    ]
    context = {
        "contest": contest,
        "opened": opened,
        "form": form,
        "correction": form.correction,
        "words": opened.item.input.text[slice(*form.correction.segment)]
        if form.correction.segment
        else "",
        "same": [_same(other) for other in others],
        "effects": Effects(
            preview(contest, corrections[:MOST_PREVIEWED]), *_answers(opened, form.correction)
        ),
        "is_partial": len(corrections) > MOST_PREVIEWED,
    }
    return render(request, "agreement/review/identical.html", context)


def _same(other: AlignedPlace) -> Same:
    text = other.result.input.text
    start, end = other.start, other.end
    return Same(other, text[:start], text[start:end], text[end:])
