"""Which format a file has: by what was chosen, by its name, and where that is not enough by its start."""

import json
import re

XML, HTML, TEXT = "xml", "html", "text"
# One file is one document.
WHOLE_FILES = (XML, HTML, TEXT)
ARCHIVE = "zip"
AUTO = "auto"

_BY_EXTENSION = {
    "xml": XML,
    "html": HTML,
    "htm": HTML,
    "xhtml": HTML,
    "txt": TEXT,
    "text": TEXT,
    "csv": "csv",
    "tsv": "csv",
    "jsonl": "jsonl",
    "ndjson": "jsonl",
    "json": "labelstudio",
    "ann": "brat",
    "conll": "conll",
    "iob": "conll",
    "iob2": "conll",
    "bio": "conll",
    "zip": ARCHIVE,
}
# Which endings a chosen format also has, beside those that mean it by themselves.
_ALSO = {
    "csv": {"txt"},
    "jsonl": {"json"},
    "prodigy": {"jsonl", "ndjson", "json"},
    "doccano": {"jsonl", "ndjson", "json"},
    "labelstudio": {"json"},
    "brat": {"txt", "ann"},
    "conll": {"txt", "tsv"},
    "webanno": {"tsv", "txt"},
}
# What lies beside documents in the folders of tools and in our own exports, in small letters.
_ACCOMPANYING = re.compile(
    r"(annotation|visual|tools|kb_shortcuts|acl)\.conf|(label|span|relation)_config\.json"
    r"|exportedproject\.json|prodigy\.json|manifest\.json|alignment\.json|sha256sums|config\.cfg"
    r"|datacard\.[a-z]{2}\.md|readme\.md"
)
_PRODIGY_KEYS = {"_input_hash", "_task_hash", "_view_id", "_session_id", "answer", "tokens"}
_DOCCANO_KEYS = {"label", "labels", "entities", "annotations", "Comments"}
_KEY = re.compile(r'"([A-Za-z_]+)"\s*:')
_WEBANNO_START = b"#FORMAT=WebAnno"
# How much of a file is looked at.
HEAD_BYTES = 65536


def extension_of(name: str) -> str:
    """Return what the name ends in after its last full stop, in small letters."""
    return name.rpartition("/")[2].rpartition(".")[2].lower() if "." in name else ""


def is_archive(name: str) -> bool:
    """Return whether a file is to be opened as an archive."""
    return extension_of(name) == ARCHIVE


def is_accompanying(name: str) -> bool:
    """Return whether a file is a tool's configuration or goes with an export: no document in any format."""
    return bool(_ACCOMPANYING.fullmatch(name.rpartition("/")[2].lower()))


def format_of(name: str, head: bytes, *, chosen: str) -> str | None:
    """Return the format in which a file is to be read, or None if in none."""
    extension = extension_of(name)
    known = _BY_EXTENSION.get(extension)
    if chosen == AUTO:
        return _sniffed(known, head) if known else None
    # What ends like another format is not meant; what ends like none may well be, but in brat, where
    # endings say which two files are one document.
    may_end_anyhow = known is None and chosen != "brat"
    is_meant = may_end_anyhow or known == chosen or extension in _ALSO.get(chosen, ())
    return chosen if is_meant else None


def _sniffed(known: str, head: bytes) -> str:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if known == "csv" and start.startswith(_WEBANNO_START):
        return "webanno"
    if known == "labelstudio" and start.startswith(b"{"):
        # An array is what Label Studio writes; objects one after the other are JSONL.
        known = "jsonl"
    return _json_dialect(start) if known == "jsonl" else known


def _json_dialect(start: bytes) -> str:
    keys = _first_keys(start.partition(b"\n")[0].decode(errors="replace"))
    if keys & _PRODIGY_KEYS:
        return "prodigy"
    return "doccano" if keys & _DOCCANO_KEYS and "spans" not in keys else "jsonl"


def _first_keys(line: str) -> set[str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        # Longer than what is looked at, or no JSON: the reader will say so.
        return set(_KEY.findall(line))
    return set(record) if isinstance(record, dict) else set()
