"""The columns in the header of a WebAnno TSV file, and the column with the labels."""

import re
from dataclasses import dataclass, replace

_SPAN, _CHAIN, _RELATION = "#T_SP=", "#T_CH=", "#T_RL="
_KINDS = {_SPAN: "layers", _CHAIN: "chains", _RELATION: "relations"}
_NAMED_ENTITY = "NamedEntity"
_CUSTOM = "webanno.custom."
# Layers that annotate every token or sentence and never mark entities.
_LINGUISTIC = (".lexmorph.", ".segmentation.", ".syntax.", ".morph.", ".transform.")
# Names of the feature with the label, for layers with several.
_LABEL_FEATURES = ("value", "label", "kind", "category", "type")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values; `unread_kind` is the kind under which unread values are counted."""

    layer: int
    # The label for an empty value (`*`): the layer's name if the layer has no features.
    unnamed: str = ""
    is_label: bool = False
    unread_kind: str = ""


@dataclass(frozen=True, slots=True)
class _Layer:
    name: str
    kind: str
    features: tuple[str, ...]

    @property
    def short_name(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def is_linguistic(self) -> bool:
        return any(part in self.name for part in _LINGUISTIC)

    @property
    def label_feature(self) -> int:
        """The index of the feature with the label."""
        plain = [
            index
            for index, feature in enumerate(self.features)
            if not feature.startswith("ROLE_") and "." not in feature
        ]
        known = (i for name in _LABEL_FEATURES for i in plain if self.features[i].lower() == name)
        return next(known, plain[0] if plain else 0)


class Schema:
    """The layers of a file, in the order of its header."""

    def __init__(self, wanted: str = "") -> None:
        self._wanted = wanted
        self._layers: list[_Layer] = []
        self._columns: tuple[Column, ...] | None = None

    def take(self, line: str) -> bool:
        """Read a line of the header; return False if it is not one."""
        if not line.startswith("#T_"):
            return False
        kind = next((kind for prefix, kind in _KINDS.items() if line.startswith(prefix)), None)
        if kind is None:
            return False
        name, *features = line.partition("=")[2].split("|")
        self._layers.append(_Layer(name.strip(), kind, tuple(features)))
        self._columns = None
        return True

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns after token and offsets, in order."""
        if self._columns is None:
            chosen = self._chosen()
            self._columns = tuple(
                column
                for number, layer in enumerate(self._layers)
                for column in _columns(number, layer, is_read=number in chosen)
            )
        return self._columns

    def _chosen(self) -> set[int]:
        spans = {n: layer for n, layer in enumerate(self._layers) if layer.kind == _KINDS[_SPAN]}
        if self._wanted:
            return {n for n, layer in spans.items() if self._is_wanted(layer)}
        return (
            {n for n, layer in spans.items() if layer.short_name == _NAMED_ENTITY}
            or {n for n, layer in spans.items() if layer.name.startswith(_CUSTOM)}
            or {n for n, layer in spans.items() if not layer.is_linguistic}
        )

    def _is_wanted(self, layer: _Layer) -> bool:
        return self._wanted in (layer.name, layer.short_name)


def _columns(number: int, layer: _Layer, *, is_read: bool) -> list[Column]:
    # A layer without features still has a column.
    unnamed = "" if layer.features else layer.short_name
    columns = [Column(number, unnamed) for _ in layer.features or [""]]
    place = layer.label_feature
    if is_read:
        columns[place] = replace(columns[place], is_label=True)
    elif not layer.is_linguistic:
        # Only one column counts, or a layer with three features would count three times.
        columns[place] = replace(columns[place], unread_kind=layer.kind)
    return columns


_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
_IN_TEXT = str.maketrans(
    {chr(code): "\\" + chr(code) for code in range(32)}
    | {character: "\\" + letter for letter, character in _LETTERS.items()}
    | {"\\": "\\\\"}
)
_IN_VALUE = re.compile(r"->|[\\\[\]|_;*]")

# One of several stacked values; a value and its number.
STACKED = re.compile(r"(?:\\.|[^\\|])+", re.DOTALL)
NUMBERED = re.compile(r"((?:\\.|[^\\\[])*)(?:\[(\d{1,15})\])?", re.DOTALL)


def escape_text(text: str) -> str:
    """Return a text or token escaped for a line."""
    return text.translate(_IN_TEXT)


def escape_value(value: str) -> str:
    """Return the value of a feature escaped for a column."""
    escaped = _IN_VALUE.sub(r"\\\g<0>", value)
    return escaped.replace("\t", r"\t").replace("\n", r"\n")


def unescape(written: str, *, is_old: bool = False) -> str:
    r"""Return the unescaped text; versions before 3.2 also have Java escapes like `\u00e9`."""
    if "\\" not in written:
        return written
    return _ESCAPED.sub(lambda match: _character(match[1], is_old=is_old), written)


def _character(escaped: str, *, is_old: bool) -> str:
    if len(escaped) == 1:
        return _LETTERS.get(escaped, escaped)
    return chr(int(escaped[1:], 16)) if is_old else escaped
