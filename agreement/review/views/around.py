"""The lines around an input, shown to a manager who asks for them."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.review.selectors.around import places_of_input, surroundings_of
from agreement.review.views.queue import query_of, wanted_of
from contests.contest.access import for_managers
from contests.contest.models import Contest


@for_managers("GET")
def around(request: SignedInRequest, contest: Contest, input_id: int) -> HttpResponse:
    """Show the lines around an input; that its documents were read is written down."""
    item = get_object_or_404(contest.inputs, pk=input_id)
    found = surroundings_of(item, reader=request.user)
    for one in found:
        details = {"corpus": one.document.corpus_id, "input": item.pk}
        record(
            actor_of(request), READ, "document", one.document.pk, contest_id=contest.pk, **details
        )
    context = {
        "contest": contest,
        "item": item,
        "found": found,
        "more": places_of_input(item).count() - len(found),
        "query": query_of(wanted_of(request, contest), at=request.GET.get("at", "")),
    }
    name = "_around" if "HX-Request" in request.headers else "around"
    return render(request, f"agreement/review/{name}.html", context)
