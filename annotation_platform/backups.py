"""Backup and restore of an embedded installation: its database, files and secret in one archive.

The queue is not part of it: its messages only say "look at this job", and the reaper sends them again
from the jobs' rows.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

FORMAT = "palio-backup-1"
MANIFEST = "manifest.json"
DATABASE = "palio.sqlite3"
SECRET = "secret_key"  # noqa: S105  (a file's name)
FILES = "files"


class BackupError(Exception):
    """A backup cannot be made or restored; the message is for the person who tried."""


@dataclass(frozen=True)
class Member:
    """One file of a backup."""

    name: str
    size: int
    sha256: str

    @classmethod
    def of(cls, name: str, path: Path) -> "Member":
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return cls(name, path.stat().st_size, digest)


def make_backup(*, database: Path, data_dir: Path, archive: Path) -> list[Member]:
    """Write a consistent copy of a running or stopped installation; return what is in it."""
    if not database.exists():
        raise BackupError(f"There is no database to back up at {database}.")
    if archive.exists():
        raise BackupError(f"{archive} exists already: name another file.")
    # Beside the data, never in a shared temporary folder: it holds clinical text.
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=data_dir) as scratch:
        copy = Path(scratch, DATABASE)
        _copy_database(database, copy)
        paths = {DATABASE: copy} | dict(_other_files(data_dir))
        part = archive.with_name(f"{archive.name}.part")
        members = _write_archive(part, paths, Path(scratch, MANIFEST))
        part.rename(archive)
    return members


def _copy_database(source: Path, target: Path) -> None:
    """Copy one moment of the database, while others go on writing."""
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    _check_database(target)


def _check_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        try:
            # Constraints may call functions that only Django's connections have.
            connection.execute("PRAGMA ignore_check_constraints=ON")
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.DatabaseError as error:
            raise BackupError(f"The database in the backup is damaged ({error}).") from error
    if verdict != "ok":
        raise BackupError("The database in the backup is damaged.")


def _other_files(data_dir: Path) -> Iterator[tuple[str, Path]]:
    # After the database: what its rows name is then there.
    if (data_dir / SECRET).exists():
        yield SECRET, data_dir / SECRET
    for path in sorted((data_dir / FILES).rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(data_dir).as_posix(), path


def _write_archive(archive: Path, paths: dict[str, Path], manifest: Path) -> list[Member]:
    members = [Member.of(name, path) for name, path in paths.items()]
    content = {
        "format": FORMAT,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "members": [asdict(member) for member in members],
    }
    manifest.write_text(json.dumps(content, indent=1))
    descriptor = os.open(archive, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
            tar.add(manifest, MANIFEST)
            for name, path in paths.items():
                tar.add(path, name)
        file.flush()
        os.fsync(file.fileno())
    return members


def restore_backup(*, archive: Path, database: Path, data_dir: Path, force: bool) -> Path | None:
    """Restore a backup; return the folder to which the previous data was moved.

    Everything is unpacked and checked before anything is touched.
    """
    present = _present(database, data_dir)
    if present and not force:
        raise BackupError(
            f"{data_dir} already holds data: name an empty folder by DATA_DIR, or pass --force "
            "to move what is there aside."
        )
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=data_dir) as scratch:
        _unpack(archive, Path(scratch))
        _check_database(Path(scratch, DATABASE))
        aside = _move_aside(present, data_dir)
        shutil.move(Path(scratch, DATABASE), database)
        for name in (SECRET, FILES):
            if Path(scratch, name).exists():
                _replace(Path(scratch, name), data_dir / name)
    return aside


def _present(database: Path, data_dir: Path) -> list[Path]:
    """Return what a restore would replace; the secret alone is made by any command."""
    database_files = [database.with_name(f"{database.name}{end}") for end in ("", "-wal", "-shm")]
    found = [path for path in database_files if path.exists()]
    files = data_dir / FILES
    if files.is_dir() and any(files.iterdir()):
        found.append(files)
    return found


def _move_aside(paths: list[Path], data_dir: Path) -> Path | None:
    if not paths:
        return None
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
    aside = Path(tempfile.mkdtemp(prefix=f"before-restore-{stamp}-", dir=data_dir))
    for path in paths:
        shutil.move(path, aside / path.name)
    if (data_dir / SECRET).exists():
        shutil.copy2(data_dir / SECRET, aside / SECRET)
    return aside


def _replace(source: Path, target: Path) -> None:
    if target.is_dir():
        target.rmdir()
    source.replace(target)


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive, "r:gz") as tar:
            for member in _read_manifest(tar):
                _unpack_member(tar, member, folder)
    except (OSError, EOFError, tarfile.TarError, KeyError, ValueError, TypeError) as error:
        raise BackupError(f"{archive} is not a whole backup of Palio ({error}).") from error


def _read_manifest(tar: tarfile.TarFile) -> list[Member]:
    file = tar.extractfile(MANIFEST)
    content = json.load(file) if file else {}
    if content.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    members = [Member(**values) for values in content["members"]]
    if DATABASE not in {member.name for member in members}:
        raise ValueError("it has no database")
    return members


def _unpack_member(tar: tarfile.TarFile, member: Member, folder: Path) -> None:
    parts = PurePosixPath(member.name).parts
    known = member.name in (DATABASE, SECRET) or parts[0] == FILES
    if not known or ".." in parts:
        raise ValueError(f"it names a strange file: {member.name}")
    source = tar.extractfile(member.name)
    if source is None:
        raise ValueError(f"{member.name} is no file")
    target = folder / member.name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (
        source,
        os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
    ):
        shutil.copyfileobj(source, file)
    if Member.of(member.name, target) != member:
        raise ValueError(f"{member.name} is not what was backed up")
