"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class InputsFixed(Refusal):
    code = "inputs-fixed"
    message = _("The contest has begun: its inputs can no longer change.")


class InputsAnswered(Refusal):
    code = "inputs-answered"
    message = _("People have answered tasks on these inputs, so they stay.")


class NoInputs(Refusal):
    code = "no-inputs"
    message = _("The contest has no inputs yet. Draw some first.")


class InputUnknown(Refusal):
    code = "input-unknown"
    message = _("This input is no longer there, or its text was changed.")
