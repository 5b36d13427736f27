"""The forms for drawing inputs and for matching labels and names in imported files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from contests.contest.domain import MOST_INPUTS
from contests.contest.models import Contest
from contests.drawing.domain import Criteria
from contests.drawing.selectors import Imported
from contests.drawing.services.imported import NEW, NOBODY
from contests.people.domain import alias_key
from contests.people.models import Membership
from corpus.documents.models import Corpus
from text.errors import NameUnreadable
from text.labels import name_key, short_name, supercategory, tidy_name
from text.tokens import key_of
from web.errors import explain
from web.forms import whole_number

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    Choices = list[tuple[str, _StrOrPromise]]


LONGEST_LINE = 1_000_000
# The largest integer that JSON readers represent exactly.
LARGEST_SEED = 2**53 - 1


class CorpusChoice(forms.ModelChoiceField):
    def label_from_instance(self, obj: Corpus) -> str:
        return obj.name


class DrawForm(forms.Form):
    """The corpus, the number of lines, and the limits of a draw."""

    corpus = CorpusChoice(Corpus.objects.none(), label=_("Corpus"), empty_label=None)
    size = whole_number(
        _("Number of lines"),
        least=1,
        most=MOST_INPUTS,
        help_text=_("Take the same number from each document type where possible."),
    )
    min_length = whole_number(
        _("Minimum length (characters)"), least=1, most=LONGEST_LINE, initial=3, required=False
    )
    max_length = whole_number(
        _("Maximum length (characters)"), least=1, most=LONGEST_LINE, initial=1000, required=False
    )
    most_times = whole_number(
        _("Maximum occurrences"),
        least=1,
        most=MOST_INPUTS,
        initial=50,
        required=False,
        help_text=_("Lines that occur more often, such as titles and salutations, are left out."),
    )
    leaves_blank = forms.BooleanField(
        label=_("Leave out lines without any letter or digit"), initial=True, required=False
    )
    seed = whole_number(
        _("Seed"),
        least=0,
        most=LARGEST_SEED,
        help_text=_("The same texts and the same seed always give the same draw."),
    )

    def __init__(self, *args: Any, contest: Contest, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["size"].initial = contest.goal_per_annotator
        self.fields["seed"].initial = abs(contest.seed) % LARGEST_SEED
        corpora = Corpus.objects.visible_to(user)
        cast("forms.ModelChoiceField[Corpus]", self.fields["corpus"]).queryset = corpora

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        least, most = cleaned.get("min_length"), cleaned.get("max_length")
        if least and most and least > most:
            self.add_error("max_length", _("The maximum length is less than the minimum length."))
        return cleaned

    @property
    def criteria(self) -> Criteria:
        """Return the limits of a valid form."""
        values = self.cleaned_data
        return Criteria(
            size=values["size"],
            min_length=values["min_length"] or 1,
            max_length=values["max_length"],
            most_times=values["most_times"],
            types=self._types(values["corpus"]),
            takes_blank=not values["leaves_blank"],
        )

    def _types(self, corpus: Corpus) -> frozenset[str] | None:
        """Return the chosen document types, or None if they were chosen for another corpus."""
        data = cast("QueryDict", self.data)
        if data.get("types_of") != str(corpus.pk):
            return None
        return frozenset(data.getlist("types"))


@dataclass(frozen=True)
class MatchField:
    """The field for a label or name in the files, with its number of occurrences."""

    field: forms.BoundField
    name: str
    count: int


class MatchForm(forms.Form):
    """The category of each unknown label and the member of each annotator's name."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
        contest: Contest,
        imported: Imported,
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self._contest = contest
        offered = contest.categories.filter(archived_at=None)
        self._offered = list(offered.values_list("label", flat=True))
        unknown = imported.labels.keys() - set(self._offered)
        self._labels = {label: imported.labels[label] for label in sorted(unknown)}
        self._names = dict(sorted(imported.annotators.items()))
        self._add_label_fields()
        self._add_name_fields()

    def _add_label_fields(self) -> None:
        known = set(self._contest.categories.values_list("label", flat=True))
        by_key = {name_key(label): label for label in self._offered}
        for label in self._labels:
            choices: Choices = [("", _("Choose…")), (NOBODY, _("leave out its spans"))]
            if label not in known:
                choices.append((NEW, _("add it as a new category")))
            choices += [(each, each) for each in self._offered]
            same = by_key.get(name_key(label), "")
            self._add_choice("label", label, choices, initial=same)

    def _add_name_fields(self) -> None:
        annotators = Membership.objects.present().annotators().filter(contest=self._contest)
        members = list(annotators.select_related("user"))
        by_name = {
            key: str(member.pk)
            for member in members
            for key in (alias_key(member.alias), alias_key(member.user.email))
            if key
        }
        people: Choices = [(str(member.pk), _describe(member)) for member in members]
        for name in self._names:
            choices: Choices = [
                (NEW, _("a new member who cannot sign in")),
                (NOBODY, _("leave out these answers")),
                *people,
            ]
            initial = by_name.get(alias_key(name), NEW)
            self._add_choice("person", name, choices, initial=initial)

    def _add_choice(self, kind: str, name: str, choices: Choices, *, initial: str) -> None:
        field = forms.ChoiceField(choices=choices, initial=initial, label=name)
        self.fields[f"{kind}-{key_of(name)}"] = field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = [value for value in self.people.values() if value not in (NEW, NOBODY)]
        if len(set(chosen)) < len(chosen):
            raise forms.ValidationError(_("Two names cannot refer to the same member."))
        self._refuse_unreadable()
        return cleaned

    def _refuse_unreadable(self) -> None:
        """Add an error to each label that cannot become a new category."""
        for label in [label for label, choice in self.labels.items() if choice == NEW]:
            try:
                tidy_name(supercategory(label))
                tidy_name(short_name(label))
            except NameUnreadable as error:
                self.add_error(f"label-{key_of(label)}", explain(error))

    @property
    def labels(self) -> dict[str, str]:
        """Return the choice for each unknown label."""
        return self._chosen("label", self._labels)

    @property
    def people(self) -> dict[str, str]:
        """Return the choice for each name."""
        return self._chosen("person", self._names)

    def _chosen(self, kind: str, names: Mapping[str, int]) -> dict[str, str]:
        fields = {name: f"{kind}-{key_of(name)}" for name in names}
        values = self.cleaned_data
        return {name: values[field] for name, field in fields.items() if field in values}

    def label_fields(self) -> Sequence[MatchField]:
        return self._fields("label", self._labels)

    def people_fields(self) -> Sequence[MatchField]:
        return self._fields("person", self._names)

    def _fields(self, kind: str, names: Mapping[str, int]) -> list[MatchField]:
        return [
            MatchField(self[f"{kind}-{key_of(name)}"], name, count) for name, count in names.items()
        ]


def _describe(member: Membership) -> str:
    return f"{member.alias} ({member.user.email})" if member.alias else member.user.email
