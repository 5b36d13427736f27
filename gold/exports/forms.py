"""What is downloaded, and how."""

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from formats import EXPORTS
from gold.exports.domain.archives import CONTRACT, DROP, EXPAND, KEEP
from gold.releases.models import Release
from gold.splits.models import Split
from gold.splits.selectors import split_facts, split_title

if TYPE_CHECKING:
    ChoiceOfSplit = forms.ModelChoiceField[Split]
else:
    ChoiceOfSplit = forms.ModelChoiceField


class SplitField(ChoiceOfSplit):
    """A choice between splits, each by its number, its name and how it was made."""

    def label_from_instance(self, obj: Split) -> str:
        return " · ".join([split_title(obj), *split_facts(obj.options)])


def _limits() -> str:
    """Return which spans which formats cannot hold."""
    limits = (
        f"{layout.title}: {gettext(each.cannot_hold)}"
        for each, layout in EXPORTS.values()
        if each.cannot_hold
    )
    return gettext("Some spans cannot be kept – %(formats)s.") % {"formats": "; ".join(limits)}


class ExportForm(forms.Form):
    """The format, and what becomes of spans that do not fall on tokens."""

    split = SplitField(
        Split.objects.none(),
        label=_("What goes in"),
        required=False,
        empty_label=_("the whole release"),
    )
    choice = forms.ChoiceField(
        label=_("Format"),
        choices=[(name, each.title) for name, (_format, each) in EXPORTS.items()],
        help_text=lazy(_limits, str)(),
    )
    policy = forms.ChoiceField(
        label=_("Spans that do not fall on tokens"),
        choices=[
            (KEEP, _("keep: tokens are cut at their borders")),
            (EXPAND, _("widen to whole tokens")),
            (CONTRACT, _("narrow to whole tokens")),
            (DROP, _("leave out")),
        ],
        help_text=_("All of them are listed in alignment.json, whatever is chosen."),
    )
    takes_incomplete = forms.BooleanField(label=_("Incomplete texts too"), required=False)
    keeps_document_ids = forms.BooleanField(
        label=_("Keep the hospital’s document ids"), required=False
    )

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        made = release.splits.filter(finished_at__isnull=False)
        cast("forms.ModelChoiceField[Split]", self.fields["split"]).queryset = made
