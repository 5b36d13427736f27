"""Forms of the set-up: what the contest is, when it runs, how it is scored."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any, ClassVar, cast

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.categories.domain.presets import DEFAULT_PRESET, PRESETS
from contests.contest.domain import ARRANGE, MOST_INPUTS, rank_factors
from contests.contest.models import Contest
from web.forms import (
    LANGUAGES,
    DayField,
    as_percent,
    number_field,
    percent_field,
    plain_number,
    whole_number,
)


class NewContestForm(forms.ModelForm):
    """What a contest in preparation begins with; dates come later."""

    preset = forms.ChoiceField(
        label=_("Categories to begin with"),
        initial=DEFAULT_PRESET,
        help_text=_("You can change, add and archive categories afterwards."),
    )
    language = forms.ChoiceField(
        label=_("Language of the texts"),
        choices=LANGUAGES,
        initial="fr",
        help_text=_("Determines where words begin and end when annotators select text."),
    )

    goal_per_annotator = whole_number(
        _("Goal per annotator"),
        least=1,
        most=MOST_INPUTS,
        initial=2000,
        help_text=_("How many tasks each of them is asked to accept."),
    )

    class Meta:
        model = Contest
        fields: ClassVar = ["name", "description", "language", "goal_per_annotator"]
        labels: ClassVar = {"name": _("Name"), "description": _("Description")}
        help_texts: ClassVar = {
            "description": _("What annotators read about the contest on its first page.")
        }
        widgets: ClassVar = {"description": forms.Textarea({"rows": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [(preset.key, _(preset.title)) for preset in PRESETS.values()]
        cast("forms.ChoiceField", self.fields["preset"]).choices = offered
        self.order_fields(["name", "description", "language", "preset", "goal_per_annotator"])


MOST_ANNOTATORS = 100
MOST_TASKS = 1_000_000_000
LARGEST_WEIGHT = 1000
MINUTES_PER_DAY = 1440


class AboutForm(forms.ModelForm):
    """Name, language and description of a contest."""

    language = forms.ChoiceField(
        label=_("Language of the texts"),
        choices=LANGUAGES,
        help_text=_("Determines where words begin and end when annotators select text."),
    )

    class Meta:
        model = Contest
        fields: ClassVar = ["name", "language", "description"]
        labels: ClassVar = {"name": _("Name"), "description": _("Description")}
        help_texts: ClassVar = {
            "description": _("What annotators read about the contest on its first page.")
        }
        widgets: ClassVar = {"description": forms.Textarea({"rows": 6})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        contest = self.instance
        if not contest.permits(ARRANGE) or contest.inputs.exists():
            self.fields["language"].disabled = True
            self.fields["language"].help_text = _(
                "It stays: the inputs were cut into words by the rules of this language."
            )


class ScheduleForm(forms.Form):
    """Goal, dates and prizes, and how inputs are given out."""

    goal_per_annotator = whole_number(
        _("Goal per annotator"),
        least=1,
        most=MOST_INPUTS,
        help_text=_("How many tasks each of them is asked to accept."),
    )
    collective_goal = whole_number(
        _("Goal of all together"),
        least=1,
        most=MOST_TASKS,
        required=False,
        help_text=_(
            "Accepted tasks of everyone. Empty: fixed when the contest opens, at the goal per annotator for "
            "everyone who is there then. Who joins later does not change it."
        ),
    )
    first_day = DayField(
        label=_("First day"),
        required=False,
        help_text=_("From its first minute on answers count. Empty: as soon as you open it."),
    )
    last_day = DayField(
        label=_("Last day"),
        required=False,
        help_text=_("At its end the contest closes by itself. Empty: it runs until you close it."),
    )
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        widget=forms.Textarea({"rows": 4}),
        help_text=_(
            "What there is to win; annotators read it on the contest’s first page and on the scoreboard."
        ),
    )
    routing = forms.ChoiceField(
        label=_("Which input comes next"),
        choices=Contest.Routing.choices,
        widget=forms.RadioSelect,
        help_text=_("Experiments need the same order. The other way covers all inputs evenly."),
    )
    annotators_per_input = whole_number(
        _("Annotators per input"),
        least=1,
        most=MOST_ANNOTATORS,
        help_text=_(
            "To how many people an input is given at most, where inputs are covered evenly."
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, contest: Contest) -> None:
        super().__init__(data, initial=_initial_schedule(contest))
        self._contest = contest
        if not contest.permits(ARRANGE):
            for name in ("routing", "annotators_per_input"):
                self.fields[name].disabled = True
                self.fields[name].help_text = _("It stays as it is while the contest runs.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and first > last:
            self.add_error("last_day", _("The last day comes before the first one."))
        elif last and last < timezone.localdate() and "last_day" in self.changed_data:
            self.add_error("last_day", _("This day has passed."))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """Return the settings that a valid form says."""
        cleaned = dict(self.cleaned_data)
        first, last = cleaned.pop("first_day"), cleaned.pop("last_day")
        contest = self._contest
        return cleaned | {
            "starts_at": _kept(contest.starts_at, first, time.min),
            "ends_at": _kept(contest.ends_at, last, time.max),
        }


def _initial_schedule(contest: Contest) -> dict[str, Any]:
    names = ("goal_per_annotator", "collective_goal", "prizes", "routing", "annotators_per_input")
    return {name: getattr(contest, name) for name in names} | {
        "first_day": contest.starts_at and timezone.localdate(contest.starts_at),
        "last_day": contest.ends_at and timezone.localdate(contest.ends_at),
    }


def _kept(before: datetime | None, day: Any, at: time) -> datetime | None:
    """Return the moment of a day; the one that is stored, where it is of the same day."""
    if before is not None and day == timezone.localdate(before):
        return before
    return timezone.make_aware(datetime.combine(day, at)) if day else None


class ScoringForm(forms.Form):
    """Weights of the rank, votes, and the figures of the dissimilarity."""

    voting = forms.ChoiceField(
        label=_("What decides a vote"), choices=Contest.Voting.choices, widget=forms.RadioSelect
    )
    weighs_votes = forms.TypedChoiceField(
        label=_("What a vote weighs"),
        choices=[
            ("no", _("the same for everyone")),
            ("yes", _("as much as the person’s quality index")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        help_text=_(
            "The index is the one under equal votes, in the same run. The review has a page with the "
            "places where the two ways differ: look there before you change it."
        ),
    )
    run_every_minutes = whole_number(
        _("Minutes between runs"),
        least=1,
        most=MINUTES_PER_DAY,
        help_text=_(
            "How often answers become references and scores. A run without news costs nothing."
        ),
    )
    alpha = number_field(
        "α",
        least=0,
        most=LARGEST_WEIGHT,
        step="any",
        help_text=_("How much it weighs that two spans lie apart."),
    )
    beta = number_field(
        "β",
        least=0,
        most=LARGEST_WEIGHT,
        step="any",
        help_text=_("How much it weighs that two categories differ."),
    )
    delta_empty = number_field(
        "Δ∅",
        least=0.001,
        most=LARGEST_WEIGHT,
        step="any",
        help_text=_("What it costs that someone marked nothing where others did."),
    )
    agreement_engine = forms.ChoiceField(
        label=_("What computes agreement"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "With another engine the next run computes everything again. pygamma-agreement takes about a "
            "second for each input and needs Δ∅ to be 1; inputs with too many annotations for it are set "
            "aside with the reason."
        ),
    )
    single_quality_threshold = percent_field(
        _("Quality index of a lone annotator"),
        help_text=_(
            "From this quality index on, inputs that only one person annotated enter the gold corpus. "
            "Those of people whose index is not yet known stay out."
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, contest: Contest) -> None:
        super().__init__(data, initial=_initial_scoring(contest))
        self._before = contest.weights
        self._weighed = {f"{factor.key}_weight": factor.key for factor in rank_factors()}
        for factor in rank_factors():
            weight = as_percent(contest.weights.get(factor.key, 0))
            self.fields[f"{factor.key}_weight"] = percent_field(_(factor.title), initial=weight)
        default = _("As on the whole platform: %(engine)s") % {"engine": settings.AGREEMENT_ENGINE}
        cast(forms.ChoiceField, self.fields["agreement_engine"]).choices = [
            ("", default),
            *Contest.Engine.choices,
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self._weighed.keys() <= cleaned.keys():
            total = round(sum(cleaned[name] for name in self._weighed), 2)
            if total != 100:
                raise forms.ValidationError(
                    _("The weights must sum up to 100 %%; they sum up to %(total)s %%."),
                    params={"total": f"{total:g}"},
                )
        if cleaned.get("alpha") == 0 and cleaned.get("beta") == 0:
            self.add_error("beta", _("α and β cannot both be 0: nothing would ever differ."))
        engine = cleaned.get("agreement_engine") or settings.AGREEMENT_ENGINE
        if engine == Contest.Engine.PYGAMMA and cleaned.get("delta_empty", 1) != 1:
            self.add_error(
                "delta_empty",
                _(
                    "pygamma-agreement is right only where Δ∅ is 1. Set it to 1, or choose Palio’s own engine."
                ),
            )
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """Return the settings that a valid form says: shares, not percents."""
        values = {
            name: value for name, value in self.cleaned_data.items() if name not in self._weighed
        }
        shares = {
            key: round(self.cleaned_data[name] / 100, 6) for name, key in self._weighed.items()
        }
        # A factor that the contest never weighed stays unknown to it until it weighs something.
        weights = {key: share for key, share in shares.items() if share or key in self._before}
        threshold = round(values["single_quality_threshold"] / 100, 6)
        return values | {"weights": weights, "single_quality_threshold": threshold}

    @property
    def weights(self) -> list[forms.BoundField]:
        return [self[name] for name in self._weighed]


def _initial_scoring(contest: Contest) -> dict[str, Any]:
    plain = ("voting", "alpha", "beta", "delta_empty")
    return (
        {"single_quality_threshold": as_percent(contest.single_quality_threshold)}
        | {
            name: plain_number(getattr(contest, name)) if name != "voting" else contest.voting
            for name in plain
        }
        | {name: getattr(contest, name) for name in ("run_every_minutes", "agreement_engine")}
        | {"weighs_votes": "yes" if contest.weighs_votes else "no"}
    )


class CopyForm(forms.Form):
    """The name of a contest's copy, and what comes along."""

    name = forms.CharField(label=_("Name"), max_length=120)
    with_inputs = forms.BooleanField(
        label=_("Copy the inputs as well"),
        required=False,
        help_text=_("The same lines with what is proposed and known about them; no answers."),
    )


class ReopenForm(forms.Form):
    """Until when a contest that has ended is open again."""

    last_day = DayField(label=_("New last day"))

    def clean_last_day(self) -> datetime:
        day = self.cleaned_data["last_day"]
        if day < timezone.localdate():
            raise forms.ValidationError(_("This day has passed."))
        return timezone.make_aware(datetime.combine(day, time.max))
