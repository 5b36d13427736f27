"""Members and invitations of a contest."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import Guard
from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.contest.access import for_managers, managed_contest
from contests.contest.domain import JOIN, MANAGE_PEOPLE
from contests.contest.models import Contest
from contests.people.forms import InvitationForm, JoinLinkForm, RefusalForm, RosterForm
from contests.people.models import Membership
from contests.people.selectors import RosterRow, check_roster, explain_row, members_of
from contests.people.services import joining as invitations
from contests.people.services.joining import create_link, invite_many, revoke_link, token_of
from contests.people.services.letters import renew_link, send_again
from contests.people.services.members import assign_team
from contests.people.services.members import refuse_alias as refuse
from jobs.tasks import enqueue
from web.confirm import Question, ask, is_confirmed
from web.errors import attempt
from web.forms import number_in
from web.mail import public_link, sends_mail


@for_managers("GET", "POST")
def people(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show members and invitations, and invite."""
    form = InvitationForm(request.POST or None)
    link = ""
    if request.method == "POST" and form.is_valid():
        link = _invite(request, contest, form)
    # The link is shown once: only its digest is stored.
    return show_people(request, contest, form=InvitationForm() if link else form, link=link)


def show_people(request: SignedInRequest, contest: Contest, **more: object) -> HttpResponse:
    """Show the page about members, with forms that were filled in wrongly."""
    join_link = contest.join_links.working().first()
    context = {
        "contest": contest,
        "form": InvitationForm(),
        "link_form": JoinLinkForm(),
        "members": members_of(contest),
        "teams": contest.teams.order_by("name"),
        "invitations": contest.invitations.filter(accepted_at=None, revoked_at=None),
        "join_link": join_link,
        "join_address": join_link and public_link(_address(token_of(join_link))),
        "sends_mail": sends_mail(),
        "may_invite": contest.permits(JOIN),
        "may_manage": contest.permits(MANAGE_PEOPLE),
    }
    return render(request, "contests/people/people.html", context | more)


def _address(token: str) -> str:
    return reverse("contests:join_by_link", args=[token])


def _invite(request: SignedInRequest, contest: Contest, form: InvitationForm) -> str:
    """Return the link of a new invitation, or nothing with the reason in the form."""
    with attempt(form, "email"):
        issued = invitations.invite(
            contest=contest, manager=request.user, actor=actor_of(request), **form.cleaned_data
        )
        enqueue(issued.job)
        if sends_mail():
            messages.success(request, _("The invitation is on its way."))
        else:
            messages.warning(request, _("No mail server is set up: pass the link on yourself."))
        return issued.link
    return ""


@for_managers("POST")
def revoke_invitation(
    request: SignedInRequest, contest: Contest, invitation_id: int
) -> HttpResponse:
    """Withdraw an open invitation."""
    invitation = get_object_or_404(contest.invitations, pk=invitation_id)
    if not is_confirmed(request):
        question = Question(
            title=_("Withdraw the invitation?"),
            words=_("The link sent to %(email)s will no longer work.")
            % {"email": invitation.email},
            yes=_("Withdraw"),
            back=_back(contest),
        )
        return ask(request, question, contest=contest)
    invitations.revoke_invitation(invitation=invitation, actor=actor_of(request))
    messages.success(request, _("The invitation has been withdrawn."))
    return redirect("contests:people", contest.pk)


@for_managers("POST")
def send_invitation_again(
    request: SignedInRequest, contest: Contest, invitation_id: int
) -> HttpResponse:
    """Send the letter of an open invitation once more; without a mail server, show a new link."""
    invitation = get_object_or_404(contest.invitations, pk=invitation_id)
    with attempt(request):
        if not sends_mail():
            link = renew_link(invitation=invitation, actor=actor_of(request))
            messages.warning(request, _("No mail server is set up: pass the link on yourself."))
            return show_people(request, contest, link=link)
        enqueue(send_again(invitation=invitation, actor=actor_of(request)))
        messages.success(request, _("The invitation is on its way."))
    return redirect("contests:people", contest.pk)


def _back(contest: Contest) -> str:
    return reverse("contests:people", args=[contest.pk])


def _member(request: SignedInRequest, contest_id: int, member_id: int) -> Membership:
    contest = managed_contest(request, contest_id)
    members = Membership.objects.present().select_related("user", "team", "contest")
    return get_object_or_404(members, contest=contest, pk=member_id)


for_member_managers = Guard(_member, "contest_id", "member_id")


@for_member_managers("POST")
def remove_member(request: SignedInRequest, member: Membership) -> HttpResponse:
    """End someone's part in the contest."""
    if not is_confirmed(request):
        question = Question(
            title=_("Remove %(person)s?") % {"person": member.user},
            words=_("%(person)s will no longer take part in this contest. Their answers stay.")
            % {"person": member.user},
            yes=_("Remove"),
            back=_back(member.contest),
        )
        return ask(request, question, contest=member.contest)
    with attempt(request):
        invitations.remove_member(member=member, actor=actor_of(request))
        messages.success(request, _("This person no longer takes part. Their answers stay."))
    return redirect("contests:people", member.contest_id)


@for_member_managers("POST")
def move_member(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Give someone another team, or none."""
    wanted = request.POST.get("team", "")
    teams = member.contest.teams
    team = get_object_or_404(teams, pk=number_in(wanted)) if wanted.isdecimal() else None
    if _changes_arm(member, team) and not is_confirmed(request):
        question = Question(
            title=_("Give %(person)s another team?") % {"person": member.user},
            words=_(
                "This person has already answered tasks. In another team they may see other "
                "pre-annotations, which blurs the comparison of the teams."
            ),
            yes=_("Change the team"),
            back=_back(member.contest),
        )
        return ask(request, question, contest=member.contest)
    with attempt(request):
        assign_team(member=member, team=team, actor=actor_of(request))
        messages.success(request, _("The team is changed."))
    return redirect("contests:people", member.contest_id)


def _changes_arm(member: Membership, team: object) -> bool:
    return member.team is not None and member.team != team and member.tasks.exists()


@for_member_managers("GET", "POST")
def refuse_alias(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Refuse someone's alias, with a reason that they read."""
    form = RefusalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(request):
            refuse(member=member, reason=form.cleaned_data["reason"], actor=actor_of(request))
            messages.success(
                request, _("The alias is refused; the person is told to choose another.")
            )
        return redirect("contests:people", member.contest_id)
    context = {"contest": member.contest, "member": member, "form": form}
    return render(request, "contests/people/refuse_alias.html", context)


# Sent by the button that passes over what is wrong.
VALID_ONLY = "valid_only"


@for_managers("GET", "POST")
def roster(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Read a list of people and invite them; nobody is invited if a line is wrong, unless asked."""
    form = RosterForm(request.POST or None, request.FILES or None)
    rows: list[RosterRow] = []
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        rows = check_roster(contest, chosen["people"], role=chosen["role"])
        good = [row for row in rows if not row.problem]
        if good and (len(good) == len(rows) or VALID_ONLY in request.POST):
            return _send(request, contest, good)
        # What was in a file can be corrected here, too.
        form = RosterForm(initial=chosen)
    context = {
        "contest": contest,
        "form": form,
        "rows": [(row, explain_row(row)) for row in rows],
        "good": sum(not row.problem for row in rows),
        "bad": sum(bool(row.problem) for row in rows),
        "teams": contest.teams.order_by("name"),
    }
    return render(request, "contests/people/roster.html", context)


def _send(request: SignedInRequest, contest: Contest, rows: list[RosterRow]) -> HttpResponse:
    count = len(rows)
    with attempt(request), transaction.atomic():
        enqueue(
            invite_many(contest=contest, rows=rows, manager=request.user, actor=actor_of(request))
        )
        words = ngettext(
            "%(count)s invitation is being sent.", "%(count)s invitations are being sent.", count
        )
        messages.success(request, words % {"count": count})
        return redirect("contests:people", contest.pk)
    return redirect("contests:roster", contest.pk)


@for_managers("POST")
def make_link(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Make the contest's link; an earlier one ends."""
    form = JoinLinkForm(request.POST)
    if not form.is_valid():
        return show_people(request, contest, link_form=form)
    values = form.cleaned_data
    with attempt(request):
        create_link(
            contest=contest,
            expires_at=values["last_day"],
            most_people=values["most_people"],
            domains=values["domains"],
            manager=request.user,
            actor=actor_of(request),
        )
        messages.success(request, _("The contest’s link is ready to hand out."))
    return redirect(reverse("contests:people", args=[contest.pk]) + "#link")


@for_managers("POST")
def withdraw_link(request: SignedInRequest, contest: Contest, link_id: int) -> HttpResponse:
    """Withdraw the contest's link."""
    link = get_object_or_404(contest.join_links, pk=link_id)
    back = reverse("contests:people", args=[contest.pk])
    if not is_confirmed(request):
        question = Question(
            title=_("Withdraw the contest’s link?"),
            words=_("Nobody can join by it any more. Who has joined stays."),
            yes=_("Withdraw the link"),
            back=back,
        )
        return ask(request, question, contest=contest)
    revoke_link(link=link, actor=actor_of(request))
    messages.success(request, _("The link is withdrawn."))
    return redirect(back)
