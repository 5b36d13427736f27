"""A contest's answers as rows of a file."""

from collections import defaultdict
from collections.abc import Sequence

from django.utils.crypto import salted_hmac

from contests.annotating.models import AnnotationTask
from contests.contest.models import Contest
from contests.downloads.domain import Cells
from contests.people.models import Membership

# Tasks per query.
BATCH_SIZE = 200


def answered_tasks(contest: Contest, *, all_versions: bool) -> list[int]:
    """Return the ids of tasks with an answer, sorted by input and annotator."""
    tasks = AnnotationTask.objects.filter(input__contest=contest)
    of_answers = {"answers__version": 1} if all_versions else {"answers__is_live": True}
    return list(
        tasks.filter(**of_answers).order_by("input", "annotator").values_list("pk", flat=True)
    )


def rows_of(
    contest: Contest, task_ids: Sequence[int], *, all_versions: bool, with_names: bool
) -> Sequence[Cells]:
    """Return the answers to these tasks, with the versions of each task in order."""
    # Imported here: pandas takes a second to load, and most processes do not need it.
    from contests.annotating.frames import ANSWERS, SEEN, answers, units  # noqa: PLC0415
    from web.frames import records  # noqa: PLC0415

    given = answers(contest, *ANSWERS, *SEEN, tasks=task_ids, all_versions=all_versions)
    marked = units(contest, tasks=task_ids, all_versions=all_versions)
    spans: defaultdict[str, list[Cells]] = defaultdict(list)
    for row in records(marked[["answer_id", "start", "end", "label"]]):
        spans[row.pop("answer_id")].append(row)
    people = contest.memberships.filter(pk__in=set(given["annotator"])).select_related("user")
    members = {member.pk: member for member in people}
    versions = {revision.pk: revision.version for revision in contest.guidelines.all()}
    rows = records(given)
    for row in rows:
        member = members[row["annotator"]]
        row |= {
            "id": str(row["input"]),
            "annotator": pseudonym_of(member),
            "spans": spans[row["answer_id"]],
            "shown": [{"start": a, "end": b, "label": label} for a, b, label in row["shown"]],
            "guidelines": versions.get(row["guideline"]),
            "source": row["source"] or None,
        }
        if with_names:
            row |= {"alias": member.alias, "name": member.user.name}
    return rows


def pseudonym_of(member: Membership) -> str:
    """Return a member's pseudonym, the same in all files of the contest and different in others."""
    key = f"{member.contest_id}/{member.pk}"
    return salted_hmac("contests.annotator", key, algorithm="sha256").hexdigest()[:16]
