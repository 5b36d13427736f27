"""Which part of the queue a request means: in its address, but for the words looked for.

Those may be a patient's, so they stay in the session and out of addresses and logs.
"""

from urllib.parse import urlencode

from django.http import QueryDict

from accounts.requests import SignedInRequest
from agreement.forms import FilterForm
from agreement.selectors.review import IN_TEXT_ORDER, LOW, Wanted
from contests.models import Contest


def words_key(contest: Contest) -> str:
    return f"review-words-{contest.pk}"


def filter_form(request: SignedInRequest, contest: Contest) -> FilterForm:
    """Return the filters of a request, filled in."""
    given = QueryDict(mutable=True)
    given.update(request.GET)
    given.setlist("words", [request.session.get(words_key(contest), "")])
    given.setdefault("below", str(LOW))
    return FilterForm(given, contest=contest)


def wanted_of(request: SignedInRequest, contest: Contest) -> Wanted:
    """Return which part of the queue a request means."""
    return filter_form(request, contest).wanted


def query_of(wanted: Wanted, **more: object) -> str:
    """Return the address's part that means this, without the words."""
    given = {
        "kind": wanted.kind,
        "category": wanted.category,
        "team": wanted.team,
        "annotator": wanted.annotator,
        "below": "" if wanted.below == LOW else wanted.below,
        "order": "" if wanted.order == IN_TEXT_ORDER else wanted.order,
    } | more
    return urlencode({name: value for name, value in given.items() if value not in ("", None)})
