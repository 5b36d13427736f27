"""What a check looks at."""

from django import forms
from django.utils.translation import gettext_lazy as _

from agreement.checks.services import LARGEST_SAMPLE
from web.forms import whole_number

LARGEST_SEED = 2**31 - 1


class CheckForm(forms.Form):
    """How many inputs are drawn, and the seed of the draw."""

    number = whole_number(
        _("Number of inputs"),
        least=1,
        most=LARGEST_SAMPLE,
        initial=50,
        help_text=_(
            "pygamma-agreement takes about one second per input, plus half a minute to start."
        ),
    )
    seed = whole_number(
        _("Seed"),
        least=0,
        most=LARGEST_SEED,
        initial=0,
        help_text=_("The same seed selects the same inputs."),
    )
