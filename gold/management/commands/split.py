"""`manage.py split CORPUS.jsonl OUTDIR`: a corpus as train, validation and test, or as folds."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from formats import streams as plain_files
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record, WriteOptions
from gold.splits.domain.report import Report, report_on
from gold.splits.domain.samples import DEFAULT, METHODS, TEST_RANDOM, Sample, sample_of
from gold.splits.domain.splitting import Split, split
from gold.splits.errors import InvalidSample, SplitRefused
from web.errors import explain

MOST_PROBLEMS = 20


class Command(BaseCommand):
    help = (
        "Split a corpus into train.jsonl, validation.jsonl and test.jsonl, or into folds, with a "
        "report.json. Every record goes unchanged into exactly one part; with an error nothing is written."
    )
    # Plain files in, plain files out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "corpus", metavar="CORPUS.jsonl", help="a file, or - for standard input"
        )
        parser.add_argument("folder", metavar="OUTDIR", help="a folder, new or empty")
        parser.add_argument(
            "--ratios", type=_ratios, metavar="70,15,15", help="of train, validation and test"
        )
        parser.add_argument("--method", choices=METHODS, default=DEFAULT)
        parser.add_argument(
            "--group-by", metavar="FIELD", help="keep together what shares a document, patient, …"
        )
        parser.add_argument(
            "--link-limit",
            type=int,
            metavar="N",
            help="a record that stands in more than N documents links none",
        )
        parser.add_argument(
            "--min-count", type=int, default=20, help="rarer categories are no strata (20)"
        )
        parser.add_argument("--folds", type=int, metavar="K", help="fold-1 to fold-K instead")
        parser.add_argument(
            "--second-test",
            action="store_true",
            help="test-random.jsonl beside, as large as test and drawn at random first",
        )
        parser.add_argument("--seed", type=int, default=0, metavar="S")

    # In English, like the rest of the command line.
    @no_translations
    def handle(self, *, corpus: str, folder: str, **options: Any) -> None:
        if options["folds"] is not None and options["ratios"] is not None:
            raise CommandError("Folds are equally large: give --folds or --ratios, not both.")
        _check_free(folder)
        records = _records(corpus)
        samples = _samples(corpus, records, options["group_by"])
        found = _split(samples, options)
        report = report_on(found)
        _write(Path(folder).resolve(), records, found, report)
        self.stdout.write("\n".join(_table(report)))
        alone = sum(1 for sample in samples if not sample.groups)
        if options["group_by"] is not None and alone:
            self.stdout.write(f"without {options['group_by']}, and so alone: {alone} records")


def _ratios(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(ratio) for ratio in text.split(","))
    except ValueError:
        raise ArgumentTypeError("three numbers like 70,15,15 are needed") from None


def _check_free(folder: str) -> None:
    path = Path(folder)
    if folder == plain_files.STANDARD_STREAM or (path.exists() and not path.is_dir()):
        raise CommandError(f"{folder}: this is no folder.")
    if path.is_dir() and any(path.iterdir()):
        raise CommandError(
            f"{folder}: the folder is not empty; name a new one. Nothing was changed."
        )


def _records(name: str) -> list[Record]:
    try:
        with plain_files.source(name) as lines:
            found = list(JSONL.read(lines, options=ReadOptions(), companion=None))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    problems = [item for item in found if isinstance(item, Problem)]
    _refuse([f"{name}:{item.line}: {explain(item)}" for item in problems])
    return [item for item in found if isinstance(item, Record)]


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        more = len(problems) - MOST_PROBLEMS
        rest = [f"and {more} more"] if more > 0 else []
        raise CommandError("\n".join([*problems[:MOST_PROBLEMS], *rest, "Nothing was written."]))


def _samples(name: str, records: Sequence[Record], group_by: str | None) -> list[Sample]:
    samples, problems = [], []
    for record in records:
        try:
            samples.append(sample_of(record, group_by=group_by))
        except InvalidSample as error:
            problems.append(f"{name}:{record.line}: {error}")
    _refuse(problems)
    if group_by is not None and samples and not any(sample.groups for sample in samples):
        raise CommandError(
            f"{name}: no record has the field {group_by}, so nothing can be grouped."
        )
    return samples


def _split(samples: Sequence[Sample], options: dict[str, Any]) -> Split:
    names = ("method", "min_count", "folds", "seed", "link_limit", "second_test")
    named = {name: options[name] for name in names}
    if options["ratios"] is not None:
        named["ratios"] = options["ratios"]
    try:
        return split(samples, keeps_groups=options["group_by"] is not None, **named)
    except SplitRefused as refused:
        raise CommandError(f"{refused} Nothing was written.") from refused


def _write(folder: Path, records: Sequence[Record], found: Split, report: Report) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with plain_files.replacing(folder) as part:
            part.mkdir()
            for name, positions in _files(found):
                (part / name).parent.mkdir(exist_ok=True)
                _write_records(part / name, [records[position] for position in positions])
            text = json.dumps(report.as_json(), ensure_ascii=False, indent=2)
            (part / "report.json").write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{error.filename or folder}: {error.strerror}") from error


def _files(found: Split) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name, positions in found.parts.items():
        if found.options.folds is None:
            yield f"{name}.jsonl", positions
        else:
            yield f"{name}/test.jsonl", positions
            yield f"{name}/train.jsonl", found.train_of(name)
    if found.second:
        yield f"{TEST_RANDOM}.jsonl", found.second


def _write_records(path: Path, records: Sequence[Record]) -> None:
    with path.open("xb") as sink:
        problems = list(JSONL.write(records, sink, options=WriteOptions()))
    _refuse([f"line {problem.line}: {explain(problem)}" for problem in problems])


def _table(report: Report) -> Iterator[str]:
    yield "subset       samples  empty  mean gamma  mean annotators"
    for row in report.outcome.subsets:
        means = f"{_shown(row.mean_gamma):>10}  {_shown(row.mean_annotators):>15}"
        yield f"{row.name:<12} {row.size:7d}  {row.empty:5d}  {means}"
    peers = f"random {report.random.deviation}, iterative {report.iterative.deviation}"
    yield f"deviation of {len(report.categories) - len(report.left_out)} categories: {report.outcome.deviation} ({peers})"
    if report.left_out:
        yield f"left out, with too few examples: {', '.join(report.left_out)}"


def _shown(mean: float | None) -> str:
    return "n/a" if mean is None else f"{mean:.3f}"
