"""What the pages about disputes do alike."""

from django.contrib import messages
from django.utils.translation import gettext as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from agreement.disputes.models import Dispute
from agreement.disputes.services import refuse, reply
from web.errors import attempt


def answer_dispute(request: SignedInRequest, dispute: Dispute) -> bool:
    """Send a manager's answer, or refuse the dispute with it; return whether it was refused."""
    text, actor, manager = request.POST.get("text", ""), actor_of(request), request.user
    with attempt(request):
        if request.POST.get("decision") == "refuse":
            refuse(disputes=[dispute], answer=text, manager=manager, actor=actor)
            messages.success(request, _("Dispute refused."))
            return True
        reply(dispute=dispute, author=manager, text=text, as_manager=True, actor=actor)
        messages.success(request, _("Answer sent."))
    return False
