"""Untrusted zip archives: their members, and the reasons why members are refused.

Nothing is unpacked to disk: members are read as streams, one after the other.
"""

import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, BinaryIO, NoReturn, cast

from formats import problems
from formats.kinds import is_accompanying
from formats.lines import Pulled
from formats.problems import UnreadableFile
from formats.records import MEGABYTE

LONGEST_NAME = 255
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_DRIVE = re.compile(r"^[A-Za-z]:")


def safe_name(name: str) -> str | None:
    """Return the path with `/` as separator; None if it leads out of its folder or is empty."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/"))
    parts = [part for part in name.split("/") if part not in ("", ".")]
    is_elsewhere = name.startswith("/") or _DRIVE.match(name) or ".." in parts
    if is_elsewhere or not parts or _CONTROL.search(name):
        return None
    safe = "/".join(parts)
    return safe if len(safe) <= LONGEST_NAME else None


def is_passed_over(name: str) -> bool:
    """Return whether the file belongs to a system or tool: .DS_Store, __MACOSX/…, annotation.conf"""
    parts = name.split("/")
    is_hidden = any(part.startswith(".") or part == "__MACOSX" for part in parts)
    is_of_system = parts[-1].lower() in ("thumbs.db", "desktop.ini")
    return is_hidden or is_of_system or is_accompanying(name)


def folder_of(name: str) -> str:
    """Return the name of the file's folder, empty at the top."""
    parts = name.split("/")
    return parts[-2] if len(parts) > 1 else ""


# Not LZMA: the archive chooses the size of its dictionary in memory.
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_UTF8_NAME = 0x800
_BUFFER_BYTES = 65536
# The size of the header before each member, without its name.
_HEADER_BYTES = 30
# The list of members is read at once; 50,000 members take 10 MB.
_LONGEST_READ = 16 * MEGABYTE
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits of an archive; ordinary XML compresses to a tenth, a zip bomb to a thousandth."""

    members: int = 50_000
    unpacked_bytes: int = 4096 * MEGABYTE
    ratio: int = 200


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive, with the reason if it is refused."""

    name: str
    packed_bytes: int
    info: zipfile.ZipInfo
    refusal: str = ""


class Archive:
    """An archive that passed all checks as a whole; single members may still be damaged."""

    def __init__(self, file: BinaryIO, *, limits: ArchiveLimits) -> None:
        self._limits = limits
        try:
            self._zip = zipfile.ZipFile(cast("IO[bytes]", _BoundedReads(file, limits)))
        except (*_DAMAGE, NotImplementedError, OverflowError):
            raise UnreadableFile(problems.BAD_ARCHIVE) from None
        infos = [info for info in self._zip.infolist() if not info.is_dir()]
        if len(self._zip.infolist()) > limits.members:
            _too_many(limits)
        if _overlap(self._zip.infolist()):
            raise UnreadableFile(problems.ARCHIVE_OVERLAPS)
        self.unpacked_bytes = sum(info.file_size for info in infos)
        if self.unpacked_bytes > limits.unpacked_bytes:
            limit = limits.unpacked_bytes // MEGABYTE
            raise UnreadableFile(problems.ARCHIVE_TOO_LARGE, limit=limit)
        self.members = tuple(_members(infos))

    def open(self, member: Member) -> io.BufferedReader:
        """Return the content of a member as a stream that raises UnreadableFile where it is damaged."""
        if member.refusal:
            raise UnreadableFile(member.refusal)
        try:
            content = self._zip.open(member.info)
        except (*_DAMAGE, NotImplementedError, RuntimeError):
            raise UnreadableFile(problems.MEMBER_DAMAGED) from None
        return io.BufferedReader(_MemberStream(content, member, self._limits.ratio), _BUFFER_BYTES)


def _members(infos: list[zipfile.ZipInfo]) -> Iterator[Member]:
    seen: set[str] = set()
    for info in infos:
        shown = _readable_name(info)
        name = safe_name(shown)
        if name is None:
            # Shown in the list of problems, never used as a path.
            yield Member(repr(shown)[1:-1][:255], info.compress_size, info, problems.UNSAFE_NAME)
        elif not is_passed_over(name):
            twice = problems.MEMBER_TWICE if name in seen else ""
            yield Member(name, info.compress_size, info, _refusal(info) or twice)
            seen.add(name)


def _readable_name(info: zipfile.ZipInfo) -> str:
    if info.flag_bits & _UTF8_NAME:
        return info.orig_filename
    # Many programs write UTF-8 without setting the flag.
    try:
        return info.orig_filename.encode("cp437").decode()
    except UnicodeError:
        return info.orig_filename


def _refusal(info: zipfile.ZipInfo) -> str:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return problems.MEMBER_IS_LINK
    if info.flag_bits & _ENCRYPTED:
        return problems.MEMBER_ENCRYPTED
    return "" if info.compress_type in _COMPRESSIONS else problems.MEMBER_COMPRESSION


def _overlap(infos: list[zipfile.ZipInfo]) -> bool:
    """Return whether members share bytes, as in archives that repeat the same content many times."""
    end = 0
    for info in sorted(infos, key=lambda i: i.header_offset):
        if info.header_offset < end:
            return True
        end = info.header_offset + _HEADER_BYTES + info.compress_size
    return False


def _too_many(limits: ArchiveLimits) -> NoReturn:
    raise UnreadableFile(problems.ARCHIVE_TOO_MANY_FILES, limit=limits.members)


class _BoundedReads(io.RawIOBase):
    """A file that limits each read to the size of a list of members."""

    def __init__(self, file: BinaryIO, limits: ArchiveLimits) -> None:
        self._file = file
        self._limits = limits

    def read(self, size: int = -1) -> bytes:
        if size > _LONGEST_READ:
            _too_many(self._limits)
        return self._file.read(_LONGEST_READ if size < 0 else size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True


class _MemberStream(Pulled):
    """The bytes of one member, counted while they are unpacked, because headers may lie."""

    def __init__(self, content: IO[bytes], member: Member, ratio: int) -> None:
        super().__init__()
        self._content = content
        self._ratio = ratio
        self._left = max(MEGABYTE, member.packed_bytes * ratio)

    def pull(self) -> bytes:
        try:
            data = self._content.read(_BUFFER_BYTES)
        except _DAMAGE:
            raise UnreadableFile(problems.MEMBER_DAMAGED) from None
        self._left -= len(data)
        if self._left < 0:
            raise UnreadableFile(problems.ARCHIVE_BOMB, limit=self._ratio)
        return data

    def close(self) -> None:
        self._content.close()
        super().close()
