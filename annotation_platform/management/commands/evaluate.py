"""`manage.py evaluate GOLD.jsonl PREDICTED.jsonl`: how well spans were found, label by label."""

import json
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from detection.evaluation import (
    NOTHING,
    Average,
    Evaluation,
    Score,
    TextCounts,
    as_members,
    evaluate,
)
from detection.intervals import as_members as interval_members
from detection.intervals import estimates
from formats import streams as plain_files
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record
from web.errors import explain


class Command(BaseCommand):
    help = (
        "Print precision, recall and F1 per label and on average, for exact spans and for tokens, and "
        "what was confused with what. Records are matched by id, or by text where they have none."
    )
    # Plain files in, plain files out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("gold", metavar="GOLD.jsonl", help="a file, or - for standard input")
        parser.add_argument("predicted", metavar="PREDICTED.jsonl")
        parser.add_argument(
            "--labels", metavar="A,B", help="count these alone (all but AUTRES otherwise)"
        )
        parser.add_argument("--json", action="store_true", help="all figures as one JSON object")

    # In English, like the rest of the command line.
    @no_translations
    def handle(self, *, gold: str, predicted: str, **options: Any) -> None:
        truth, found = _records(gold), _records(predicted)
        labels = _labels(options["labels"], (*truth, *found))
        result = evaluate(truth, list(_matched(truth, found, gold, predicted)), labels=labels)
        texts = Counter(result.texts)
        if options["json"]:
            members = as_members(result.exact, result.tokens, result.confusion)
            members |= interval_members(estimates(texts), texts)
            self.stdout.write(json.dumps(members, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join([*_table(result), "", *_estimates(texts)]))


def _records(name: str) -> list[Record]:
    try:
        with plain_files.source(name) as lines:
            found = list(JSONL.read(lines, options=ReadOptions(), companion=None))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    problems = [item for item in found if isinstance(item, Problem)]
    if problems:
        listed = "\n".join(f"{name}:{item.line}: {explain(item)}" for item in problems)
        raise CommandError(f"{listed}\nNothing was compared.")
    return [item for item in found if isinstance(item, Record)]


def _labels(wanted: str | None, records: Sequence[Record]) -> set[str] | None:
    if wanted is None:
        return None
    labels = {label.strip() for label in wanted.split(",")} - {""}
    unknown = labels - {span.label for record in records for span in record.spans}
    if unknown or not labels:
        raise CommandError(f"No span has the label {', '.join(sorted(unknown)) or '(none named)'}.")
    return labels


def _matched(
    gold: Sequence[Record], predicted: Sequence[Record], gold_name: str, predicted_name: str
) -> Iterator[Record]:
    """Yield for each gold record the prediction with its id, or with its text."""
    has_ids = all(record.id for record in (*gold, *predicted))
    waiting: dict[str, list[Record]] = defaultdict(list)
    for record in predicted:
        waiting[record.id if has_ids else record.text].append(record)
    for record in gold:
        same = waiting[record.id if has_ids else record.text]
        if not same:
            raise CommandError(f"{gold_name}:{record.line}: {predicted_name} has no such record.")
        match = same.pop(0)
        if match.text != record.text:
            raise CommandError(
                f"{predicted_name}:{match.line}: its text is not that of the gold set."
            )
        yield match
    left = sorted(record.line for records in waiting.values() for record in records)
    if left:
        raise CommandError(f"{predicted_name}:{left[0]}: {gold_name} has no such record.")


def _estimates(texts: Mapping[TextCounts, int]) -> Iterator[str]:
    found = estimates(texts)
    if not found:
        return
    yield "95 % of 1,000 bootstrap draws over texts (micro)"
    for name, each in found.items():
        between = f"{each.interval.low:.3f} to {each.interval.high:.3f}" if each.interval else "n/a"
        yield f"{name:<16}  {each.value:5.3f}  {between}"
    identifying = sum(each.identifying * times for each, times in texts.items())
    uncovered = sum(each.uncovered * times for each, times in texts.items())
    yield f"leakage: {uncovered} of {identifying} identifying tokens are covered by nothing"


def _table(result: Evaluation) -> Iterator[str]:
    width = max([len(label) for label in result.exact.labels] + [len("weighted")])
    for title, scores in (("exact spans", result.exact), ("tokens", result.tokens)):
        yield f"{title:<{width}}  precision  recall     F1  support"
        lines: list[tuple[str, Score | Average]] = [*scores.labels.items()]
        lines += scores.averages.items()
        for name, score in lines:
            yield (
                f"{name:<{width}}  {score.precision:9.3f}  {score.recall:6.3f}  {score.f1:5.3f}"
                f"  {score.support:7d}"
            )
        yield ""
    yield f"confused (gold → predicted; {NOTHING}: nothing)"
    confused = [(count, pair) for pair, count in result.confusion.items() if pair[0] != pair[1]]
    for count, (gold, found) in sorted(confused, reverse=True):
        yield f"{count:7d}  {gold} → {found}"
