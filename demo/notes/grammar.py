"""Phrases as a small grammar, read from plain files.

`[a|b|]` is one of the alternatives, `{name}` a rule of the files or a slot written in Python,
`{né/née}` agrees with the patient, `{KIN=père}` marks a word as gold. A rule whose phrases begin with
an article is called bare (`{disease}`), with it (`{a:disease}`), after « de » (`{of:disease}`:
d'une …, `{de:disease}`: de …). `{rule_C}` begins with a capital, `{n:2-9:1}` is a number.
A phrase that begins with a condition is said only of those it fits: `F! ` women, `G! ` who can be
pregnant, `A! ` adults, `Y! ` who may have living parents, `B! ` babies, `K! ` children past two years.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Protocol

from demo.notes.marks import PHRASE_LABELS, mark

_FOLDER = Path(__file__).parent / "phrases"
_HEADING = "== "
_TOKEN = re.compile(r"[\[\]|]|\{[^{}]*\}|[^\[\]|{}]+")
_NUMBER = re.compile(r"n:(-?\d+)-(\d+):(\d+)(?::(\d+))?")
_ARTICLE = re.compile(r"(?:une|un|des) ")
_ELIDED = re.compile("[\ue000-\ue0fe]?[aeiouyhàâéèêëîïôöûüœ]", re.IGNORECASE)
_ASPIRATED = re.compile(
    "[\ue000-\ue0fe]?(?:hernie|hanche|haut|hongr|hoxh|haldi|hoch|huit)", re.IGNORECASE
)
# Left over where an alternative was empty or an abbreviation ended the sentence.
_MESSY = re.compile(r" {2,}| (?=[,.;])|(?<=\.)\.")

ARTICLED = frozenset(
    {"pain", "symptom", "disease", "chronic", "surgery", "surgical", "eponym"}
    | {"child_symptom", "child_disease"}
)
_CONDITION = re.compile(r"(?:([A-Z])! )?(.*)")


class Speaker(Protocol):
    """What a phrase needs to know: chance, the patient, and what was said already."""

    rng: Random
    said: set[str]
    said_in_phrase: set[str]

    @property
    def is_female(self) -> bool: ...

    def suits(self, condition: str) -> bool: ...

    def begin_phrase(self) -> None: ...


Slot = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives of which one is said."""

    options: tuple[tuple["Part", ...], ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A rule, a slot, an agreement or a number."""

    name: str


Part = str | Choice | Call


@cache
def parse_template(template: str) -> tuple[Part, ...]:
    """Return the parts of a phrase."""
    tokens = _TOKEN.findall(template)
    parts, rest = _sequence(tokens)
    if rest:
        raise ValueError(f"Unbalanced phrase: {template!r}")
    return parts


def _sequence(tokens: list[str]) -> tuple[tuple[Part, ...], list[str]]:
    parts: list[Part] = []
    while tokens and tokens[0] not in ("|", "]"):
        piece, tokens = tokens[0], tokens[1:]
        if piece == "[":
            choice, tokens = _choice(tokens)
            parts.append(choice)
        else:
            parts.append(Call(piece[1:-1]) if piece[0] == "{" else piece)
    return tuple(parts), tokens


def _choice(tokens: list[str]) -> tuple[Choice, list[str]]:
    options = []
    while True:
        option, tokens = _sequence(tokens)
        options.append(option)
        separator, tokens = tokens[0], tokens[1:]
        if separator == "]":
            return Choice(tuple(options)), tokens


@cache
def rules() -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of every rule in the files."""
    found: dict[str, list[str]] = {}
    for path in sorted(_FOLDER.glob("*.txt")):
        current: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            if line.startswith(_HEADING):
                current = found.setdefault(line.removeprefix(_HEADING), [])
            elif line:
                current.append(line)
    return {name: tuple(phrases) for name, phrases in found.items()}


def after_de(text: str) -> str:
    """Return « de » and the text, elided where French does."""
    is_elided = _ELIDED.match(text) and not _ASPIRATED.match(text)
    return f"d'{text}" if is_elided else f"de {text}"


def capitalised(text: str) -> str:
    """Return the text with its first letter, marks aside, as a capital."""
    index = next((i for i, character in enumerate(text) if character.isalnum()), 0)
    return text[:index] + text[index : index + 1].upper() + text[index + 1 :]


class Grammar:
    """The rules of the files together with slots written in Python."""

    def __init__(self, slots: Mapping[str, Slot]) -> None:
        self._slots = slots

    def say(self, rule: str, scene: Speaker) -> str:
        """Return one phrase of a rule, preferably one that this document has not used."""
        return self.fill(_fresh(rule, scene, scene.said), scene).strip()

    def fill(self, template: str, scene: Speaker) -> str:
        """Return a phrase given as a template."""
        scene.begin_phrase()
        return _MESSY.sub(_tidy, self._parts(parse_template(template), scene))

    def unknown_calls(self) -> list[str]:
        """Return every name the files call and nobody defines."""
        called = {call for phrases in rules().values() for p in phrases for call in _calls(p)}
        return sorted(name for name in called if not self._knows(name))

    def _knows(self, name: str) -> bool:
        if "/" in name or name == "e" or "=" in name or _NUMBER.fullmatch(name):
            return True
        base = name.rpartition(":")[2].removesuffix("_C")
        return base in self._slots or base in rules()

    def _parts(self, parts: tuple[Part, ...], scene: Speaker) -> str:
        return "".join(part if isinstance(part, str) else self._part(part, scene) for part in parts)

    def _part(self, part: Choice | Call, scene: Speaker) -> str:
        if isinstance(part, Choice):
            return self._parts(scene.rng.choice(part.options), scene)
        return self._call(part.name, scene)

    def _call(self, name: str, scene: Speaker) -> str:
        if name.endswith("_C"):
            return capitalised(self._call(name[:-2], scene))
        said = _inline(name, scene)
        return self._phrase(name, scene) if said is None else said

    def _phrase(self, name: str, scene: Speaker) -> str:
        form, _, base = name.rpartition(":")
        phrase = self._named(base, scene)
        if form:
            return _FORMS[form](phrase)
        return _ARTICLE.sub("", phrase, count=1) if base in ARTICLED else phrase

    def _named(self, name: str, scene: Speaker) -> str:
        if name in self._slots:
            return self._slots[name](scene)
        template = _fresh(name, scene, scene.said_in_phrase)
        return self._parts(parse_template(template), scene)


def _inline(name: str, scene: Speaker) -> str | None:
    """Return what a call says by itself: a marked word, an ending, an agreement or a number."""
    if "=" in name:
        label, word = name.split("=", 1)
        return mark(PHRASE_LABELS[label], _agreeing(word, scene))
    if name == "e":
        return "e" if scene.is_female else ""
    if number := _NUMBER.fullmatch(name):
        return _number(number, scene.rng)
    return _agreeing(name, scene) if "/" in name else None


def _fresh(rule: str, scene: Speaker, said: set[str]) -> str:
    phrases = [
        text for condition, text in _conditional(rule) if not condition or scene.suits(condition)
    ]
    template = scene.rng.choice([phrase for phrase in phrases if phrase not in said] or phrases)
    said.add(template)
    return template


@cache
def _conditional(rule: str) -> tuple[tuple[str, str], ...]:
    parted = (_CONDITION.fullmatch(phrase) for phrase in rules()[rule])
    return tuple((match[1] or "", match[2]) for match in parted if match)


def _calls(template: str) -> list[str]:
    return re.findall(r"\{([^{}]*)\}", template)


def _agreeing(word: str, scene: Speaker) -> str:
    masculine, _, feminine = word.partition("/")
    return feminine if feminine and scene.is_female else masculine


def _number(match: re.Match[str], rng: Random) -> str:
    low, high, step, divisor = (int(group) if group else 1 for group in match.groups())
    value = rng.randrange(low, high + 1, step)
    if divisor == 1:
        return str(value)
    return str(value / divisor).replace(".", rng.choice(".,."))


def _of(phrase: str) -> str:
    return after_de(phrase.removeprefix("des "))


def _de(phrase: str) -> str:
    return after_de(_ARTICLE.sub("", phrase, count=1))


_FORMS: Mapping[str, Callable[[str], str]] = {"a": str, "of": _of, "de": _de}


def _tidy(match: re.Match[str]) -> str:
    return " " if match[0].startswith("  ") else ""
