"""The order of the rules as a picture: complete, well-formed, and the same in the documentation."""

from xml.etree import ElementTree

from detection.rules.drawing import draw, edges
from detection.rules.pipeline import detector
from tests.detection.draw_rules import PAGE, PICTURE, TABLE, drawn, table


def test_the_picture_in_the_documentation_is_up_to_date():
    # If not: .venv/bin/python -m tests.detection.draw_rules
    assert PICTURE.read_text(encoding="utf-8") == drawn()


def test_the_table_in_the_documentation_is_up_to_date():
    assert TABLE.search(PAGE.read_text(encoding="utf-8"))[0] == table()


def test_every_category_is_a_node_and_every_dependency_an_edge_or_implied():
    rules = detector("fr").rules
    picture = ElementTree.fromstring(draw(rules, title="Order"))
    labels = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert labels == {rule.label for rule in rules}
    kinds = [edge.kind for edge in edges(rules)]
    drawn_kinds = [
        path.get("class", "") for path in picture.iter("{http://www.w3.org/2000/svg}path")
    ]
    for kind in ("needs", "overrides"):
        assert sum(each.endswith(kind) for each in drawn_kinds) == kinds.count(kind)


def test_nodes_take_the_style_of_their_label():
    rules = detector("fr").rules
    picture = draw(rules, title="Order", classes={rules[0].label: "sup-7"})
    assert picture.count("sup-7") == 1


def test_no_style_is_written_inline():
    assert "style=" not in drawn()
