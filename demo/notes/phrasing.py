"""The one grammar that all documents speak."""

from collections.abc import Mapping

from demo.notes import identifiers, moments, people, places
from demo.notes.grammar import Grammar, Slot
from demo.notes.lexicons import words
from demo.notes.scene import Scene


def _word(lexicon: str) -> Slot:
    def choose(scene: Scene) -> str:
        return scene.rng.choice(words(lexicon))

    return choose


SLOTS: Mapping[str, Slot] = {
    **moments.SLOTS,
    **people.SLOTS,
    **places.SLOTS,
    **identifiers.SLOTS,
    "drug": _word("drugs"),
    "eponym": _word("eponyms"),
    "sign": _word("signs"),
}
GRAMMAR = Grammar(SLOTS)
