"""The forms of the training: rules, tasks, and answers without JavaScript."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from contests.annotating.models import Answer
from contests.categories.selectors import offered_labels
from contests.contest.models import Contest
from contests.training.domain import TextProblem, WrittenTask, read_task, read_tasks
from contests.training.models import TrainingTask
from text.markup import parse, render
from text.spans import Span
from web.errors import attempt, explain
from web.forms import as_percent, percent_field

LONGEST_PASTE = 200_000


class TrainingRulesForm(forms.Form):
    """Whether the training is required, and its pass mark."""

    requires_training = forms.BooleanField(
        label=_("Require training before annotating"),
        required=False,
        help_text=_(
            "People who have not finished the training get no tasks, even while the contest is "
            "open."
        ),
    )
    training_pass_mark = percent_field(
        _("Pass mark"),
        required=False,
        help_text=_(
            "Mean score, in percent, needed to pass the training. Leave empty to require only an "
            "answer to every task."
        ),
    )

    @staticmethod
    def initial_of(contest: Contest) -> dict[str, Any]:
        mark = contest.training_pass_mark
        return {
            "requires_training": contest.requires_training,
            "training_pass_mark": None if mark is None else as_percent(mark),
        }

    @property
    def values(self) -> dict[str, Any]:
        mark = self.cleaned_data["training_pass_mark"]
        return {
            "requires_training": self.cleaned_data["requires_training"],
            "training_pass_mark": None if mark is None else round(mark / 100, 6),
        }


class TrainingTaskForm(forms.Form):
    """A text with its known answer in inline markup, and a note."""

    marked = forms.CharField(
        label=_("Text with its answer"),
        strip=False,
        max_length=10_000,
        widget=forms.Textarea({"rows": 4, "class": "code", "spellcheck": "false"}),
        help_text=_(
            "Write the spans to mark as [words](LABEL). Write a square bracket in the text as "
            "\\[ or \\]."
        ),
    )
    note = forms.CharField(
        label=_("What to remember"),
        required=False,
        max_length=500,
        help_text=_("Shown after the answer, with the section of the guidelines."),
    )

    def __init__(self, *args: Any, contest: Contest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._labels = offered_labels(contest)
        self.written: WrittenTask | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "marked" not in cleaned:
            return cleaned
        # Annotators see a single line.
        marked = " ".join(cleaned["marked"].split("\n")).replace("\r", "")
        with attempt(self, "marked"):
            self.written = read_task(marked, labels=self._labels, note=cleaned.get("note", ""))
        return cleaned

    @staticmethod
    def initial_of(task: TrainingTask) -> dict[str, Any]:
        return {"marked": render(task.text, task.known_units), "note": task.note}


class TrainingPasteForm(forms.Form):
    """Several tasks, one per line."""

    lines = forms.CharField(
        label=_("Tasks, one per line"),
        max_length=LONGEST_PASTE,
        widget=forms.Textarea({"rows": 8, "class": "code", "spellcheck": "false"}),
        help_text=_(
            "Each line is a text in the same markup. Start the next line with > to add what to "
            "remember."
        ),
    )

    def __init__(self, *args: Any, contest: Contest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._labels = offered_labels(contest)
        self.tasks: list[WrittenTask] = []

    def clean_lines(self) -> str:
        lines: str = self.cleaned_data["lines"]
        self.tasks, problems = read_tasks(lines, labels=self._labels)
        if problems:
            raise forms.ValidationError([_problem_words(problem) for problem in problems[:20]])
        if not self.tasks:
            raise forms.ValidationError(_("Enter a text."))
        return lines


def _problem_words(problem: TextProblem) -> str:
    line = _("Line %(line)s: %(problem)s")
    return str(line) % {"line": problem.line, "problem": explain(problem.error)}


class TrainingAnswerForm(forms.Form):
    """An answer in inline markup, for browsers without JavaScript."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    verdict = forms.ChoiceField(choices=Answer.Verdict.choices)
    marked = forms.CharField(
        label=_("Your answer"),
        required=False,
        strip=False,
        max_length=10_000,
        widget=forms.Textarea({"rows": 4, "class": "code", "spellcheck": "false"}),
        help_text=_(
            "Put square brackets around each span, followed by its label: "
            "[words](SUPERCATEGORY:CATEGORY)."
        ),
    )

    def __init__(self, *args: Any, task: TrainingTask, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._task = task
        self.units: tuple[Span, ...] = ()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("verdict") != Answer.Verdict.ACCEPT:
            return cleaned
        text, spans = parse(cleaned.get("marked", "").replace("\r", "").rstrip("\n"))
        if text != self._task.text:
            self.add_error("marked", _("Only add marks: do not change the text itself."))
        self.units = tuple(spans)
        return cleaned
