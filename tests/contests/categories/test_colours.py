"""Colours of supercategories: what is legible by day and by night, and what can be told apart."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contests.categories.domain import colours
from contests.categories.domain.colours import (
    DARK,
    LEAST_DISTANCE,
    LIGHT,
    PALETTE,
    Part,
    contrast,
    distance,
    free_colours,
    is_legible,
    judge,
    mix,
    nearest_legible,
    next_colour,
    readings,
    too_close,
)

CSS = Path(__file__).parents[3] / "static" / "css" / "web"
HEX = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def css(file: str, selector: str, name: str) -> str:
    """Return what a style sheet declares in the first rule of a selector."""
    rule = re.search(rf"(?ms)^{re.escape(selector)} \{{(.*?)\}}", (CSS / file).read_text())[1]
    return re.search(rf"(?<![-\w]){re.escape(name)}:\s*([^;]+);", rule)[1]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21),
        ("#ffffff", "#ffffff", 1),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.0),
    ],
)
def test_contrast_is_that_of_wcag(one, other, ratio):
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


def test_the_paper_and_the_ink_are_those_of_the_style_sheet():
    for name, light, dark in [
        ("--surface", LIGHT.surface, DARK.surface),
        ("--ink", LIGHT.ink, DARK.ink),
    ]:
        assert css("tokens.css", ":root", name) == f"light-dark({light}, {dark})"


def test_units_and_labels_are_mixed_as_in_the_style_sheet():
    percent = f"{colours.UNIT_TINT:.0%}"
    assert css("tokens.css", ":root", "--tint-unit") == percent
    assert (
        css("components.css", ".unit", "background")
        == "color-mix(in oklab, var(--sup) var(--tint-unit), var(--surface))"
    )
    assert css("components.css", ".unit", "border-block-end") == "3px solid var(--sup)"
    share = f"{colours.LABEL_SHARE:.0%}"
    assert (
        css("components.css", ".unit__label", "color")
        == f"color-mix(in oklab, var(--sup) {share}, var(--ink))"
    )


def test_mixing_all_or_nothing_gives_one_of_the_two():
    assert mix("#c2571a", 1, "#201e1a") == "#c2571a"
    assert mix("#c2571a", 0, "#201e1a") == "#201e1a"


def test_yellow_is_refused_for_its_underline_by_day_only():
    short = [(each.part, each.scheme) for each in readings("#ffee00") if not each.is_enough]
    assert short == [(Part.UNDERLINE, "light")]


def test_black_is_refused_by_night():
    short = {(each.part, each.scheme) for each in readings("#000000") if not each.is_enough}
    assert short == {(Part.LABEL, "dark"), (Part.UNDERLINE, "dark")}


@settings(max_examples=25)
@given(HEX)
def test_whatever_the_colour_a_legible_one_is_offered(colour):
    offered = nearest_legible(colour)
    assert is_legible(offered)
    assert (offered == colour) == is_legible(colour)


def test_the_offer_keeps_the_hue():
    # Yellow becomes a darker yellow, blue a lighter blue.
    assert distance("#ffee00", nearest_legible("#ffee00")) < distance("#ffee00", "#7a7a85")
    red, green, blue = (
        int(nearest_legible("#0000ff")[place : place + 2], 16) for place in (1, 3, 5)
    )
    assert blue > red
    assert blue > green


@pytest.mark.parametrize("colour", PALETTE)
def test_every_colour_of_the_palette_is_legible(colour):
    assert is_legible(colour)


def test_the_palettes_colours_can_be_told_apart():
    assert len(PALETTE) >= 24
    assert min(distance(*pair) for pair in combinations(PALETTE, 2)) >= LEAST_DISTANCE


def test_supercategories_get_the_palettes_colours_one_after_the_other():
    taken = []
    for _ in PALETTE:
        taken.append(next_colour(taken))
    assert taken == list(PALETTE)


def test_with_the_palette_used_up_the_most_distant_colour_comes_again():
    assert free_colours(PALETTE) == []
    assert next_colour(PALETTE) in PALETTE
    others = [colour for colour in PALETTE if colour != "#4f8a10"]
    assert next_colour([*others, "#4f8a11"]) == "#4f8a10"


def test_what_looks_alike_is_named_closest_first():
    near = ["#0f83c9", "#1184ca", "#2088cc"]
    assert too_close("#0f83c8", [*near, "#d03a6a"]) == near
    assert all(
        distance("#0f83c8", one) < distance("#0f83c8", other) for one, other in pairwise(near)
    )


def test_a_judgement_says_all_of_it():
    judged = judge("#0f83c8", ["#0f83c9", "#d03a6a"])
    assert judged.is_legible
    assert judged.close == ("#0f83c9",)
    assert not judge("#ffee00", []).is_legible
