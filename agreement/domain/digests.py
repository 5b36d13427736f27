"""Fingerprints of all that a result depends on: equal ones mean that nothing has to be computed."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

from agreement.domain.correction import Ruling
from agreement.domain.references import Method
from corpus.domain.spans import Span

# Raised whenever the same answers would lead to another result than before.
RULES_VERSION = 1


@dataclass(frozen=True)
class GivenAnswer:
    """One person's live answer to an input, as far as results depend on it."""

    annotator: str
    id: str
    verdict: str
    # Seconds since 1970 would do; kept as written, it reads the same on every machine.
    answered_at: str
    versions: int
    duration_ms: int | None
    units: tuple[Span, ...] = ()

    @property
    def is_accepted(self) -> bool:
        return self.verdict == "accept"


def method_digest(method: Method, *, weighs_votes: bool) -> bytes:
    """Return the fingerprint of a contest's settings."""
    return _digest([RULES_VERSION, *astuple(method), weighs_votes])


def input_digest(method: bytes, answers: Iterable[GivenAnswer], rulings: Iterable[Ruling]) -> bytes:
    """Return the fingerprint of one input's answers and corrections, under these settings."""
    given = sorted(answers, key=lambda answer: answer.annotator)
    ruled = sorted(rulings, key=lambda ruling: ruling.key)
    return _digest([method.hex(), [astuple(one) for one in given], [astuple(one) for one in ruled]])


def _digest(value: Any) -> bytes:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).digest()
