"""What detection costs: against tokenising alone, against Microsoft Presidio, and as texts grow.

`python -m benchmarks.detection` reads invented notes and prints ratios of one run: the detector against
`spacy.blank("fr")` tokenising the same lines, and against Presidio with its pattern recognisers on the
same pipeline (no model, so that patterns are compared with patterns). Each figure is the best of some
rounds in turn, so that other programs on the machine count little. It ends with one long text against
ten short ones.
"""

import time
from collections.abc import Callable, Sequence

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry, predefined_recognizers
from presidio_analyzer.nlp_engine import SpacyNlpEngine

from demo.notes import generate
from detection.pipeline import detector

DOCUMENTS = 150
ROUNDS = 7
MOST_TIMES_TOKENISING = 6
LEAST_TIMES_PRESIDIO = 3
MOST_TIMES_TEN_SHORT = 2
SHORT, LONG = 10_000, 100_000
RECOGNISERS = (
    "CreditCardRecognizer", "DateRecognizer", "EmailRecognizer", "IbanRecognizer", "IpRecognizer",
    "PhoneRecognizer", "UrlRecognizer",
)  # fmt: skip


class BlankEngine(SpacyNlpEngine):  # type: ignore[misc]  # without types
    """Presidio's engine on a blank pipeline: tokens, and no model to download."""

    def __init__(self) -> None:
        super().__init__(models=[{"lang_code": "fr", "model_name": "blank"}])
        self.nlp = {"fr": spacy.blank("fr")}

    def load(self) -> None:
        """Load nothing: the pipeline is there."""


def main() -> int:
    """Print the ratios; return 1 if one is worse than promised."""
    lines = [line.text for document in generate(DOCUMENTS, seed=20261) for line in document.gold]
    print(f"{len(lines)} lines of {sum(map(len, lines)) / len(lines):.0f} characters on average")
    find, tokenise, analyse = detector("fr").explain, spacy.blank("fr").make_doc, _presidio()
    detection, tokens, presidio = _best(
        [lambda: _each(find, lines), lambda: _each(tokenise, lines), lambda: _each(analyse, lines)]
    )
    for name, seconds in (
        ("detector", detection), ("tokenising", tokens), ("Presidio", presidio)
    ):  # fmt: skip
        print(f"{name:<12} {seconds / len(lines) * 1e6:8.1f} µs a line")
    grown = _growth("\n".join(lines))
    verdicts = (
        (
            detection / tokens <= MOST_TIMES_TOKENISING,
            f"detector / tokenising: × {detection / tokens:.1f}",
        ),
        (
            presidio / detection >= LEAST_TIMES_PRESIDIO,
            f"Presidio / detector: × {presidio / detection:.1f}",
        ),
        (grown <= MOST_TIMES_TEN_SHORT, f"one text of 100 kB / ten of 10 kB: × {grown:.2f}"),
    )
    for is_kept, figure in verdicts:
        print(f"{figure}{'' if is_kept else '  (worse than promised)'}")
    return 0 if all(is_kept for is_kept, _ in verdicts) else 1


def _presidio() -> Callable[[str], object]:
    # Its list of domains is in the package; without this it would first ask the network for a newer one.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=())
    registry = RecognizerRegistry(supported_languages=["fr"])
    for name in RECOGNISERS:
        registry.add_recognizer(getattr(predefined_recognizers, name)(supported_language="fr"))
    engine = AnalyzerEngine(registry=registry, nlp_engine=BlankEngine(), supported_languages=["fr"])
    return lambda text: engine.analyze(text, language="fr")


def _growth(text: str) -> float:
    """Return how much longer one long text takes than the same characters in ten short ones."""
    whole = (text * (LONG // len(text) + 1))[:LONG]
    parts = [whole[start : start + SHORT] for start in range(0, LONG, SHORT)]
    find = detector("fr").explain
    long, short = _best([lambda: _each(find, [whole]), lambda: _each(find, parts)])
    return long / short


def _each(work: Callable[[str], object], texts: Sequence[str]) -> None:
    for text in texts:
        work(text)


def _best(tasks: Sequence[Callable[[], None]]) -> list[float]:
    """Return the shortest time of each task; they take turns, after one round that warms up."""
    best = [float("inf")] * len(tasks)
    for round_number in range(ROUNDS + 1):
        for index, task in enumerate(tasks):
            started = time.process_time()
            task()
            if round_number:
                best[index] = min(best[index], time.process_time() - started)
    return best


if __name__ == "__main__":
    raise SystemExit(main())
