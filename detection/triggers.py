"""Which rules are worth asking: most lines wake a few, and asking the others would cost most of the time."""

from collections.abc import Callable, Sequence

from detection.reading import Reading
from detection.rules import Rule

Sign = Callable[[Reading], bool]
# A rule that is asked, at once or where its sign says so.
Asked = tuple[Sign | None, Rule]
# Combinations of triggers that are kept; a corpus has some hundreds.
_KEPT = 4096


class TriggerIndex:
    """From what occurs in a text to the rules that may find something in it, in their order."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        # A bit per rule, so that what occurs in a text adds up to one number.
        self._woken: dict[str, int] = {}
        for bit, rule in enumerate(self._rules):
            for trigger in rule.triggers:
                self._woken[trigger] = self._woken.get(trigger, 0) | 1 << bit
        self._kept: dict[int, tuple[Asked, ...]] = {}

    def asked(self, reading: Reading) -> tuple[Asked, ...]:
        """Return the rules to ask; the others find nothing in this text."""
        woken = 0
        for lexicon in reading.lexicons:
            if lexicon in self._woken:
                woken |= self._woken[lexicon]
        kept = self._kept.get(woken)
        return self._kept_for(woken) if kept is None else kept

    def _kept_for(self, woken: int) -> tuple[Asked, ...]:
        asked = tuple(
            (None if woken >> bit & 1 or not (rule.triggers or rule.sign) else rule.sign, rule)
            for bit, rule in enumerate(self._rules)
            if woken >> bit & 1 or rule.sign or not rule.triggers
        )
        if len(self._kept) < _KEPT:
            self._kept[woken] = asked
        return asked
