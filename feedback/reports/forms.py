"""Forms of reports and disputes."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from agreement.disputes.models import LONGEST_MESSAGE
from contests.categories.models import Category
from contests.people.models import Membership
from feedback.reports.selectors import KIND_WORDS, all_disagreements
from text.labels import collation_key

LEFT_OUT = "none"


class DisagreementFilterForm(forms.Form):
    """Filter disagreements by the annotated category and by kind."""

    category = forms.ChoiceField(label=_("Your category"), required=False)
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[("", _("all kinds")), *KIND_WORDS.items()]
    )

    def __init__(self, data: Any = None, *, member: Membership) -> None:
        super().__init__(data)
        own = all_disagreements(member).order_by().values("category")
        self._categories = {str(each.pk): each for each in Category.objects.filter(pk__in=own)}
        by_name = sorted(self._categories.items(), key=lambda pair: collation_key(pair[1].name))
        cast("forms.ChoiceField", self.fields["category"]).choices = [
            ("", _("all categories")),
            (LEFT_OUT, _("None (missed)")),
            *((key, category.name) for key, category in by_name),
        ]

    @property
    def chosen(self) -> dict[str, Any]:
        """Return the filters as arguments of `find_disagreements`."""
        if not (self.is_bound and self.is_valid()):
            return {}
        category = self.cleaned_data["category"]
        return {
            "category": self._categories.get(category),
            "left_out": category == LEFT_OUT,
            "kind": self.cleaned_data["kind"],
        }


class CommentForm(forms.Form):
    """A message in a dispute, by the annotator or a manager."""

    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"rows": 4}),
        error_messages={"required": _("Say why, in a sentence or two.")},
    )
