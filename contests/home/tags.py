"""Texts for the events of the audit log."""

from collections.abc import Mapping

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from contests.home.selectors import name_of

register = template.Library()

# The names of an event's details, and of some of their values.
NAMES: dict[str, Promise] = {
    "announcement": _("announcement"),
    "answers": _("answers"),
    "batch": _("created together"),
    "before": _("before"),
    "by": _("by"),
    "change": _("change"),
    "copy_of": _("copy of contest"),
    "corpus": _("corpus"),
    "fields": _("fields"),
    "file": _("file"),
    "input": _("input"),
    "inputs": _("inputs"),
    "invitation": _("invitation"),
    "label": _("label"),
    "link": _("contest link"),
    "mails": _("e-mails"),
    "origin": _("origin"),
    "pinned": _("pinned"),
    "preset": _("preset"),
    "reason": _("reason"),
    "format": _("format"),
    "reader": _("reader"),
    "release": _("release"),
    "replaced": _("replaced"),
    "round": _("round"),
    "run": _("run"),
    "source": _("source"),
    "state": _("state"),
    "tasks": _("tasks"),
    "team": _("team"),
    "version": _("version"),
}
VALUES: dict[str, Promise] = {
    **{state.value: state.label for state in Contest.State},
    "date": _("last day"),
    "draw": _("draw"),
    "asked": _("requested"),
    "downloaded": _("downloaded"),
    "records": _("texts and spans"),
    "reader added": _("reader added"),
    "reader removed": _("reader removed"),
    "remove": _("remove"),
    "withdrawn": _("withdrawn"),
    "alias": _("alias"),
    "alias refused": _("alias refused"),
    "trained": _("training passed"),
    "preferences": _("preferences"),
    "name": _("name"),
    "description": _("description"),
    "prizes": _("prizes"),
    "starts_at": _("first day"),
    "ends_at": _("last day"),
    "goal_per_annotator": _("goal per annotator"),
    "collective_goal": _("collective goal"),
    "language": _("language of the texts"),
    "routing": _("order of the inputs"),
    "annotators_per_input": _("annotators per input"),
    "confusable_pairs": _("categories often confused"),
    "assigns_teams": _("joining"),
    "requires_training": _("training required"),
    "training_pass_mark": _("pass mark"),
    "voting": _("voting rule"),
    "agreement_engine": _("agreement engine"),
    "single_quality_threshold": _("quality index of a single annotator"),
    "weights": _("weights of the rank"),
    # For events from before all weights became one setting.
    "tasks_weight": _("weight of accepted tasks"),
    "annotations_weight": _("weight of annotations"),
    "throughput_weight": _("weight of throughput"),
    "quality_weight": _("weight of the quality index"),
    "weighs_votes": _("weighted votes"),
    "run_every_minutes": _("time between runs"),
    "left as it is": _("left unchanged"),
    "correct": _("decided"),
    "revoke": _("taken back"),
    "restore": _("counts again"),
    "undo": _("undone"),
    "correction": _("after a correction"),
    "cancel": _("stopped"),
    "feedback_every_days": _("reports by e-mail"),
    "clinical_text_in_mail": _("clinical text in e-mails"),
    "group": _("group"),
    "arm": _("arm"),
    "retention": _("retention"),
    "perturbation": _("perturbation"),
    "places": _("places"),
}
MOST_VALUES = 6


register.filter("thing", name_of)


@register.filter
def named(contest_id: int | None, contests: Mapping[int, str]) -> str:
    """Return a contest's name, its id if it has been erased, or a dash for None."""
    return "–" if contest_id is None else contests.get(contest_id, f"{contest_id}")


@register.filter
def listed(details: Mapping[str, object]) -> list[str]:
    """Return an event's details as short lines, with long lists shortened."""
    return [f"{NAMES.get(name, name)}: {_shortened(value)}" for name, value in details.items()]


def _shortened(value: object) -> str:
    if not isinstance(value, list):
        return _worded(value)
    shown = ", ".join(_worded(item) for item in value[:MOST_VALUES])
    return shown if len(value) <= MOST_VALUES else f"{shown}, … ({len(value)})"


def _worded(value: object) -> str:
    if value is None:
        return "–"
    return str(VALUES.get(value, value)) if isinstance(value, str) else str(value)
