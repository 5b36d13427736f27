"""Pages about report e-mails for managers, and the unsubscribe page."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.runs.selectors import latest_run
from contests.contest.access import for_managers
from contests.contest.domain import MANAGE_PEOPLE
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.people.models import Membership
from feedback.mails import selectors
from feedback.mails import services as mailing
from feedback.mails.errors import NothingToReport
from feedback.mails.forms import MailSettingsForm, PreviewForm
from feedback.mails.models import FeedbackMail
from feedback.mails.services import links_for, member_of
from feedback.reports import services as reading
from feedback.reports.selectors import wants_reports
from jobs.tasks import enqueue
from web.confirm import Question, ask, is_confirmed
from web.errors import attempt, explain
from web.forms import number_in

PER_PAGE = 50


@for_managers("GET", "POST")
def mails(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show everyone's figures and e-mails; store the interval and content of the e-mails."""
    form = MailSettingsForm(request.POST or None, contest=contest)
    if request.method == "POST" and form.is_valid() and _store(request, contest, form):
        return redirect("feedback:mails", contest.pk)
    page = Paginator(selectors.mails_of(contest), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "contest": contest,
        "form": form,
        "may_change": contest.permits(MANAGE_PEOPLE),
        "run": latest_run(contest),
        "people": selectors.people_with_mails(contest),
        "page": page,
    }
    return render(request, "feedback/mails/mails.html", context)


def _store(request: SignedInRequest, contest: Contest, form: MailSettingsForm) -> bool:
    with attempt(form):
        change_settings(contest=contest, actor=actor_of(request), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return True
    return False


@for_managers("POST")
def send(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Send the latest report to everyone who has none yet, or to the chosen people."""
    chosen = map(number_in, request.POST.getlist("person"))
    only = [pk for pk in chosen if pk is not None]
    if not is_confirmed(request):
        return ask(request, _question(contest, only), contest=contest)
    with attempt(request):
        planned = mailing.plan_mails(
            contest=contest, actor=actor_of(request), asked_by=request.user, only=only or None
        )
        _send_planned(request, contest, planned)
    return redirect("feedback:mails", contest.pk)


def _send_planned(request: SignedInRequest, contest: Contest, planned: int) -> None:
    if not planned:
        messages.info(request, _("Everyone who receives reports already has the latest one."))
        return
    enqueue(mailing.create_mail_job(contest_id=contest.pk, created_by=request.user))
    words = ngettext(
        "%(count)d e-mail is being sent.", "%(count)d e-mails are being sent.", planned
    )
    messages.success(request, words % {"count": planned})


def _question(contest: Contest, only: list[int]) -> Question:
    return Question(
        title=_("Send the reports?"),
        words=(
            _("This person will receive their results of the latest run by e-mail.")
            if only
            else _(
                "Everyone in this contest will receive their results of the latest run by e-mail, "
                "except people who already have them or have opted out."
            )
        ),
        yes=_("Send"),
        back=reverse("feedback:mails", args=[contest.pk]),
        is_danger=False,
    )


@for_managers("POST")
def send_again(request: SignedInRequest, contest: Contest, mail_id: int) -> HttpResponse:
    """Send a failed or unsure e-mail again."""
    mail = get_object_or_404(selectors.mails_of(contest), pk=mail_id)
    if mail.state == FeedbackMail.State.UNSURE and not is_confirmed(request):
        question = Question(
            title=_("Send this e-mail again?"),
            words=_("The first e-mail may have arrived: %(person)s may get the report twice.")
            % {"person": mail.annotator},
            yes=_("Send again"),
            back=reverse("feedback:mails", args=[contest.pk]),
        )
        return ask(request, question, contest=contest)
    with attempt(request):
        mailing.send_again(mail=mail, actor=actor_of(request))
        enqueue(mailing.create_mail_job(contest_id=contest.pk, created_by=request.user))
        messages.success(request, _("The e-mail is being sent."))
    return redirect("feedback:mails", contest.pk)


@csp_update({"frame-src": [SELF]})
@for_managers("GET")
def preview(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the e-mail that one person would get now, in either language."""
    form = PreviewForm(request.GET or None, contest=contest)
    context: dict[str, object] = {"contest": contest, "form": form}
    member, language = form.chosen
    if member is not None:
        try:
            report = _write(request, member, language)
        except NothingToReport as error:
            context["refusal"] = explain(error)
        else:
            wants = not mailing.reason_to_skip(member)
            context |= {"report": report, "member": member, "language": language, "wants": wants}
    return render(request, "feedback/mails/preview.html", context)


# E-mails need inline styles; `preview` shows this page in a frame.
@csp_update({"style-src": [UNSAFE_INLINE]})
@csp_replace({"frame-ancestors": [SELF]})
@for_managers("GET")
@xframe_options_sameorigin
def preview_html(
    request: SignedInRequest, contest: Contest, member_id: int, language: str
) -> HttpResponse:
    """Show the HTML part of an e-mail alone."""
    members = contest.memberships.annotators().select_related("contest", "user", "team")
    member = get_object_or_404(members, pk=member_id)
    if language not in dict(settings.LANGUAGES):
        raise Http404
    try:
        return HttpResponse(_write(request, member, language).letter.html)
    except NothingToReport as error:
        raise Http404 from error


def _write(request: SignedInRequest, member: Membership, language: str) -> mailing.Report:
    report = mailing.write_report(member, links=links_for(member), language=language)
    record(
        actor_of(request),
        READ,
        "feedback",
        member.pk,
        contest_id=member.contest_id,
        inputs=list(report.inputs),
    )
    return report


# Mail programs post here without a cookie (RFC 8058). GET changes nothing, because virus scanners
# open every link of an e-mail.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button to unsubscribe or subscribe again, and store the choice."""
    member = _member(token)
    if request.method == "POST":
        wants = request.POST.get("again") == "yes"
        reading.choose_mail(member=member, wants_reports=wants)
    context = {"wants": wants_reports(member), "is_done": request.method == "POST"}
    # In the language of the e-mail, not of the browser.
    with override(member.user.language):
        return render(request, "feedback/mails/unsubscribe.html", context)


def _member(token: str) -> Membership:
    member = member_of(token)
    if member is None:
        raise Http404
    return member
