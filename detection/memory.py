"""What was learned of words, kept up to a bound: the older half is forgotten before the newer one."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """A bounded memory whose newer half is a plain dictionary, which nothing is quicker to ask than.

    Safe to share between threads: what two of them change at once is at worst learned again.
    """

    def __init__(self, most: int) -> None:
        self.recent: dict[Key, Value] = {}
        self._older: dict[Key, Value] = {}
        self._half = most // 2

    def __len__(self) -> int:
        return len(self.recent) + len(self._older)

    def recall(self, key: Key) -> Value | None:
        """Return what is known of a key, and know it for longer."""
        value = self.recent.get(key)
        if value is None and (value := self._older.get(key)) is not None:
            self.keep(key, value)
        return value

    def keep(self, key: Key, value: Value) -> None:
        """Know this of a key from now on."""
        if len(self.recent) >= self._half:
            self._older, self.recent = self.recent, {}
        self.recent[key] = value
