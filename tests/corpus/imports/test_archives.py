"""Archives from elsewhere: what is dangerous or damaged is refused with a reason, nothing crashes."""

import io
import stat
import struct
import zipfile
from contextlib import suppress
from random import Random

import pytest

from corpus.imports.domain.archives import Archive, ArchiveLimits
from formats.problems import UnreadableFile

LIMITS = ArchiveLimits()


def make(*members: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for name, content in members:
            archive.writestr(name, content, compress_type=how)
    return buffer.getvalue()


def opened(content: bytes, limits: ArchiveLimits = LIMITS) -> Archive:
    return Archive(io.BytesIO(content), limits=limits)


def refusal_of_all(content: bytes, limits: ArchiveLimits = LIMITS) -> str:
    with pytest.raises(UnreadableFile) as caught:
        opened(content, limits)
    return caught.value.code


def refusal_while_reading(content: bytes, limits: ArchiveLimits = LIMITS) -> str:
    archive = opened(content, limits)
    with pytest.raises(UnreadableFile) as caught:
        archive.open(archive.members[0]).read()
    return caught.value.code


def test_members_are_read_by_name_in_order():
    archive = opened(make(("b/é.txt", b"un"), ("a.txt", b"deux"), ("c/", b"")))
    assert [(m.name, archive.open(m).read()) for m in archive.members] == [
        ("b/é.txt", b"un"),
        ("a.txt", b"deux"),
    ]


@pytest.mark.parametrize(
    "name",
    ["../x.txt", "a/../../x.txt", "/etc/passwd", "C:\\x.txt", "a\\..\\..\\x.txt", "a\x01b.txt"],
)
def test_a_name_that_leads_elsewhere_is_refused(name):
    archive = opened(make((name, b"x")))
    assert [member.refusal for member in archive.members] == ["unsafe_name"]
    with pytest.raises(UnreadableFile):
        archive.open(archive.members[0])


def test_what_systems_put_there_is_passed_over():
    hidden = ["__MACOSX/._a.txt", ".DS_Store", "b/.git/config", "Thumbs.db", "b/.hidden"]
    archive = opened(make(*((name, b"x") for name in hidden), ("a.txt", b"x")))
    assert [member.name for member in archive.members] == ["a.txt"]


def test_a_link_is_not_followed():
    link = zipfile.ZipInfo("a.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert opened(make((link, b"/etc/passwd"))).members[0].refusal == "member_is_link"


def test_an_encrypted_member_is_refused():
    content = bytearray(make(("a.txt", b"secret")))
    # The flag in the member's own header and in the list of members.
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert opened(bytes(content)).members[0].refusal == "member_encrypted"


def test_a_compression_that_costs_memory_is_refused():
    content = make(("a.txt", b"x" * 100), how=zipfile.ZIP_LZMA)
    assert opened(content).members[0].refusal == "member_compression"


def test_bzip2_is_read():
    archive = opened(make(("a.txt", b"abc" * 1000), how=zipfile.ZIP_BZIP2))
    assert archive.open(archive.members[0]).read() == b"abc" * 1000


def test_the_same_name_twice_is_read_once():
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = make(("a.txt", b"un"), ("a.txt", b"deux"))
    archive = opened(content)
    assert [member.refusal for member in archive.members] == ["", "member_twice"]
    assert archive.open(archive.members[0]).read() == b"un"


@pytest.mark.parametrize("written", ["cp437", "utf-8"])
def test_names_without_an_encoding_are_read(written):
    # As older programs write them: bytes, and no word on their encoding.
    raw = "éèà.txt".encode(written)
    content = make(("x" * len(raw), b"un")).replace(b"x" * len(raw), raw)
    assert opened(content).members[0].name == "éèà.txt"


def test_a_bomb_stops_while_it_is_unpacked():
    assert refusal_while_reading(make(("a.txt", bytes(50_000_000)))) == "archive_bomb"


def test_what_shrinks_as_text_does_is_read():
    content = b"".join(b"Patient %d vu en consultation.\n" % number for number in range(99_999))
    archive = opened(make(("a.txt", content)))
    assert archive.open(archive.members[0]).read() == content


def test_all_members_together_may_be_too_large():
    content = make(("a.txt", bytes(600_000)), ("b.txt", bytes(600_000)))
    assert refusal_of_all(content, ArchiveLimits(unpacked_bytes=1_000_000)) == "archive_too_large"


def test_too_many_members_are_refused():
    content = make(*((f"{number}.txt", b"x") for number in range(11)))
    assert refusal_of_all(content, ArchiveLimits(members=10)) == "archive_too_many_files"


def test_a_list_of_members_of_gigabytes_is_never_read():
    content = bytearray(make(("a.txt", b"x")))
    end = content.index(b"PK\x05\x06")
    content[end:end] = bytes(20_000_000)
    end += 20_000_000
    struct.pack_into("<L", content, end + 12, 20_000_000)
    assert refusal_of_all(bytes(content)) == "archive_too_many_files"


def test_a_header_that_lies_about_the_size_is_no_way_around_the_limit():
    content = bytearray(make(("a.txt", bytes(3_000_000))))
    for at, field in ((0, 22), (content.index(b"PK\x01\x02"), 24)):
        struct.pack_into("<L", content, at + field, 10)
    assert refusal_while_reading(bytes(content)) == "member_damaged"


def test_overlapping_members_are_refused():
    content = bytearray(make(("a.txt", b"x" * 500), ("b.txt", b"x" * 500)))
    second = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 4)
    struct.pack_into("<L", content, second + 42, 5)
    assert refusal_of_all(bytes(content)) == "archive_overlaps"


def test_a_changed_byte_is_noticed():
    content = bytearray(make(("a.txt", b"Bonjour Madame"), how=zipfile.ZIP_STORED))
    content[content.index(b"Madame")] ^= 1
    assert refusal_while_reading(bytes(content)) == "member_damaged"


@pytest.mark.parametrize("content", [b"", b"PK", b"Bonjour", b"PK\x03\x04" + bytes(100)])
def test_what_is_no_archive_is_refused(content):
    assert refusal_of_all(content) == "bad_archive"


def test_a_cut_off_archive_is_refused():
    assert refusal_of_all(make(("a.txt", b"x" * 999))[:-30]) == "bad_archive"


def test_no_damage_is_a_crash():
    """Random damage anywhere gives content or a refusal, never another error."""
    draws = Random(7)
    original = make(("a/é.txt", b"Vu ce jour. " * 50), ("b.xml", b"<a/>"))
    for _ in range(3000):
        content = bytearray(original)
        for _ in range(draws.randrange(1, 6)):
            content[draws.randrange(len(content))] = draws.randrange(256)
        if draws.random() < 0.2:
            del content[draws.randrange(len(content)) :]
        read_what_can_be_read(bytes(content))


def read_what_can_be_read(content: bytes) -> None:
    with suppress(UnreadableFile):
        archive = opened(content)
        for member in archive.members:
            with suppress(UnreadableFile):
                archive.open(member).read()
