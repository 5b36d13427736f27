"""Names of files that came from elsewhere: safe to keep, and whether they are worth reading."""

import re
import unicodedata

LONGEST_NAME = 255
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_DRIVE = re.compile(r"^[A-Za-z]:")


def safe_name(name: str) -> str | None:
    """Return the name with its folders, separated by `/`; None if it leads elsewhere or is no name."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/"))
    parts = [part for part in name.split("/") if part not in ("", ".")]
    is_elsewhere = name.startswith("/") or _DRIVE.match(name) or ".." in parts
    if is_elsewhere or not parts or _CONTROL.search(name):
        return None
    safe = "/".join(parts)
    return safe if len(safe) <= LONGEST_NAME else None


def is_hidden(name: str) -> bool:
    """Return whether a system put the file there and not a person: .DS_Store, __MACOSX/…"""
    parts = name.split("/")
    return any(part.startswith(".") or part == "__MACOSX" for part in parts) or (
        parts[-1].lower() in ("thumbs.db", "desktop.ini")
    )


def folder_of(name: str) -> str:
    """Return the name of the folder that the file is in, empty at the top."""
    parts = name.split("/")
    return parts[-2] if len(parts) > 1 else ""
