"""The values behind an experiment as rows for other programs; people are numbers, texts are not here."""

from collections.abc import Iterator

from contests.domain.designs import TeamDesign
from feedback.domain.experiments.values import Observations, TaskValue

Cells = dict[str, object]
_TEAM = ("group", "team", "arm", "retention", "perturbation")
DURATION_FIELDS = (*_TEAM, "annotator", "input", "seconds", "counts", "left_out")
PENALTY_FIELDS = (*_TEAM, "annotator", "input", "place", "segment", "category", "left_out")


def duration_rows(observed: Observations) -> Iterator[Cells]:
    """Yield one row per task, those that do not count with the reason."""
    teams = {team.name: team for team in observed.teams}
    for task in observed.tasks:
        reason = _reason(task, observed)
        yield {
            **_team(teams[task.team]),
            "annotator": task.annotator,
            "input": task.input,
            "seconds": task.seconds,
            "counts": int(not reason),
            "left_out": reason,
        }


def _reason(task: TaskValue, observed: Observations) -> str:
    if _has_moved(task.annotator, observed):
        return "changed-team"
    if task.seconds is None:
        return "unknown"
    return "break" if task.is_break else ""


def _has_moved(annotator: int, observed: Observations) -> bool:
    return any(annotator in people for people in observed.moved.values())


def penalty_rows(observed: Observations) -> Iterator[Cells]:
    """Yield one row per annotator and unitary alignment; 1 is a penalty, None no reference."""
    teams = {team.name: team for team in observed.teams}
    for alignment in observed.alignments:
        for name, penalties in alignment.penalties.items():
            for penalty in penalties:
                yield {
                    **_team(teams[name]),
                    "annotator": penalty.annotator,
                    "input": alignment.input,
                    "place": alignment.place,
                    "segment": _number(penalty.segment),
                    "category": _number(penalty.category),
                    "left_out": "changed-team" if _has_moved(penalty.annotator, observed) else "",
                }


def _number(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _team(team: TeamDesign) -> Cells:
    return {
        "group": team.group,
        "team": team.name,
        "arm": team.arm,
        "retention": team.retention,
        "perturbation": team.perturbation,
    }
