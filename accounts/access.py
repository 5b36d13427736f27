"""Decorators that restrict every view to permitted people and HTTP methods."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import User
from accounts.roles import SignedInRequest
from web.confirm import Question, ask, is_confirmed


def ask_about_unproven(request: HttpRequest, person: User, *, back: str) -> HttpResponse | None:
    """Return a confirmation page if the e-mail address is unconfirmed, otherwise None."""
    if person.email_confirmed_at is not None or is_confirmed(request):
        return None
    question = Question(
        title=_("Does this account belong to %(person)s?") % {"person": person.email},
        words=_(
            "The address %(email)s is not confirmed, because this platform has no mail server. Anyone may have created this account. Continue only if the person has told you that it is theirs."
        )
        % {"email": person.email},
        yes=_("Give access"),
        back=back,
    )
    return ask(request, question)


Found = TypeVar("Found")
View = Callable[..., HttpResponseBase]


def for_signed_in(*methods: str) -> Callable[[View], View]:
    """Require a signed-in person and one of these methods; GET allows HEAD as well."""
    allowed = [each for method in methods for each in _with_head(method)]

    def protect(view: View) -> View:
        signed_in = login_required(require_http_methods(allowed)(view))

        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            # A partial page requested after sign-out reloads the whole page. A POST does not:
            # its data would be lost.
            is_part = request.method == "GET" and "HX-Request" in request.headers
            if is_part and not request.user.is_authenticated:
                return HttpResponseClientRefresh()
            return signed_in(request, *args, **kwargs)

        return answer

    return protect


def _with_head(method: str) -> tuple[str, ...]:
    return ("GET", "HEAD") if method == "GET" else (method,)


class Guard(Generic[Found]):
    """A decorator that passes a view the object named in its URL, if this person may see it.

    `find` takes the request and the URL's `keys`, and raises Http404 for strangers; the view
    receives the found object instead of the keys. Call it with the methods that the view allows:

        for_managers = Guard(managed_contest, "contest_id")

        @for_managers("GET", "POST")
        def people(request: SignedInRequest, contest: Contest) -> HttpResponse: ...
    """

    def __init__(self, find: Callable[..., Found], *keys: str) -> None:
        self.find, self.keys = find, keys

    def __call__(
        self, *methods: str
    ) -> Callable[[Callable[Concatenate[SignedInRequest, Found, ...], HttpResponseBase]], View]:
        def protect(
            view: Callable[Concatenate[SignedInRequest, Found, ...], HttpResponseBase],
        ) -> View:
            @for_signed_in(*methods)
            @wraps(view)
            def answer(request: SignedInRequest, **given: Any) -> HttpResponseBase:
                found = self.find(request, *(given.pop(key) for key in self.keys))
                return view(request, found, **given)

            # Read by the test that looks for views without a guard.
            answer.__dict__["guard"] = self
            return answer

        return protect
