"""The order of the rules as a picture: an SVG that takes its colours from the page around it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from detection.rules.rules import Rule, in_order

NEEDS, AFTER, OVERRIDES = "needs", "after", "overrides"
_WIDTH: Final = 288
_HEIGHT: Final = 30
_GAP_X: Final = 16
_GAP_Y: Final = 52
_MARGIN: Final = 12
# How far a line may swing out to pass beside what lies between its ends.
_SWING: Final = 150


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
        for kind, tails in ((AFTER, rule.after), (OVERRIDES, rule.overrides), (NEEDS, rule.needs)):
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
    """Return the labels in rows: each stands below all it depends on."""
    depth: dict[str, int] = {}
    for rule in in_order(rules):
        depth[rule.label] = 1 + max((depth[label] for label in rule.predecessors), default=-1)
    rows: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for label, row in depth.items():
        rows[row].append(label)
    return rows


def draw(rules: Sequence[Rule], *, title: str, classes: Mapping[str, str] | None = None) -> str:
    """Return the SVG of the rules' order; `classes` names a style for the node of a label."""
    rows = layers(rules)
    widest = max((len(row) for row in rows), default=0)
    width = 2 * _MARGIN + _breadth(widest)
    height = 2 * _MARGIN + len(rows) * (_HEIGHT + _GAP_Y) - _GAP_Y
    places = {
        label: (
            (width - _breadth(len(row))) // 2 + x * (_WIDTH + _GAP_X),
            _MARGIN + y * (_HEIGHT + _GAP_Y),
        )
        for y, row in enumerate(rows)
        for x, label in enumerate(row)
    }
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" class="rule-graph" role="img" aria-label="{escape(title)}" '
        'font-family="system-ui, sans-serif" font-size="12" fill="none" stroke="currentColor">'
    )
    lines = _edges(drawn_edges(rules), places)
    styles = classes or {}
    boxes = [_node(label, *place, styles.get(label, "")) for label, place in places.items()]
    return "\n".join([head, _ARROW, *lines, *boxes, "</svg>"])


_ARROW: Final = (
    '<defs><marker id="rule-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
    'markerHeight="7" orient="auto"><path class="rule-graph__arrow" stroke="none" '
    'fill="context-stroke" d="M0 0L8 4L0 8Z"/></marker></defs>'
)


def _breadth(nodes: int) -> int:
    return max(0, nodes * (_WIDTH + _GAP_X) - _GAP_X)


def _edges(edges: Sequence[Edge], places: Mapping[str, tuple[int, int]]) -> list[str]:
    """Return the lines; those of one node leave and arrive side by side."""
    leaving, arriving = _ports(edges, places, out=True), _ports(edges, places, out=False)
    return [
        _edge(
            edge,
            (leaving[edge], places[edge.tail][1] + _HEIGHT),
            (arriving[edge], places[edge.head][1]),
        )
        for edge in edges
    ]


def _ports(
    edges: Sequence[Edge], places: Mapping[str, tuple[int, int]], *, out: bool
) -> dict[Edge, int]:
    """Return for each line where it meets its node, ordered by where it goes or comes from."""
    ports: dict[Edge, int] = {}
    for label, (x, _) in places.items():
        own = [edge for edge in edges if (edge.tail if out else edge.head) == label]
        own.sort(key=lambda edge: places[edge.head if out else edge.tail])
        for number, edge in enumerate(own, start=1):
            ports[edge] = x + number * _WIDTH // (len(own) + 1)
    return ports


def _edge(edge: Edge, start: tuple[int, int], end: tuple[int, int]) -> str:
    (x, y), (to_x, to_y) = start, end
    rows = (to_y - y) // (_HEIGHT + _GAP_Y)
    # What goes over several rows swings out, the further the more, so as not to hide behind others.
    swing = min(_SWING, 40 * rows) * (1 if to_x >= x else -1)
    bend = (to_y - y) // 2
    dash = {NEEDS: "", OVERRIDES: ' stroke-dasharray="7 4"', AFTER: ' stroke-dasharray="1 4"'}
    return (
        f'<path class="rule-graph__edge rule-graph__edge--{edge.kind}" stroke-linecap="round"'
        f'{dash[edge.kind]} marker-end="url(#rule-arrow)" '
        f'd="M{x} {y}C{x + swing} {y + bend} {to_x + swing} {to_y - bend} {to_x} {to_y}"/>'
    )


def _node(label: str, x: int, y: int, style: str) -> str:
    names = f"rule-graph__node {style}".rstrip()
    return (
        f'<g class="{escape(names)}"><rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'rx="6" fill="Canvas"/><text x="{x + 10}" y="{y + 19}" stroke="none" fill="currentColor">'
        f"{escape(label)}</text></g>"
    )
