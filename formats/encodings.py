"""Detect the encoding of a file, and decode it."""

import codecs
import re
from typing import NamedTuple

from formats import problems
from formats.problems import UnreadableFile

AUTO, UTF_8, WINDOWS = "auto", "utf-8", "cp1252"
# Encodings that a declaration may name; nothing can be hidden in them.
_KNOWN = frozenset(
    {"ascii", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"}
    | {"utf-32-be", "mac-roman", "cp437", "cp850", "cp858", "iso8859-15"}
    | {f"iso8859-{part}" for part in range(1, 11)}
    | {f"cp125{page}" for page in range(10)}
)
# The longest first: the mark of UTF-32 begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_XML_DECLARATION = re.compile(
    rb"""\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([\w.:-]{1,40})\s*["']"""
)
_HTML_DECLARATION = re.compile(
    rb"""<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE
)
# Browsers search for a declaration this far into a file.
HEAD_BYTES = 1024
_LONE_RETURN = re.compile(r"\r(?!\n)")
_WIDE = ("utf-16", "utf-32")
_BARE_UTF_16_XML = (b"<\0", b"\0<")
# These decode any bytes: chosen for a UTF-8 file, they would only break its accents.
_SINGLE_BYTES = (WINDOWS, "latin-1")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
# The number of bytes that decide, from the first byte beyond ASCII.
_JUDGED_BYTES = 65536
# Between 0x80 and 0x9F a text of Windows has € … Œ œ ™, quotes, bullets and dashes, but seldom anything else;
# DOS and old Macs have their accents there.
_WINDOWS_MARKS = frozenset(b"\x80\x85\x8c\x91\x92\x93\x94\x95\x96\x97\x99\x9c")


def encoding_of(head: bytes, *, kind: str = "", chosen: str = AUTO) -> str:
    """Return the encoding of a file from its first bytes.

    A byte order mark is the file's own and wins; then what the person chose; then the declaration of
    an XML or HTML file, unless it cannot be true; then UTF-8.
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if chosen != AUTO:
        return chosen
    if kind == "xml" and head[:2] in _BARE_UTF_16_XML:
        return "utf-16-le" if head[0] else "utf-16-be"
    pattern = {"xml": _XML_DECLARATION, "html": _HTML_DECLARATION}.get(kind)
    declared = pattern.search(head[:HEAD_BYTES]) if pattern else None
    # A declaration readable byte by byte is not in an encoding of two bytes per character.
    encoding = _known(declared[1].decode()) if declared else "utf-8"
    return "utf-8" if encoding.startswith(_WIDE) else encoding


def _known(name: str) -> str:
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        encoding = ""
    if encoding not in _KNOWN:
        raise UnreadableFile(problems.UNKNOWN_ENCODING, line=1, encoding=name)
    return encoding


class Recognised(NamedTuple):
    """A file's encoding, and whether it was guessed from its bytes."""

    encoding: str
    is_guess: bool = False


def fallback_of(head: bytes, *, kind: str = "", chosen: str = AUTO) -> str:
    """Return the encoding of a file whose bytes are not UTF-8; empty if its encoding is known."""
    is_marked = any(head.startswith(mark) for mark, _ in _MARKS)
    if is_marked or (kind == "xml" and head[:2] in _BARE_UTF_16_XML):
        return ""
    if chosen in _SINGLE_BYTES:
        return chosen
    if chosen != AUTO:
        # Without a NUL, no Western text has two bytes per character.
        return "" if chosen == UTF_8 or b"\0" in head else WINDOWS
    pattern = {"xml": _XML_DECLARATION, "html": _HTML_DECLARATION}.get(kind)
    return "" if pattern and pattern.search(head[:HEAD_BYTES]) else WINDOWS


def judge(block: bytes, *, fallback: str, chosen: str = AUTO, is_end: bool = True) -> str:
    """Return whether bytes beyond ASCII are UTF-8 or the fallback; empty if more bytes are needed.

    The majority decides: a damaged UTF-8 file stays UTF-8 and is refused where it is damaged.
    """
    decoder = codecs.getincrementaldecoder(UTF_8)(errors="surrogateescape")
    beyond = [character for character in decoder.decode(block, is_end) if character > "\x7f"]
    wrong = [ord(each) - 0xDC00 for each in beyond if "\udc80" <= each <= "\udcff"]
    if not beyond:
        return ""
    if 2 * len(wrong) <= len(beyond):
        return UTF_8
    odd = sum(byte < 0xA0 and byte not in _WINDOWS_MARKS for byte in wrong)
    letters = sum(byte >= 0xA0 for byte in wrong)
    return fallback if fallback == chosen or odd == 0 or odd < letters else UTF_8


def recognise(content: bytes, *, kind: str = "", chosen: str = AUTO) -> Recognised:
    """Return the encoding of a whole file: declared, chosen, or guessed from its bytes."""
    head = content[:HEAD_BYTES]
    fallback = fallback_of(head, kind=kind, chosen=chosen)
    first = _BEYOND_ASCII.search(content) if fallback else None
    if first is None:
        if fallback and chosen not in (AUTO, *_SINGLE_BYTES):
            return Recognised(UTF_8, is_guess=True)
        return Recognised(encoding_of(head, kind=kind, chosen=chosen))
    end = first.start() + _JUDGED_BYTES
    block = content[first.start() : end]
    judged = judge(block, fallback=fallback, chosen=chosen, is_end=end >= len(content))
    expected = UTF_8 if chosen == AUTO else chosen
    return Recognised(judged or UTF_8, is_guess=judged != expected)


def decode(content: bytes, *, kind: str, chosen: str = AUTO) -> str:
    """Return the text of a whole file."""
    encoding = recognise(content, kind=kind, chosen=chosen).encoding
    if not encoding.startswith(_WIDE) and b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise UnreadableFile(problems.LOOKS_BINARY, line=line)
    try:
        # Old files end lines with it; cleaning would drop it as a control character.
        return _LONE_RETURN.sub("\n", _decode(content, encoding)).replace("\0", "")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, errors="ignore")
        line = before.count("\n") + 1
        raise UnreadableFile(problems.BAD_ENCODING, line=line, encoding=encoding) from None


def _decode(content: bytes, encoding: str) -> str:
    if codecs.lookup(encoding).name == "iso8859-1":
        # Files declared as Latin-1 come from Windows: their apostrophes are where Latin-1 has
        # control characters.
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError:
            pass
    return content.decode(encoding)
