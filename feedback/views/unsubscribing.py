"""Ending reports by mail through the link in each of them, without signing in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from contests.models import Membership
from feedback.selectors.unread import wants_reports
from feedback.services import reading
from feedback.services.unsubscribing import member_of


# Mail programs post here by themselves (RFC 8058), without a cookie. Opening the link changes
# nothing: programs that look for viruses open every link of a mail.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask by one button, and end the mails; or let them come again."""
    member = _member(token)
    if request.method == "POST":
        wants = request.POST.get("again") == "yes"
        reading.choose_mail(member=member, wants_reports=wants)
    context = {"wants": wants_reports(member), "is_done": request.method == "POST"}
    # In the language of the mail, whoever's browser this is.
    with override(member.user.language):
        return render(request, "feedback/unsubscribe.html", context)


def _member(token: str) -> Membership:
    member = member_of(token)
    if member is None:
        raise Http404
    return member
