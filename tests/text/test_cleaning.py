import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from text.cleaning import Rules, clean, clean_with_offsets
from text.errors import UnknownSourceKind

# Characters that interact: glue, blanks, marks that join, compatibility forms, markup.
NASTY = "aB1é.-–#@/:&;<>!?\"'= \t\n\r\x00\x07\u00a0\u2028\u200b\ufeff\u0301\u0323\u0338\u1161\u11a8\uac00\uff21²½…ﬁ\u00a8\u2024"
SCRAPS = [
    "<p>", "</p>", "<br/>", "<td>", "</tr>", "<li>", "</ul>", "<!--", "-->", "<script>", "</script>", "<![CDATA[",
    "]]>", "<?", "?>", "&amp;", "&nbsp", "&#", "&#x41;", "&#9999999999;", "<a href=\"", "'>", "www.", "https://",
    "a.B@c.Ch", "1015-Lausanne", "18.03.2022", "M.Mustafa", " ", "\n",
]  # fmt: skip
texts = st.one_of(
    st.text(), st.text(alphabet=NASTY), st.lists(st.sampled_from([*SCRAPS, *NASTY])).map("".join)
)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("18.03.2022", "18#03#2022"),
        ("M.Mustafa", "M#Mustafa"),
        ("CH.DE BONMONT", "CH#DE BONMONT"),
        ("douleurs.Il dort", "douleurs#Il dort"),
        ("Ésaïe.Épouse", "Ésaïe#Épouse"),
        ("fin. Il dort.", "fin. Il dort."),
        ("p.ex. le bras", "p.ex. le bras"),
        ("env.10 cm", "env#10 cm"),
        ("1015-Lausanne", "1015 Lausanne"),
        ("1400–Yverdon", "1400 Yverdon"),
        ("COVID-19 et 3-4 jours", "COVID-19 et 3-4 jours"),
        ("3-méthyl", "3-méthyl"),
        ("anna.Bolay@CHUV.Ch", "anna.Bolay@CHUV.Ch"),
        ("anna1-Bolay@chuv.ch", "anna1-Bolay@chuv.ch"),
        ("voir www.Chuv.CH/A.B2 le 1.2.2020", "voir www.Chuv.CH/A.B2 le 1#2#2020"),
        ("HTTPS://X.Ch/12.3-A", "HTTPS://X.Ch/12.3-A"),
        ("M.Rey,m.Rey@x.ch", "M#Rey,m.Rey@x.ch"),
        ("pris 2.5mg@8h", "pris 2#5mg@8h"),
        ("  a \t\u00a0 b  \n\n \n c ", "a b\nc"),
        ("a\r\nb", "a\nb"),
        ("e\u0301te\u0301", "été"),
        ("10²", "102"),
        ("½ cp", "1⁄2 cp"),
        ("a\u200bb\u00adc\ufeff\x00\x1bd", "abcd"),
        ("&amp; <p>", "&amp; <p>"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_plain_text_becomes(raw, expected):
    assert clean(raw, kind="text") == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("juste du texte", "juste du texte"),
        ("<p>un</p><p>deux</p>", "un\ndeux"),
        ("<p>un<p>deux", "un\ndeux"),
        ("un<br>deux<BR/>trois</br>quatre", "un\ndeux\ntrois\nquatre"),
        ("<ul><li>un</li><li>deux</ul>trois", "un\ndeux\ntrois"),
        ("<table><tr><td>Na</td><td>138</td></tr><tr><td>K<td>4.1</table>fin", "Na 138\nK 4#1\nfin"),
        ("<b>gr</b>as", "gras"),
        ("<div>un</div> deux", "un deux"),
        ("<o:p>un</o:p>", "un"),
        ("caf&eacute;&nbsp;&amp;&#160;th&#xE9;&lt;5", "café & thé<5"),
        ("&inconnu; &", "&inconnu; &"),
        ("a<!-- M. Rey > 3 -->b<!-- x", "ab"),
        ("a<script>var x = '<p>1</p>';</script>b<style>p{}</STYLE >c", "abc"),
        ("<!DOCTYPE html><?xml:namespace prefix = o />a<![if x]>b", "ab"),
        ("CRP <5 et FC > 100", "CRP <5 et FC > 100"),
        ("CRP <dosage refait<br>demain", "CRP <dosage refait\ndemain"),
        ('<a title="3 > 2">lien</a>', "lien"),
        ("<p l'enfant>dort</p>", "dort"),
        ('<p class="x>dort</p>', "dort"),
        ("fin <", "fin <"),
        ("fin <p", "fin <p"),
    ],
)  # fmt: skip
def test_html_becomes(raw, expected):
    assert clean(raw, kind="html") == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("<d><n>Rey</n><t><![CDATA[<p>un</p>]]></t><u a='1'><![CDATA[deux]]></u></d>", "un\ndeux"),
        ("<t><![CDATA[un]]><![CDATA[deux]]></t>", "un\ndeux"),
        ("<!-- <![CDATA[non]]> --><t><![CDATA[oui]]></t>", "oui"),
        ("<t><![CDATA[<b>un", "un"),
        ("<t>métadonnée</t>", ""),
    ],
)
def test_xml_becomes(raw, expected):
    assert clean(raw, kind="xml") == expected


def test_an_unknown_kind_is_refused():
    with pytest.raises(UnknownSourceKind):
        clean("x", kind="pdf")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(), "M#Rey du 1#2#2020 à 1015 Pully"),
        (Rules(full_stops=False), "M.Rey du 1.2.2020 à 1015 Pully"),
        (Rules(dashes=False), "M#Rey du 1#2#2020 à 1015-Pully"),
        (Rules(noise=False), "M#Rey du 1#2#2020\u200b à 1015 Pully"),
        (
            Rules(full_stops=False, dashes=False, noise=False),
            "M.Rey du 1.2.2020\u200b à 1015-Pully",
        ),
    ],
)
def test_a_corpus_can_do_without_some_rules(rules, expected):
    assert clean("M.Rey du 1.2.2020\u200b\x00 à 1015-Pully", kind="text", rules=rules) == expected


rule_sets = st.builds(Rules, st.booleans(), st.booleans(), st.booleans())


@given(texts, st.sampled_from(["xml", "html", "text"]), rule_sets)
@example("&#" + "9" * 5000, "html", Rules())
@example("\ud800", "text", Rules(noise=False))
def test_cleaning_never_raises_and_is_clean_at_once(raw, kind, rules):
    cleaned = clean(raw, kind=kind, rules=rules)
    assert clean(cleaned, kind="text", rules=rules) == cleaned
    # What can be stored: no NUL, no half of a surrogate pair.
    assert "\x00" not in cleaned
    assert cleaned.encode().decode() == cleaned
    assert cleaned == "\n".join(line.strip() for line in cleaned.splitlines() if line.strip())


@given(texts, st.sampled_from(["xml", "html", "text"]), rule_sets)
def test_offsets_are_monotone_and_inside_the_source(raw, kind, rules):
    result = clean_with_offsets(raw, kind=kind, rules=rules)
    offsets = list(result.offsets)
    assert len(offsets) == len(result.text)
    assert all(0 <= start <= end <= len(raw) for start, end in offsets)
    assert [o[0] for o in offsets] == sorted(o[0] for o in offsets)
    assert [o[1] for o in offsets] == sorted(o[1] for o in offsets)


@given(texts)
def test_every_character_of_plain_text_maps_back_to_what_it_came_from(raw):
    result = clean_with_offsets(raw, kind="text")
    for character, (start, end) in zip(result.text, result.offsets, strict=True):
        source = raw[start:end]
        if character == "#" and "." in clean(source, kind="text"):
            continue
        if character.isspace():
            assert source.isspace() or source in set("-‐‑‒–—―－﹣") or not source[0].isalnum()
        else:
            assert character in clean(source, kind="text")


@given(texts, st.data())
def test_a_range_of_clean_text_is_found_again_through_the_source(raw, data):
    result = clean_with_offsets(raw, kind="html")
    start = data.draw(st.integers(0, len(result.text)))
    end = data.draw(st.integers(start, len(result.text)))
    source = result.source_range(start, end)
    if source[0] < source[1]:
        found = result.clean_range(*source)
        # A source character that became several stands for all of them.
        inside = [i for i in range(start, end) if result.offsets[i][0] < result.offsets[i][1]]
        assert found[0] <= inside[0]
        assert inside[-1] < found[1]


@pytest.mark.parametrize(
    ("raw", "kind", "source", "expected"),
    [
        ("<p>Né le 18.03.2022</p>", "html", "18.03.2022", "18#03#2022"),
        ("<p>l'h&ocirc;pital&nbsp;de Riex</p>", "html", "h&ocirc;pital&nbsp;de Riex", "hôpital de Riex"),
        ("<td>1015-Lausanne</td>", "html", "1015", "1015"),
        ("<td>1015-Lausanne</td>", "html", "Lausanne", "Lausanne"),
        ("<d><![CDATA[½ cp à 8h…]]></d>", "xml", "8h", "8h"),
        ("a<br>b", "html", "<br>", ""),
    ],
)  # fmt: skip
def test_a_source_range_finds_its_clean_range(raw, kind, source, expected):
    result = clean_with_offsets(raw, kind=kind)
    at = raw.index(source)
    start, end = result.clean_range(at, at + len(source))
    assert result.text[start:end].strip() == expected


def test_inserted_lines_have_an_empty_place():
    result = clean_with_offsets("a<br>b", kind="html")
    assert list(result.offsets) == [(0, 1), (1, 1), (5, 6)]


@pytest.mark.parametrize(
    "unit",
    ["<!", "<a=", "<a ", '<a ="', "<a =\"'", "&#9", "&", "a@", "a.B", "1-A", "www.", "\u0301\u0323", " ", "é", "<!--",
     "<p>x", "http://", "\u00a0", "'=\"<a ='"],
)  # fmt: skip
def test_cleaning_is_linear(unit):
    def seconds(size):
        raw = unit * (size // len(unit))
        # Of this thread alone: what else the machine does is no part of it.
        begin = time.thread_time()
        clean(raw, kind="html")
        return time.thread_time() - begin

    seconds(1000)
    # Quadratic would be 64 times longer.
    assert seconds(320_000) < 30 * max(seconds(40_000), 0.01)
