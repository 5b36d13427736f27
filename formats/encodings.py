"""From the bytes of a file to its text: which encoding it has, and where it breaks off."""

import codecs
import re

from formats import problems
from formats.problems import UnreadableFile

AUTO = "auto"
# What a declaration may name: text encodings in which an attacker can hide nothing.
_KNOWN = frozenset(
    {"ascii", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"}
    | {"utf-32-be", "mac-roman", "cp437", "cp850", "cp858", "iso8859-15"}
    | {f"iso8859-{part}" for part in range(1, 11)}
    | {f"cp125{page}" for page in range(10)}
)
# The longer mark first: that of UTF-32 begins like that of UTF-16.
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
# How far into a file a declaration may stand, as browsers look for it.
HEAD_BYTES = 1024
_LONE_RETURN = re.compile(r"\r(?!\n)")
_WIDE = ("utf-16", "utf-32")


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
    if kind == "xml" and head[:2] in (b"<\0", b"\0<"):
        return "utf-16-le" if head[0] else "utf-16-be"
    pattern = {"xml": _XML_DECLARATION, "html": _HTML_DECLARATION}.get(kind)
    declared = pattern.search(head[:HEAD_BYTES]) if pattern else None
    # A declaration that can be read byte by byte is not written in two bytes a character.
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


def decode(content: bytes, *, kind: str, chosen: str = AUTO) -> str:
    """Return the text of a whole file."""
    encoding = encoding_of(content[:HEAD_BYTES], kind=kind, chosen=chosen)
    if not encoding.startswith(_WIDE) and b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise UnreadableFile(problems.LOOKS_BINARY, line=line)
    try:
        # Old files end their lines by this alone; as a control character it would only vanish.
        return _LONE_RETURN.sub("\n", _decode(content, encoding)).replace("\0", "")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, errors="ignore")
        line = before.count("\n") + 1
        raise UnreadableFile(problems.BAD_ENCODING, line=line, encoding=encoding) from None


def _decode(content: bytes, encoding: str) -> str:
    if codecs.lookup(encoding).name == "iso8859-1":
        # What calls itself Latin-1 comes from Windows: its apostrophes are where Latin-1 has
        # control characters.
        try:
            return content.decode("cp1252")
        except UnicodeDecodeError:
            pass
    return content.decode(encoding)
