"""What new guidelines start from: those that come with a preset, or a skeleton to fill in."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from contests.categories.domain.presets import PRESETS

LANGUAGES = ("fr", "en")
# How much of their labels a contest and a preset must share.
_ALIKE = 0.8


@dataclass(frozen=True)
class Described:
    """A category that a skeleton has a section for."""

    label: str
    supercategory: str
    description: str


@dataclass(frozen=True)
class _Phrases:
    title: str
    introduction: str
    about: str
    nothing_said: str


_PHRASES = {
    "en": _Phrases(
        title="Guidelines",
        introduction="In general",
        about="*Say here what this contest is about, and what holds for all categories.*",
        nothing_said="*Say here what is marked and what is not, with an example of each.*",
    ),
    "fr": _Phrases(
        title="Consignes",
        introduction="En général",
        about="*Dites ici de quoi il s’agit dans ce concours, et ce qui vaut pour toutes les "
        "catégories.*",
        nothing_said="*Dites ici ce qui est à annoter et ce qui ne l’est pas, avec un exemple de "
        "chaque.*",
    ),
}


def matching_defaults(labels: Collection[str]) -> str:
    """Return the name of the default guidelines written for such categories; empty if none are."""
    for preset in PRESETS.values():
        theirs = {
            label for supercategory in preset.supercategories for label in supercategory.labels
        }
        if preset.guidelines and len(theirs & set(labels)) >= _ALIKE * len(theirs | set(labels)):
            return preset.guidelines
    return ""


def default_text(name: str, language: str) -> str:
    """Return default guidelines in one language; empty where nobody has written them."""
    file = files("contests") / "guidelines" / f"{name}.{language}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def skeleton(categories: Iterable[Described], language: str) -> str:
    """Return guidelines that have a section for each category, with what is known about it."""
    phrases = _PHRASES.get(language, _PHRASES["en"])
    start = [f"# {phrases.title}", f"## {phrases.introduction}", phrases.about]
    return "\n\n".join([*start, *_sections(categories, phrases)]) + "\n"


def completed(text: str, categories: Iterable[Described], language: str) -> str:
    """Return ready-made guidelines with a section for each category that they do not speak of."""
    phrases = _PHRASES.get(language, _PHRASES["en"])
    lacking = [each for each in categories if f"{{{each.label}}}" not in text]
    return "\n\n".join([text.rstrip(), *_sections(lacking, phrases)]) + "\n"


def _sections(categories: Iterable[Described], phrases: _Phrases) -> Iterator[str]:
    supercategory = None
    for category in categories:
        if category.supercategory != supercategory:
            supercategory = category.supercategory
            yield f"## {supercategory}"
        yield f"### {{{category.label}}}"
        yield category.description.strip() or phrases.nothing_said


MAJOR, MINOR, PATCH = "major", "minor", "patch"
LEVELS = (MAJOR, MINOR, PATCH)


@dataclass(frozen=True, order=True)
class Version:
    """Major where earlier answers may be wrong now, minor for new rules, patch for wording."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    def following(self, level: str) -> "Version":
        """Return the next version of this level."""
        match level:
            case "major":
                return Version(self.major + 1, 0, 0)
            case "minor":
                return Version(self.major, self.minor + 1, 0)
        return Version(self.major, self.minor, self.patch + 1)


FIRST = Version(1, 0, 0)
