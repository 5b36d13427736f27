"""Splitting a release: checked at once, computed by a job."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from accounts.audit import CREATED, Actor, record
from gold.releases.models import Release, ReleaseInput
from gold.releases.services.releases import maker_of
from gold.splits.domain import report as domain_report
from gold.splits.domain import samples as domain
from gold.splits.domain import splitting as domain_splitting
from gold.splits.domain.plan import check_enough
from gold.splits.domain.samples import PATIENT, TEST_RANDOM, Options
from gold.splits.errors import PatientsUnknown, SecondTestOfFolds, SplitRefused
from gold.splits.models import Split
from jobs.models import Job
from jobs.selectors import live_job_of
from jobs.services import start_job

SPLIT = "gold.split"


def _texts_to_split(release: Release, options: Mapping[str, Any]) -> QuerySet[ReleaseInput]:
    """Return complete texts only unless asked."""
    return release.inputs.filter(**({} if options["takes_incomplete"] else {"is_complete": True}))


def samples_of(release: Release, options: Mapping[str, Any]) -> list[domain.Sample]:
    """Return the texts to split."""
    rows = _texts_to_split(release, options).order_by("position")
    return [
        domain.Sample(
            str(item.position),
            Counter(unit["label"] for unit in item.units),
            gamma=item.gamma,
            annotators=item.annotators,
            groups=_groups_of(item, options),
        )
        for item in rows.iterator(chunk_size=500)
    ]


def _groups_of(item: ReleaseInput, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a text shares with others; by patient, empty where one of its documents names none."""
    if options["group_by"] != PATIENT:
        return tuple(source["document"] for source in item.sources)
    patients = [source.get("patient") for source in item.sources]
    return tuple(patient for patient in patients if patient) if all(patients) else ()


def _check_patients(samples: Sequence[domain.Sample]) -> None:
    unknown = [int(sample.id) for sample in samples if not sample.groups]
    if unknown:
        raise PatientsUnknown(len(unknown), unknown[0])


def _wishes(options: Mapping[str, Any]) -> dict[str, Any]:
    names = ("method", "min_count", "folds", "seed")
    return {"ratios": tuple(options["ratios"])} | {name: options[name] for name in names}


@transaction.atomic
def start_splitting(
    *, release: Release, options: Mapping[str, Any], actor: Actor, name: str = ""
) -> tuple[Split, Job]:
    """Create a split and its job, or return those at work at the same; raise if it cannot be made.

    Only what counting tells is refused here: texts are read and parts planned by the job.
    """
    texts = _texts_to_split(release, options).count()
    parts = len(Options(**_wishes(options)).shares)
    if options.get("second_test"):
        if options["folds"]:
            raise SecondTestOfFolds
        parts += 1
    check_enough(texts, texts, parts)
    # The row is the lock: of two who ask at once, or one who asks twice, the second sees the first.
    Release.objects.select_for_update(of=("self",), no_key=True).get(pk=release.pk)
    same = release.splits.filter(finished_at__isnull=True, options=dict(options), name=name)
    for at_work in same:
        if job := live_job_of(at_work):
            return at_work, job
    latest = release.splits.aggregate(number=Max("number"))["number"] or 0
    split = Split.objects.create(
        release=release,
        number=latest + 1,
        name=name,
        options=dict(options),
        created_by=maker_of(actor),
    )
    job = start_job(SPLIT, {"split": split.pk}, actor=actor)
    split.job_id = job.pk
    split.save(update_fields=["job_id"])
    for contest_id in release.contests.values_list("contest", flat=True):
        record(actor, CREATED, "split", split.pk, contest_id=contest_id)
    return split, job


def computed(split: Split) -> dict[str, Any]:
    """Return the parts, the report and the chart of a split; raise SplitRefused if there are none."""
    samples = samples_of(split.release, split.options)
    if split.options["group_by"] == PATIENT:
        _check_patients(samples)
    found = domain_splitting.split(
        samples,
        keeps_groups=bool(split.options["group_by"]),
        link_limit=split.options["link_limit"],
        # Splits that were asked for before there was this choice have none.
        second_test=split.options.get("second_test", False),
        **_wishes(split.options),
    )
    report = domain_report.report_on(found)
    parts = {
        name: [int(samples[place].id) for place in places] for name, places in found.parts.items()
    }
    if found.second:
        parts[TEST_RANDOM] = [int(samples[place].id) for place in found.second]
    return {"parts": parts, "report": report.as_json(), "chart": report.chart()}


def finish(*, split: Split, found: Mapping[str, Any]) -> None:
    """Keep what was computed."""
    Split.objects.filter(pk=split.pk).update(**found, finished_at=timezone.now())


def refuse(*, split: Split, refused: SplitRefused) -> None:
    """Keep why it cannot be made, for readers in any language."""
    kept = {"code": refused.code, "message": refused.message, "details": refused.details}
    Split.objects.filter(pk=split.pk).update(refusal=kept)
