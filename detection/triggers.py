"""Which rules are worth asking: most lines wake a few, and asking the others would cost most of the time."""

from collections.abc import Iterable, Iterator, Sequence

from detection.reading import Reading
from detection.rules import Rule


class TriggerIndex:
    """From what occurs in a text, or was found in it, to the rules that may find something, in their order."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        # A bit per rule, the first rule the lowest, so that what occurs in a text adds up to one number.
        self._rules = {1 << place: rule for place, rule in enumerate(rules)}
        self._woken: dict[str, int] = {}
        # Rules that are always asked, and those that are if their sign says so.
        self._always = self._signed = 0
        for bit, rule in self._rules.items():
            for trigger in rule.triggers:
                self._woken[trigger] = self._woken.get(trigger, 0) | bit
            if rule.sign:
                self._signed |= bit
            elif not rule.triggers:
                self._always |= bit

    def asked(self, reading: Reading) -> Iterator[Rule]:
        """Yield the rules to ask, each after what the one before found; the others find nothing here."""
        woken = self._always | self._by(reading.lexicons)
        labels = reading.found.labels
        known = 0
        waiting = woken | self._signed
        while waiting:
            bit = waiting & -waiting
            rule = self._rules[bit]
            sign = rule.sign
            if woken & bit or (sign is not None and sign(reading)):
                yield rule
                if len(labels) != known:
                    # What was found wakes rules that build on it, all of which come later.
                    known = len(labels)
                    woken |= self._by(labels)
                    waiting |= woken
            # This rule and those before it are done.
            waiting &= -(bit << 1)

    def _by(self, triggers: Iterable[str]) -> int:
        woken = 0
        for trigger in triggers:
            if trigger in self._woken:
                woken |= self._woken[trigger]
        return woken
