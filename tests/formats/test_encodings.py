"""Which encoding a file has, and where it cannot be read."""

import codecs
import io

import pytest

from formats.encodings import decode, encoding_of, recognise
from formats.lines import RecognisedStream
from formats.problems import UnreadableFile

WORD = "Hôpital d’été"


@pytest.mark.parametrize(
    ("content", "kind", "chosen"),
    [
        (WORD.encode(), "text", "auto"),
        (codecs.BOM_UTF8 + WORD.encode(), "text", "auto"),
        (WORD.encode("utf-16"), "text", "auto"),
        (WORD.encode("utf-32"), "text", "auto"),
        (WORD.encode("utf-16-be"), "text", "utf-16-be"),
        (WORD.encode("cp1252"), "text", "cp1252"),
        # Latin-1 has no apostrophe; Windows writes it and says Latin-1.
        (WORD.encode("cp1252"), "text", "latin-1"),
        # A mark is the file's own, whatever was chosen for all files.
        (codecs.BOM_UTF8 + WORD.encode(), "text", "cp1252"),
    ],
)
def test_a_text_is_decoded(content, kind, chosen):
    assert decode(content, kind=kind, chosen=chosen) == WORD


def test_a_latin_1_text_stays_one():
    assert decode(bytes([0x81, 0xE9]), kind="text", chosen="latin-1") == "\x81é"


def declared(encoding: str) -> str:
    return f'<?xml version="1.0" encoding="{encoding}"?>\n<a>{WORD}</a>'


@pytest.mark.parametrize(
    ("declaration", "real"),
    [
        ("utf-8", "utf-8"),
        ("windows-1252", "cp1252"),
        ("ISO-8859-1", "cp1252"),
        ("UTF-16", "utf-16"),
        ("utf-16", "utf-16-le"),
        # Contradictions: the mark and what can be read byte by byte are right.
        ("ISO-8859-1", "utf-8-sig"),
        ("UTF-16", "utf-8"),
    ],
)
def test_an_xml_declaration_counts_unless_it_cannot_be_true(declaration, real):
    source = declared(declaration)
    assert decode(source.encode(real), kind="xml") == source


def test_html_may_name_its_encoding():
    source = f'<html><meta charset="iso-8859-15"><p>{WORD.replace("’", " ")}</p>'
    assert decode(source.encode("iso-8859-15"), kind="html") == source


def refusal(content: bytes, **choices: str) -> UnreadableFile:
    with pytest.raises(UnreadableFile) as caught:
        decode(content, **choices)
    return caught.value


def test_a_damaged_character_of_utf_8_is_refused_with_its_line():
    error = refusal("été\ndeux\n".encode() + b"\xe9t", kind="text")
    assert (error.code, error.line, error.details) == ("bad_encoding", 3, {"encoding": "utf-8"})


@pytest.mark.parametrize("encoding", ["cp850", "mac-roman"])
def test_accents_of_dos_and_old_macs_are_not_taken_for_those_of_windows(encoding):
    content = "Le frère a été opéré très tôt".encode(encoding)
    assert refusal(content, kind="text").code == "bad_encoding"


@pytest.mark.parametrize(
    ("text", "encoding", "chosen", "recognised"),
    [
        (WORD, "utf-8", "auto", ("utf-8", False)),
        (WORD, "cp1252", "auto", ("cp1252", True)),
        ("sans accent", "utf-8", "auto", ("utf-8", False)),
        # A choice is for files that do not show otherwise.
        (WORD, "cp1252", "cp1252", ("cp1252", False)),
        (WORD, "utf-8", "cp1252", ("utf-8", True)),
        ("sans accent", "utf-8", "cp1252", ("cp1252", False)),
        (WORD, "utf-8", "utf-16", ("utf-8", True)),
        (WORD, "cp1252", "utf-16", ("cp1252", True)),
        ("sans accent", "utf-8", "utf-16", ("utf-8", True)),
        (WORD, "utf-16-le", "utf-16", ("utf-16", False)),
        (WORD, "cp1252", "utf-8", ("utf-8", False)),
    ],
)
def test_each_file_shows_its_encoding(text, encoding, chosen, recognised):
    assert recognise(text.encode(encoding), kind="text", chosen=chosen) == recognised


@pytest.mark.parametrize("before", [0, 1, 65535, 65536, 200_000])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_stream_is_recognised_wherever_its_first_accent_stands(before, encoding):
    text = "x" * before + "é"
    file = io.BytesIO(text.encode(encoding))
    stream = RecognisedStream(file, fallback="cp1252", chosen="auto")
    assert io.BufferedReader(stream).read() == text.encode()
    assert (stream.encoding, stream.is_guess) == (encoding, encoding == "cp1252")


def test_a_declaration_that_is_not_true_is_refused_with_its_line():
    error = refusal(declared("utf-8").encode("cp1252"), kind="xml")
    assert (error.code, error.line) == ("bad_encoding", 2)


def test_half_a_character_is_refused():
    assert refusal("été".encode("utf-16")[:-1], kind="text").code == "bad_encoding"


@pytest.mark.parametrize("name", ["x-hopital", "utf-7", "rot13", "zlib", "idna"])
def test_an_encoding_that_nobody_should_use_is_refused(name):
    error = refusal(declared(name).encode(errors="replace"), kind="xml")
    assert (error.code, error.details) == ("unknown_encoding", {"encoding": name})


@pytest.mark.parametrize("content", [b"a\nb\0c", "été".encode("utf-16-le"), b"\0"])
def test_nul_bytes_look_like_a_binary_file(content):
    assert refusal(content, kind="text").code == "looks_binary"


def test_a_choice_of_utf_16_reads_what_has_no_mark():
    assert decode("été".encode("utf-16-le"), kind="text", chosen="utf-16") == "été"


def test_a_long_head_is_not_searched():
    assert encoding_of(b" " * 5000 + b'<meta charset="cp437">', kind="html") == "utf-8"


def test_lines_may_end_by_a_carriage_return_alone():
    assert decode(b"un\rdeux\r\ntrois", kind="text") == "un\ndeux\r\ntrois"
