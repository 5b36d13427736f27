"""Hospital XML: paths find text, type and id; what could do harm is refused with its line."""

import time

import pytest

from formats import xml
from formats.problems import NOT_XPATH, PATH_TOO_SLOW, TOO_COSTLY, UnreadableFile
from formats.xml import XmlPaths, check_path, read_xml, text_sections
from text.cleaning import clean_with_offsets

LETTER = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE lettre [<!-- <texte> ]> --><!ELEMENT lettre ANY>]>
<lettre type="sortie">
  <entete><id> A-17 </id><!-- <texte>caché</texte> --></entete>
  <texte><![CDATA[<p>Vu le 3&nbsp;mai</p>]]> entre deux <![CDATA[<b>Été</b>]]></texte>
  <texte>&lt;p&gt;Patient &amp;amp; parents&lt;/p&gt;TA &lt; 120</texte>
  <texte note="a > b">Bon <i>rétablissement</i><br/>Dr Favre</texte>
  <texte/>
  <autre><![CDATA[métadonnée]]></autre>
</lettre>"""


def lines(source: str, path: str) -> list[str]:
    sections = read_xml(source, paths=XmlPaths(text=path)).sections
    return clean_with_offsets(source, kind="xml", sections=sections).text.split("\n")


def refusal(source: str, **paths: str) -> tuple[str, int]:
    with pytest.raises(UnreadableFile) as caught:
        read_xml(source, paths=XmlPaths(**paths))
    return caught.value.code, caught.value.line


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("//texte[1]", ["Vu le 3 mai", "Été"]),
        ("//texte[2]", ["Patient & parents", "TA < 120"]),
        ("//texte[3]", ["Bon rétablissement", "Dr Favre"]),
        ("//texte[1]/text()", ["Vu le 3 mai", "Été"]),
        ("//autre | //texte[3]", ["Bon rétablissement", "Dr Favre", "métadonnée"]),
        ("/lettre", ["Vu le 3 mai", "Été", "métadonnée"]),
        ("//texte[4]", [""]),
        ("//rien", [""]),
    ],
)
def test_a_path_says_which_elements_are_text(path, expected):
    assert lines(LETTER, path) == expected


def test_without_a_path_every_cdata_section_is_text():
    assert read_xml(LETTER, paths=XmlPaths()).sections is None
    assert clean_with_offsets(LETTER, kind="xml").text.split("\n") == [
        "Vu le 3 mai",
        "Été",
        "métadonnée",
    ]


def test_every_character_of_escaped_html_leads_back_to_its_source():
    sections = text_sections(LETTER, text_path="//texte[2]")
    cleaned = clean_with_offsets(LETTER, kind="xml", sections=sections)
    places = [LETTER[slice(*cleaned.source_range(i, i + 1))] for i in range(9)]
    assert places == ["P", "a", "t", "i", "e", "n", "t", " ", "&amp;amp;"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/lettre/@type", "sortie"),
        ("//id", "A-17"),
        ("string(//id)", "A-17"),
        ("count(//texte)", "4"),
        ("//rien", ""),
        ("name(/*)", "lettre"),
    ],
)
def test_type_and_id_are_whatever_their_paths_give(path, expected):
    found = read_xml(LETTER, paths=XmlPaths(document_type=path, id=path))
    assert (found.document_type, found.id) == (expected, expected)


NAMESPACED = (
    '<d:doc xmlns:d="urn:d" xmlns="urn:e"><d:t><![CDATA[un]]></d:t><t><![CDATA[deux]]></t></d:doc>'
)


@pytest.mark.parametrize(
    ("path", "expected"), [("//t", ["un", "deux"]), ("/doc/t", ["un", "deux"]), ("//d:t", ["un"])]
)
def test_paths_without_a_prefix_find_elements_of_every_namespace(path, expected):
    assert lines(NAMESPACED, path) == expected


def test_a_prefix_that_the_document_does_not_declare_is_a_problem():
    assert refusal(NAMESPACED, text="//x:t")[0] == "path_failed"


@pytest.mark.parametrize("path", ["//@type", "count(//texte)", "string(//id)"])
def test_a_path_to_the_text_must_find_elements(path):
    assert refusal(LETTER, text=path)[0] == "path_finds_no_elements"


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">\n' for n in range(1, 10))
HARMFUL = {
    "billion laughs": (f'<!DOCTYPE a [<!ENTITY l0 "ha">\n{LAUGHS}]><a>&l9;</a>', "xml_entities", 1),
    "quadratic blow-up": (
        f'<!DOCTYPE a [\n<!ENTITY x "{"x" * 9999}">]><a>{"&x;" * 9999}</a>',
        "xml_entities",
        2,
    ),
    "external entity": (
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        "xml_entities",
        1,
    ),
    "parameter entity": (
        '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;]><a/>',
        "xml_entities",
        1,
    ),
    "external document type": (
        '\n<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>',
        "xml_external_dtd",
        2,
    ),
    "entity that nothing declares": (
        '<!DOCTYPE a [\n%x;]><a xmlns="urn:n">&y;<t>words</t></a>',
        "xml_entities",
        2,
    ),
    "public document type": ('<!DOCTYPE a PUBLIC "-//X//Y" "y.dtd"><a/>', "xml_external_dtd", 1),
    "great depth": ("<a>" * 5000 + "</a>" * 5000, "xml_too_deep", 1),
    "not closed": ("<a>\n<b>\n</a>", "bad_xml", 3),
    "cut off": ("<a>\n<![CDATA[x", "bad_xml", 2),
    "nothing": ("", "bad_xml", 1),
    "no XML": ("Bonjour", "bad_xml", 1),
    "unknown entity": ("<a>&nbsp;</a>", "bad_xml", 1),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_harmful_and_broken_xml_is_refused_with_its_line(name):
    source, code, line = HARMFUL[name]
    assert refusal(source) == (code, line)
    assert refusal(source, text="//a") == (code, line)


def test_xinclude_and_processing_instructions_are_inert():
    source = (
        '<?xml-stylesheet href="file:///etc/passwd"?><a xmlns:xi="http://www.w3.org/2001/XInclude">'
        '<?php echo 1 ?><xi:include href="file:///etc/passwd" parse="text"/><t>ici</t></a>'
    )
    assert lines(source, "//t") == ["ici"]
    assert lines(source, "/a/include") == [""]


def test_control_characters_in_an_export_do_not_make_it_unreadable():
    assert lines("<a><t><![CDATA[Vu\x0b le\x1f 3 mai]]></t></a>", "//t") == ["Vu le 3 mai"]


def test_ten_megabytes_of_text_are_no_bomb():
    source = f"<a><t><![CDATA[{'x' * 11_000_000}]]></t></a>"
    assert read_xml(source, paths=XmlPaths("//t")).sections == ((15, 11_000_015, False),)


@pytest.mark.parametrize(
    "path",
    [
        "//texte",
        "/a/b[@c='//d']",
        "x:a/@b",
        "string(//a)",
        "//a[position() < 3]",
        "id('x')",
        "//a[../b / c]",
        "//a[b[1]/c]",
    ],
)
def test_a_usable_path_is_accepted(path):
    assert check_path(path) is None


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("//", NOT_XPATH),
        ("//a[", NOT_XPATH),
        ("", NOT_XPATH),
        ("document('file:///etc/passwd')", NOT_XPATH),
        ("unknown(//a)", NOT_XPATH),
        ("//*[//*]", TOO_COSTLY),
        ("//*[a[.//b]]", TOO_COSTLY),
        ("//a/following::b", TOO_COSTLY),
        ("//a[contains(string(/), 'x')]", TOO_COSTLY),
        ("//a[b = /c/d]", TOO_COSTLY),
        ("//a//b//c//d", TOO_COSTLY),
    ],
)
def test_an_unusable_path_is_refused_with_the_reason(path, reason):
    assert check_path(path) == reason


SIBLINGS = f"<r>{'<a/>' * 40_000}</r>"


def test_a_path_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(xml, "MOST_SECONDS", 2)
    began = time.monotonic()
    assert refusal(SIBLINGS, text="//a[count(../a) > 5]") == (PATH_TOO_SLOW, 0)
    # Twice, should the machine be busy.
    assert time.monotonic() - began < 4


@pytest.mark.parametrize(
    ("source", "path"),
    [
        # Each predicate in another that looks upwards is a further power of the elements.
        (f"<r>{'<a/>' * 4000}</r>", "//a[count(../a[count(../a) > 5]) > 5]"),
        # Each element has the whole text read.
        (f"<r>{'<a/>' * 4000}{'x' * 1_000_000}</r>", "//a[translate(.., 'xyz', '') = 'x']"),
        (
            f"<r>{'<a/>' * 4000}{'x' * 1_000_000}</r>",
            "//a/parent::*[translate(., 'xyz', '') = 'y']",
        ),
    ],
)
def test_a_path_takes_too_long_in_fewer_elements_too(source, path, monkeypatch):
    monkeypatch.setattr(xml, "MOST_SECONDS", 2)
    began = time.monotonic()
    assert refusal(source, text=path) == (PATH_TOO_SLOW, 0)
    assert time.monotonic() - began < 4


def test_a_document_of_many_elements_is_searched_as_any_other():
    source = f"<r id='7'><p>P 1</p>{'<x/>' * 6000}<t>Vu</t><t>Revu</t></r>"
    paths = XmlPaths("//t[2]", "/r/@rien", "/r/@id", "//p")
    found = read_xml(source, paths=paths)
    assert [source[start:end] for start, end, _ in found.sections] == ["Revu"]
    assert (found.document_type, found.id, found.patient) == ("", "7", "P 1")
    assert read_xml(source, paths=XmlPaths(id="//p")).sections is None


def test_what_is_wrong_with_a_path_in_a_large_document_is_said():
    assert refusal(SIBLINGS, text="//x:t")[0] == "path_failed"
    assert refusal(SIBLINGS, text="count(//a)")[0] == "path_finds_no_elements"
