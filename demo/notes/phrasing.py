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


def drug(scene: Scene, kind: str = "") -> str:
    """Return a drug, and let the scene know its usual strength."""
    entries = [entry for entry in words("drugs") if f";{kind}" in entry]
    name, _, strength = scene.rng.choice(entries).split(";")
    scene.strength_mg = int(strength)
    return name


def strength(scene: Scene) -> str:
    """Return a dose that suits the drug just named."""
    return f"{scene.strength_mg * scene.rng.choice((1, 1, 1, 2))} mg"


def body(scene: Scene) -> str:
    """Return weight, height and the index that follows from them."""
    height_cm = scene.rng.randint(148, 194)
    weight_kg = round(scene.rng.triangular(17, 40, 25) * (height_cm / 100) ** 2)
    index = weight_kg / (height_cm / 100) ** 2
    name = scene.rng.choice(("BMI", "IMC"))
    return f"Poids {weight_kg} kg, taille {height_cm} cm, {name} {index:.1f} kg/m2"


def child_weight(scene: Scene) -> str:
    """Return the weight in kg that a child of this age may have."""
    return str(round((3.4 + scene.age_days**0.55 * 0.21) * scene.rng.uniform(0.88, 1.15), 1))


def child_height(scene: Scene) -> str:
    """Return the height in cm that a child of this age may have."""
    return str(round((50 + scene.age_days**0.6 * 0.62) * scene.rng.uniform(0.96, 1.05)))


SLOTS: Mapping[str, Slot] = {
    **moments.SLOTS,
    **people.SLOTS,
    **places.SLOTS,
    **identifiers.SLOTS,
    "drug": drug,
    "antalgic": lambda scene: drug(scene, "antalgic"),
    "antibiotic": lambda scene: drug(scene, "antibiotic"),
    "anticoagulant": lambda scene: drug(scene, "anticoagulant"),
    "mg": strength,
    "body": body,
    "child_weight": child_weight,
    "child_height": child_height,
    "eponym": _word("eponyms"),
    "sign": _word("signs"),
}
GRAMMAR = Grammar(SLOTS)
