"""What detection costs: against tokenising alone, against Microsoft Presidio, and as texts grow.

`python -m benchmarks.detection` prints ratios of one run: the detector against `spacy.blank("fr")`, which
tokenises the same texts and does nothing else, and against Presidio with its pattern recognisers on the same
pipeline (no model, so that patterns are compared with patterns). Texts are lines and whole documents of invented
notes, with 1.4 spans a line, and dense ones full of what is sought (`tests/data/detection`, 2.5 spans); real notes
had 0.74 (the thesis's table 4.1: 4,026 spans in 5,454 lines).

Judged is what happens to a corpus: each text is read once, after others have warmed everything up. Printed beside it
is what the same lines cost again and again: spaCy keeps what it once cut, so that this compares rules with looking
words up; against calling the pipeline, and against its tokenizer without that call. It ends with one long text
against ten short ones, of many lines and of a single one. Seconds are those that one core worked. Without Presidio
the rest is judged all the same.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import spacy

from demo.notes.generator import generate
from detection import detect, detect_all
from text.markup import parse

DOCUMENTS = 300
SEED, WARM_UP_SEED = 20261, 20262
ROUNDS = 15
FEW = 1000
TURN = 100
LINES_OF_DOCUMENT = 20
MOST_TIMES_TOKENISING = 6
LEAST_TIMES_PRESIDIO = 2
MOST_TIMES_TEN_SHORT = 2
DENSE = Path(__file__).parents[1] / "tests" / "data" / "detection"
SHORT, LONG = 10_000, 100_000
DETECTOR, IN_ONE_CALL = "detector", "detector in one call"
PIPELINE, TOKENIZER, PRESIDIO = "blank spaCy", "spaCy's tokenizer", "Presidio"
RECOGNISERS = (
    "CreditCardRecognizer", "DateRecognizer", "EmailRecognizer", "IbanRecognizer", "IpRecognizer",
    "PhoneRecognizer", "UrlRecognizer",
)  # fmt: skip


Verdict = tuple[bool, str]
Work = Callable[[Sequence[str]], object]


def main() -> int:
    """Print the ratios; return 1 if one is worse than promised."""
    analyse = _presidio()
    demo, dense = _lines(SEED), _dense_lines()
    _read_again("demo notes", demo[:FEW])
    _read_again("dense notes", dense[:: len(dense) // FEW])
    works = {DETECTOR: _one_by_one(detect), PIPELINE: _one_by_one(spacy.blank("fr"))} | (
        {PRESIDIO: _one_by_one(analyse)} if analyse else {}
    )
    _timed(works, _lines(WARM_UP_SEED))
    half = len(demo) // 2
    verdicts = [
        *_read_once(works, "lines of demo notes", demo[FEW:half]),
        *_read_once(works, "lines of dense notes", dense[1::4]),
        *_read_once(works, "documents of demo notes", _documents(demo[half:])),
        *_read_once(works, "documents of dense notes", _documents(dense[2::4])),
        _grown("of many lines", "\n".join(demo)),
        _grown("of one line", " ".join(demo)),
    ]
    for is_kept, figure in verdicts:
        print(f"{figure}{'' if is_kept else '  (worse than promised)'}")
    if analyse is None:
        print("Presidio is not installed (requirements/benchmarks.txt): not compared.")
    return 0 if all(is_kept for is_kept, _ in verdicts) else 1


def _one_by_one(work: Callable[[str], object]) -> Work:
    def works(lines: Sequence[str]) -> None:
        for line in lines:
            work(line)

    return works


def _in_one_call(lines: Sequence[str]) -> None:
    for _ in detect_all(lines):
        pass


def _read_again(name: str, lines: Sequence[str]) -> None:
    """Print what lines cost that were read before: whole rounds in turn, the quickest of each work."""
    # Pipelines of their own, so that there is room for every word: each remembers ten thousand, and no more.
    works = {
        DETECTOR: _one_by_one(detect),
        IN_ONE_CALL: _in_one_call,
        PIPELINE: _one_by_one(spacy.blank("fr")),
        TOKENIZER: _one_by_one(spacy.blank("fr").tokenizer),
    }
    # The first round, in which words are new, is never the quickest.
    rounds = [_timed(works, lines, turn=len(lines)) for _ in range(ROUNDS + 1)]
    seconds = {name: min(each[name] for each in rounds) for name in works}
    print(f"{len(lines)} lines of {name} again and again, µs each: {_costs(seconds, len(lines))}")
    for ours in (DETECTOR, IN_ONE_CALL):
        ratios = (f"× {seconds[ours] / seconds[each]:.1f} {each}" for each in (PIPELINE, TOKENIZER))
        print(f"  {ours}: {', '.join(ratios)}")


def _read_once(works: Mapping[str, Work], name: str, texts: Sequence[str]) -> Iterator[Verdict]:
    """Yield what texts cost that are read once, after others."""
    # When the collector goes through all that Presidio and spaCy hold is chance; nobody is charged for it.
    gc.collect()
    gc.freeze()
    seconds = _timed(works, texts)
    regime = f"{len(texts)} {name} read once"
    print(f"{regime}, µs each: {_costs(seconds, len(texts))}")
    ratio = seconds[DETECTOR] / seconds[PIPELINE]
    yield ratio <= MOST_TIMES_TOKENISING, f"{DETECTOR} / {PIPELINE}, {regime}: × {ratio:.1f}"
    if PRESIDIO in seconds:
        slower = seconds[PRESIDIO] / seconds[DETECTOR]
        yield slower >= LEAST_TIMES_PRESIDIO, f"{PRESIDIO} / {DETECTOR}, {regime}: × {slower:.1f}"


def _costs(seconds: Mapping[str, float], count: int) -> str:
    return ", ".join(f"{name} {each / count * 1e6:.1f}" for name, each in seconds.items())


def _documents(lines: Sequence[str]) -> list[str]:
    starts = range(0, len(lines), LINES_OF_DOCUMENT)
    return ["\n".join(lines[start : start + LINES_OF_DOCUMENT]) for start in starts]


def _dense_lines() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(DENSE.glob("*.txt"))]
    return [parse(line)[0] for text in texts for line in text.splitlines()]


def _lines(seed: int) -> list[str]:
    return [line.text for document in generate(DOCUMENTS, seed=seed) for line in document.gold]


def _timed(
    works: Mapping[str, Work], texts: Sequence[str], *, turn: int = TURN
) -> dict[str, float]:
    """Return the seconds that each work takes for all texts, in small turns."""
    seconds = dict.fromkeys(works, 0.0)
    for start in range(0, len(texts), turn):
        for name, work in works.items():
            started = time.process_time()
            work(texts[start : start + turn])
            seconds[name] += time.process_time() - started
    return seconds


def _presidio() -> Callable[[str], object] | None:
    """Return Presidio on a blank pipeline: tokens, and no model to download; none if not installed."""
    if find_spec("presidio_analyzer") is None:
        return None
    import tldextract  # noqa: PLC0415  (installed for this benchmark only)
    from presidio_analyzer import (  # noqa: PLC0415
        AnalyzerEngine,
        RecognizerRegistry,
        predefined_recognizers,
    )
    from presidio_analyzer.nlp_engine import SpacyNlpEngine  # noqa: PLC0415

    class BlankEngine(SpacyNlpEngine):  # type: ignore[misc]  # without types
        def __init__(self) -> None:
            super().__init__(models=[{"lang_code": "fr", "model_name": "blank"}])
            self.nlp = {"fr": spacy.blank("fr")}

        def load(self) -> None:
            """Load nothing: the pipeline is there."""

    # Its list of domains is in the package; without this it would first ask the network for a newer one.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=())
    registry = RecognizerRegistry(supported_languages=["fr"])
    for name in RECOGNISERS:
        registry.add_recognizer(getattr(predefined_recognizers, name)(supported_language="fr"))
    engine = AnalyzerEngine(registry=registry, nlp_engine=BlankEngine(), supported_languages=["fr"])
    return lambda text: engine.analyze(text, language="fr")


def _grown(kind: str, text: str) -> Verdict:
    ratio = _growth(text)
    return ratio <= MOST_TIMES_TEN_SHORT, f"a text {kind}, 100 kB / ten of 10 kB: × {ratio:.2f}"


def _growth(text: str) -> float:
    """Return how much longer one long text takes than the same characters in ten short ones."""
    whole = (text * (LONG // len(text) + 1))[:LONG]
    parts = [whole[start : start + SHORT] for start in range(0, LONG, SHORT)]
    works = {DETECTOR: _one_by_one(detect)}
    long = min(_timed(works, [whole])[DETECTOR] for _ in range(ROUNDS))
    short = min(_timed(works, parts)[DETECTOR] for _ in range(ROUNDS))
    return long / short


if __name__ == "__main__":
    raise SystemExit(main())
