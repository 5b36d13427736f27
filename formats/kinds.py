"""Determine the format of a file: chosen, by its name, or by its first bytes."""

import re
from collections.abc import Container, Mapping

from formats import EXPORTS, FORMATS
from formats.format import Format
from text.errors import gettext_noop as _

# The bytes of a file that are inspected.
HEAD_BYTES = 65536
ARCHIVE_EXTENSION = ".zip"
AUTO, XML, HTML, TEXT = "auto", "xml", "html", "text"
# One file is one document.
WHOLE_FILES: Mapping[str, tuple[str, ...]] = {
    XML: (".xml",),
    HTML: (".html", ".htm", ".xhtml"),
    TEXT: (".txt", ".text"),
}
IMPORTED = tuple(each for each in FORMATS.values() if each.is_imported)
# The choices of an import by name; the messages are marked for translation.
IMPORT_CHOICES: Mapping[str, str] = {
    AUTO: _("by file extension"),
    XML: _("hospital XML"),
    HTML: "HTML",
    TEXT: _("plain text"),
    **{each.name: each.title for each in IMPORTED},
}
# Files in the folders of tools and in our own exports that are not documents, in lower case.
_ACCOMPANYING = re.compile(
    r"(annotation|visual|tools|kb_shortcuts|acl)\.conf|(label|span|relation)_config\.json"
    r"|exportedproject\.json|prodigy\.json|manifest\.json|alignment\.json|sha256sums|config\.cfg"
    r"|datacard\.[a-z]{2}\.md|readme\.md"
)


def title_of(name: str) -> str:
    """Return the title of a format or export choice; the name itself if it no longer exists."""
    return EXPORTS[name][1].title if name in EXPORTS else IMPORT_CHOICES.get(name, name)


def extension_of(name: str) -> str:
    """Return the extension of a file with its full stop, in lower case."""
    file = name.rpartition("/")[2]
    return file[file.rindex(".") :].lower() if "." in file else ""


def is_archive(name: str) -> bool:
    """Return whether a file is an archive."""
    return extension_of(name) == ARCHIVE_EXTENSION


def is_accompanying(name: str) -> bool:
    """Return whether a file is a tool's configuration or part of an export, and not a document."""
    return bool(_ACCOMPANYING.fullmatch(name.rpartition("/")[2].lower()))


def beside(name: str, extension: str) -> str:
    """Return the name with another extension."""
    return name.rpartition(".")[0] + extension


def is_companion(name: str, chosen: str) -> bool:
    """Return whether a file is the companion of a file with the text."""
    companion = FORMATS[chosen].companion_extension
    return companion != "" and extension_of(name) == companion


def format_of(name: str, head: bytes, *, chosen: str, siblings: Container[str] = ()) -> str | None:
    """Return the format in which to read a file among its siblings; None if there is none."""
    extension = extension_of(name)
    if chosen == AUTO:
        return _recognised(name, extension, head, siblings)
    if chosen in WHOLE_FILES:
        own, may_end_anyhow = WHOLE_FILES[chosen], True
    else:
        wanted = FORMATS[chosen]
        own = wanted.endings + wanted.other_extensions
        # If two extensions belong to one document, no other extension is accepted.
        may_end_anyhow = not wanted.companion_extension
    # An extension of another format is refused; an unknown extension is accepted.
    is_meant = extension in own or (may_end_anyhow and not _is_known(extension))
    return chosen if is_meant else None


def _is_known(extension: str) -> bool:
    known = [*WHOLE_FILES.values(), *(each.endings for each in IMPORTED), (ARCHIVE_EXTENSION,)]
    return any(extension in extensions for extensions in known)


def _recognised(name: str, extension: str, head: bytes, siblings: Container[str]) -> str | None:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    # Formats that inspect the file come before those that only check its extension.
    for each in sorted(IMPORTED, key=lambda each: each.recognises is None):
        if _is_in(each, name, extension, start, siblings):
            return each.name
    return next((kind for kind, own in WHOLE_FILES.items() if extension in own), None)


def _is_in(
    wanted: Format, name: str, extension: str, start: bytes, siblings: Container[str]
) -> bool:
    companion = wanted.companion_extension
    if companion:
        is_text = extension in wanted.extensions and beside(name, companion) in siblings
        return is_text or extension == companion
    recognises = wanted.recognises
    return extension in wanted.extensions and (recognises is None or recognises(start))
