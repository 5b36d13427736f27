"""Members and invitations of a contest."""

from smtplib import SMTPException

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.audit import actor_of
from accounts.links import public_link
from accounts.requests import SignedInRequest
from contests.exceptions import ContestError
from contests.forms.people import InvitationForm
from contests.models import Contest, Membership
from contests.services import invitations
from contests.wording import explain


@login_required
def people(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show members and invitations, and invite."""
    contest = get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)
    form = InvitationForm(request.POST or None)
    link = ""
    if request.method == "POST" and form.is_valid():
        link = _invite(request, contest, form)
    members = contest.memberships.present().select_related("user", "team")
    context = {
        "contest": contest,
        "form": InvitationForm() if link else form,
        "members": members.order_by("-role", "team__name", "alias"),
        "invitations": contest.invitations.filter(accepted_at=None, revoked_at=None),
        # Shown once: only its digest is stored.
        "link": link,
    }
    return render(request, "contests/people.html", context)


def _invite(request: SignedInRequest, contest: Contest, form: InvitationForm) -> str:
    """Return the link of a new invitation, or nothing with the reason in the form."""
    try:
        issued = invitations.invite(
            contest=contest, manager=request.user, actor=actor_of(request), **form.cleaned_data
        )
    except ContestError as error:
        form.add_error("email", explain(error))
        return ""
    link = public_link(reverse("contests:join", args=[issued.token]))
    try:
        invitations.mail_invitation(invitation=issued.invitation, link=link)
    # UnicodeError: a domain in other letters may be too long once it is written in ASCII.
    except (SMTPException, OSError, UnicodeError):
        messages.warning(
            request, _("The e-mail could not be sent. Pass the link on in another way.")
        )
    else:
        messages.success(request, _("The invitation has been sent."))
    return link


@login_required
@require_POST
def revoke_invitation(
    request: SignedInRequest, contest_id: int, invitation_id: int
) -> HttpResponse:
    """Withdraw an open invitation."""
    contest = get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)
    invitation = get_object_or_404(contest.invitations, pk=invitation_id)
    invitations.revoke_invitation(invitation=invitation, actor=actor_of(request))
    messages.success(request, _("The invitation has been withdrawn."))
    return redirect("contests:people", contest.pk)


@login_required
@require_POST
def remove_member(request: SignedInRequest, contest_id: int, member_id: int) -> HttpResponse:
    """End someone's part in the contest."""
    contest = get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)
    member = get_object_or_404(Membership.objects.present(), contest=contest, pk=member_id)
    try:
        invitations.remove_member(member=member, actor=actor_of(request))
    except ContestError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("This person no longer takes part. Their answers stay."))
    return redirect("contests:people", contest.pk)
