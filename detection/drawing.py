"""The order of the rules as a picture: an SVG that takes its colours from the page around it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from detection.rules import Rule, in_order

NEEDS, AFTER, OVERRIDES = "needs", "after", "overrides"
_WIDTH: Final = 236
_HEIGHT: Final = 30
_GAP_X: Final = 84
_GAP_Y: Final = 16
_MARGIN: Final = 12


@dataclass(frozen=True, order=True)
class Edge:
    """`tail` must run before `head`; `kind` says why."""

    tail: str
    head: str
    kind: str


def edges(rules: Iterable[Rule]) -> list[Edge]:
    """Return every dependency once, the strongest reason where there are several."""
    found = {}
    for rule in rules:
        for kind, tails in (
            (AFTER, rule.after),
            (OVERRIDES, rule.overrides),
            (NEEDS, rule.needs),
        ):
            for tail in tails:
                found[tail, rule.label] = Edge(tail, rule.label, kind)
    return sorted(found.values())


def drawn_edges(rules: Sequence[Rule]) -> list[Edge]:
    """Return the edges without those of mere order that follow from others."""
    every = edges(rules)
    reach = _reachable(rules)
    return [
        edge
        for edge in every
        if edge.kind != AFTER
        or not any(
            other.tail == edge.tail and other.head != edge.head and edge.head in reach[other.head]
            for other in every
        )
    ]


def _reachable(rules: Sequence[Rule]) -> Mapping[str, set[str]]:
    """Return for each label all that must run after it."""
    reach: dict[str, set[str]] = {rule.label: set() for rule in rules}
    for rule in reversed(in_order(rules)):
        for tail in rule.predecessors:
            reach[tail] |= {rule.label} | reach[rule.label]
    return reach


def layers(rules: Sequence[Rule]) -> list[list[str]]:
    """Return the labels in columns: each stands right of all it depends on."""
    depth: dict[str, int] = {}
    for rule in in_order(rules):
        depth[rule.label] = 1 + max((depth[label] for label in rule.predecessors), default=-1)
    columns: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for label, column in depth.items():
        columns[column].append(label)
    return columns


def draw(rules: Sequence[Rule], *, title: str, classes: Mapping[str, str] | None = None) -> str:
    """Return the SVG of the rules' order; `classes` names a style for the node of a label."""
    columns = layers(rules)
    places = {
        label: (_MARGIN + x * (_WIDTH + _GAP_X), _MARGIN + y * (_HEIGHT + _GAP_Y))
        for x, column in enumerate(columns)
        for y, label in enumerate(column)
    }
    width = 2 * _MARGIN + len(columns) * (_WIDTH + _GAP_X) - _GAP_X
    tallest = max((len(column) for column in columns), default=0)
    height = 2 * _MARGIN + tallest * (_HEIGHT + _GAP_Y) - _GAP_Y
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" class="rule-graph" role="img" aria-label="{escape(title)}" '
        'font-family="system-ui, sans-serif" font-size="12" fill="none" stroke="currentColor">'
    )
    lines = [_edge(edge, places) for edge in drawn_edges(rules)]
    styles = classes or {}
    boxes = [_node(label, *place, styles.get(label, "")) for label, place in places.items()]
    return "\n".join([head, *lines, *boxes, "</svg>"])


def _edge(edge: Edge, places: Mapping[str, tuple[int, int]]) -> str:
    (x, y), (to_x, to_y) = places[edge.tail], places[edge.head]
    x, y, to_y = x + _WIDTH, y + _HEIGHT // 2, to_y + _HEIGHT // 2
    bend = (to_x - x) // 2
    dash = {NEEDS: "", OVERRIDES: ' stroke-dasharray="7 4"', AFTER: ' stroke-dasharray="1 4"'}
    return (
        f'<path class="rule-graph__edge rule-graph__edge--{edge.kind}" stroke-linecap="round"'
        f'{dash[edge.kind]} d="M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}"/>'
    )


def _node(label: str, x: int, y: int, style: str) -> str:
    names = f"rule-graph__node {style}".rstrip()
    return (
        f'<g class="{escape(names)}"><rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'rx="6" fill="Canvas"/><text x="{x + 10}" y="{y + 19}" stroke="none" fill="currentColor">'
        f"{escape(label)}</text></g>"
    )
