"""Which rules are worth asking: most lines wake a few, and asking the others would cost most of the time."""

from collections.abc import Callable, Iterator, Sequence

from detection.reading import Reading
from detection.rules import Rule

Sign = Callable[[Reading], bool]
# A rule that is asked: at once, or where one of these categories was found before or its sign says so.
Asked = tuple[Rule, frozenset[str] | None, Sign | None]
# Combinations of triggers that are kept; a corpus has some hundreds.
_KEPT = 4096


class TriggerIndex:
    """From what occurs in a text to the rules that may find something in it, in their order."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        self._labels = frozenset(rule.label for rule in rules)
        # A bit per rule, so that what occurs in a text adds up to one number.
        self._woken: dict[str, int] = {}
        for bit, rule in enumerate(self._rules):
            for trigger in rule.triggers:
                self._woken[trigger] = self._woken.get(trigger, 0) | 1 << bit
        self._kept: dict[int, tuple[Asked, ...]] = {}

    def asked(self, reading: Reading) -> tuple[Asked, ...]:
        """Return the rules to ask; the others find nothing in this text."""
        woken = 0
        for trigger in reading.lexicons:
            if trigger in self._woken:
                woken |= self._woken[trigger]
        kept = self._kept.get(woken)
        return self._kept_for(woken) if kept is None else kept

    def _kept_for(self, woken: int) -> tuple[Asked, ...]:
        asked = tuple(self._ask(woken))
        if len(self._kept) < _KEPT:
            self._kept[woken] = asked
        return asked

    def _ask(self, woken: int) -> Iterator[Asked]:
        for bit, rule in enumerate(self._rules):
            builds_on = rule.triggers & self._labels
            if woken >> bit & 1 or not (rule.triggers or rule.sign):
                yield rule, None, None
            elif builds_on or rule.sign:
                yield rule, builds_on, rule.sign
