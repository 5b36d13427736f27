from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.annotating.models import Unit
from contests.guidelines.domain.html import CLASSES, TAGS, draw_page
from contests.guidelines.domain.reading import read
from contests.guidelines.selectors import known_categories
from tests.contests.guidelines.known import CATEGORIES, NASTY
from web.tags import annotated


def draw(markdown: str, language: str = "en") -> str:
    return draw_page(read(markdown), CATEGORIES, language=language).html.strip()


class Everything(HTMLParser):
    """Collects every tag and attribute that a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]


def assert_harmless(html: str) -> None:
    seen = Everything()
    seen.feed(html)
    assert set(seen.tags) <= TAGS
    for tag, name, value in seen.attributes:
        match tag, name:
            case "div", "tabindex":
                assert value == "0"
            case _, "class":
                assert all(each in CLASSES or each.startswith("sup-") for each in value.split())
            case "a", "href":
                assert value.lower().startswith(("http://", "https://", "mailto:", "#"))
            case "a", "rel":
                assert value == "noopener noreferrer"
            case (("h2" | "h3" | "h4" | "h5" | "h6" | "span"), "id"):
                assert value.isascii()
            case "ol", "start":
                assert value.isdecimal()
            case _:
                pytest.fail(f"<{tag} {name}>")


PIECES = st.sampled_from(
    [*'"\'*`<>', "<b>", "</b>", "<script>", "<img src=x onerror=y>", "<a href='javascript:x'>",
     "[x](", ")", "[a](TEMPORAL:DATE)", "{TEMPORAL:DATE}", "\n", "::: note\n", ":::\n", "# ",
     "| a |\n|---|\n", "<div id=content class=button style='x:y'>", "javascript:", "&#106;"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=5))).map("".join)))
def test_no_text_makes_a_tag_or_attribute_that_is_not_allowed(markdown):
    assert_harmless(draw(markdown))


@pytest.mark.parametrize("markdown", NASTY, ids=range(len(NASTY)))
def test_nasty_texts_are_harmless(markdown):
    assert_harmless(draw(markdown.encode("utf-8", "replace").decode()))


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("<script>alert(1)</script>", ""),
        ("a <script>alert(1)</script> b", "<p>a alert(1) b</p>"),
        ("<kbd class=x>A</kbd> <kbd>B</kbd>", "<p>A <kbd>B</kbd></p>"),
        ("<b>left open\n\nnext", "<p><b>left open</b></p>\n<p>next</p>"),
        ("*a <b>b* c</b>", "<p><em>a <b>b</b></em> c</p>"),
        ("![a cat](https://example.org/cat.png)", "<p>a cat</p>"),
        ("[x](javascript:alert)", '<p><span class="plain-label">x (javascript:alert)</span></p>'),
        (
            "<https://a.example>",
            '<p><a href="https://a.example" rel="noopener noreferrer">https://a.example</a></p>',
        ),
        ("{TEMPORAL:DATE}", '<p><span class="category-name sup-2">TEMPORAL:<wbr>DATE</span></p>'),
        ("{AUTRES} {NO:SUCH}", "<p>{AUTRES} {NO:SUCH}</p>"),
        ("3. drei", '<ol start="3">\n<li>drei</li>\n</ol>'),
    ],
)
def test_markdown_is_drawn(markdown, html):
    assert draw(markdown) == html


def test_examples_look_exactly_as_spans_do_everywhere(contest):
    category = contest.categories.select_related("supercategory").get(label="TEMPORAL:DATE")
    text = "18#03#2022 & <après>"
    elsewhere = annotated(text, [Unit(start=0, end=len(text), category=category)])
    guidelines = read(f"[{text}](TEMPORAL:DATE)")
    here = draw_page(guidelines, known_categories(contest, "fr"), language="fr")
    assert here.html.strip() == f"<p>{elsewhere}</p>".replace(' title="TEMPORAL:DATE"', "")


def test_boxes_have_titles_in_the_language_of_the_text():
    assert '<p class="box__title">Remarque</p>' in draw("::: note\nx\n:::", "fr")
    assert '<p class="box__title">Note</p>' in draw("::: note\nx\n:::", "en")
    assert '<p class="box__title">Why &lt;b&gt;?</p>' in draw("::: warning Why <b>?\nx\n:::")


def test_headings_link_to_themselves():
    assert draw("## {TEMPORAL:DATE}").startswith(
        '<h2 id="temporal-date"><a class="guide__number" href="#temporal-date"'
    )


def test_cells_are_aligned_by_class():
    html = draw("| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |")
    assert '<td class="is-centre">2</td>' in html
    assert '<td class="is-end">3</td>' in html
