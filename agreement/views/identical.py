"""Deciding at once about all places with the same words and the same votes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from agreement.domain.correction_files import Wish
from agreement.forms import DecisionForm
from agreement.models import AlignedPlace
from agreement.selectors.corrections import preview
from agreement.selectors.identical import identical_places
from agreement.services.corrections import Place
from agreement.views.items import Opened, move_on, open_item, save, show

# More changes of scores than this are counted, not listed.
MOST_PREVIEWED = 60


@dataclass(frozen=True)
class Same:
    """A place like the one that is decided, with what it would become."""

    place: AlignedPlace
    before: str
    words: str
    after: str


@login_required
@require_POST
def identical(request: SignedInRequest, contest_id: int, input_id: int) -> HttpResponse:
    """List the places to which a decision would apply as well; then apply it to those chosen."""
    opened = open_item(request, contest_id, input_id)
    form = DecisionForm(request.POST, contest=opened.contest, anchor=opened.anchor)
    if opened.item.focus is None:
        return redirect(opened.url())
    if not form.is_valid():
        return show(request, opened, form)
    others = identical_places(opened.item.focus)
    if "apply" not in request.POST:
        return _list(request, opened, form, others)
    chosen = set(request.POST.getlist("place"))
    taken = [other for other in others if str(other.pk) in chosen]
    places = [opened.place(form), *(_place(other, opened, form.wish) for other in taken)]
    if not save(request, opened, form, places):
        return show(request, opened, form)
    count = len(places)
    words = ngettext("%(count)d place is decided.", "%(count)d places are decided.", count)
    messages.success(request, words % {"count": count})
    return move_on(request, opened)


def _place(other: AlignedPlace, opened: Opened, wish: Wish) -> Place:
    """Return the same wish for another place: as far from its beginning."""
    focus = opened.item.focus
    moved = other.start - focus.start if focus else 0
    segment = wish.segment and (wish.segment[0] + moved, wish.segment[1] + moved)
    anchor = (other.start, other.end)
    thread = other.correction.thread if other.correction else None
    return Place(other.result.input_id, replace(wish, anchor=anchor, segment=segment), thread)


def _list(
    request: SignedInRequest,
    opened: Opened,
    form: DecisionForm,
    others: Sequence[AlignedPlace],
) -> HttpResponse:
    contest = opened.contest
    inputs = [other.result.input_id for other in others]
    read = AuditEvent.Action.READ
    record(actor_of(request), read, "input", contest_id=contest.pk, inputs=inputs)
    wishes = [
        (place.input_id, place.wish)
        for place in [opened.place(form), *(_place(one, opened, form.wish) for one in others)]
    ]
    context = {
        "contest": contest,
        "opened": opened,
        "form": form,
        "wish": form.wish,
        "words": opened.item.input.text[slice(*form.wish.segment)] if form.wish.segment else "",
        "same": [_same(other) for other in others],
        "changes": preview(contest, wishes[:MOST_PREVIEWED]),
        "is_partial": len(wishes) > MOST_PREVIEWED,
    }
    return render(request, "agreement/identical.html", context)


def _same(other: AlignedPlace) -> Same:
    text = other.result.input.text
    start, end = other.start, other.end
    return Same(other, text[:start], text[start:end], text[end:])
