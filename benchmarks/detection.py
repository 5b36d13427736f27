"""What detection costs: against tokenising alone, against Microsoft Presidio, and as texts grow.

`python -m benchmarks.detection` prints ratios of one run on invented notes: the detector against
`spacy.blank("fr")` tokenising the same lines, and against Presidio with its pattern recognisers on the
same pipeline (no model, so that patterns are compared with patterns). As a corpus is read, each line is
read once, after other documents have warmed everything up. spaCy remembers words, so that tokenising a
line again costs next to nothing: that ratio is printed and judged as well, and is the harder one.
It ends with one long text against ten short ones. Seconds are those that one core worked.
"""

import time
from collections.abc import Callable, Sequence

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry, predefined_recognizers
from presidio_analyzer.nlp_engine import SpacyNlpEngine

from demo.notes import generate
from detection.pipeline import detector

DOCUMENTS = 300
SEED, WARM_UP_SEED = 20261, 20262
ROUNDS = 5
FEW = 1000
TURN = 100
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
    find, tokenise, analyse = detector("fr").explain, spacy.blank("fr").make_doc, _presidio()
    works = (find, tokenise, analyse)
    _timed(works, _lines(WARM_UP_SEED))
    lines = _lines(SEED)
    print(f"{len(lines)} lines of {sum(map(len, lines)) / len(lines):.0f} characters on average")
    detection, tokens, presidio = _timed(works, lines)
    for name, seconds in zip(
        ("detector", "tokenising", "Presidio"), (detection, tokens, presidio), strict=True
    ):
        print(f"{name:<12} {seconds / len(lines) * 1e6:8.1f} µs a line, read once")
    few = lines[:FEW]
    again = [min(times) for times in zip(*(_timed(works, few) for _ in range(ROUNDS)), strict=True)]
    hot = again[0] / again[1]
    grown = _growth("\n".join(lines))
    verdicts = (
        (
            hot <= MOST_TIMES_TOKENISING,
            f"detector / tokenising, {FEW} lines again and again: × {hot:.1f}",
        ),
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


def _lines(seed: int) -> list[str]:
    return [line.text for document in generate(DOCUMENTS, seed=seed) for line in document.gold]


def _timed(works: Sequence[Callable[[str], object]], texts: Sequence[str]) -> list[float]:
    """Return the seconds that each work takes for all texts, in small turns."""
    seconds = [0.0] * len(works)
    for start in range(0, len(texts), TURN):
        for index, work in enumerate(works):
            started = time.process_time()
            for text in texts[start : start + TURN]:
                work(text)
            seconds[index] += time.process_time() - started
    return seconds


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
    long = min(_timed([find], [whole])[0] for _ in range(ROUNDS))
    short = min(_timed([find], parts)[0] for _ in range(ROUNDS))
    return long / short


if __name__ == "__main__":
    raise SystemExit(main())
