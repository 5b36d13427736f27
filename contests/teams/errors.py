"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class TeamsFull(Refusal):
    code = "teams-full"
    message = _("There is no free place. Ask a manager of the contest.")


class TeamTaken(Refusal):
    code = "team-taken"
    message = _("There already is a team “%(name)s”.")


class TeamsInUse(Refusal):
    code = "teams-in-use"
    message = _(
        "People already belong to the teams. Add and change teams one by one, or give nobody a team first."
    )


class TeamInUse(Refusal):
    code = "team-in-use"
    message = _("This team has or had members. Give them another team first.")


class ControlPerturbed(Refusal):
    code = "control-perturbed"
    message = _("A control team sees no mistakes: its perturbation is 0.")
