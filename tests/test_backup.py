"""A backup taken while others write is whole, and a restore never destroys anything."""

import os
import re
import sqlite3
import subprocess
import sys
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from annotation_platform.backups import BackupError, make_backup, restore_backup
from annotation_platform.preflight import lock_data_folder

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def data_dir(tmp_path):
    """An installation with a database of two accounts, a file and a secret."""
    folder = tmp_path / "var"
    (folder / "files" / "exports").mkdir(parents=True)
    (folder / "files" / "exports" / "corpus.jsonl").write_text('{"text": "Contrôle."}\n')
    (folder / "secret_key").write_text("a secret of this installation")
    with closing(sqlite3.connect(folder / "palio.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.create_function(
            "REGEXP", 2, lambda pattern, text: bool(re.search(pattern, text))
        )
        connection.execute(
            "CREATE TABLE account (name TEXT CHECK (name REGEXP '^[a-z]+$'), balance INTEGER)"
        )
        connection.execute("INSERT INTO account VALUES ('ana', 0), ('bob', 0)")
        connection.commit()
    return folder


def back_up(data_dir, archive):
    return make_backup(database=data_dir / "palio.sqlite3", data_dir=data_dir, archive=archive)


def restore(archive, data_dir, *, force=False):
    return restore_backup(
        archive=archive, database=data_dir / "palio.sqlite3", data_dir=data_dir, force=force
    )


def balances(data_dir):
    with closing(sqlite3.connect(data_dir / "palio.sqlite3")) as connection:
        return dict(connection.execute("SELECT name, balance FROM account"))


class Writer(threading.Thread):
    """Moves one from ana to bob again and again: in any moment the two add up to nothing."""

    def __init__(self, database):
        super().__init__()
        self.database, self.moves, self.is_over = database, 0, threading.Event()

    def run(self):
        with closing(sqlite3.connect(self.database, timeout=20)) as connection:
            while not self.is_over.is_set():
                with connection:
                    connection.execute(
                        "UPDATE account SET balance = balance - 1 WHERE name = 'ana'"
                    )
                    connection.execute(
                        "UPDATE account SET balance = balance + 1 WHERE name = 'bob'"
                    )
                self.moves += 1

    def __enter__(self):
        self.start()
        while self.moves < 5:
            self.is_over.wait(0.001)
        return self

    def __exit__(self, *_error):
        self.is_over.set()
        self.join()


def test_a_backup_taken_while_someone_writes_holds_one_moment(data_dir, tmp_path):
    with Writer(data_dir / "palio.sqlite3") as writer:
        for number in range(5):
            before = writer.moves
            back_up(data_dir, tmp_path / f"{number}.tar.gz")
    for number in range(5):
        restore(tmp_path / f"{number}.tar.gz", tmp_path / f"restored {number}")
        restored = balances(tmp_path / f"restored {number}")
        assert restored["ana"] + restored["bob"] == 0
    assert restored["bob"] >= before
    assert balances(data_dir)["bob"] == writer.moves


def test_database_files_and_secret_come_back(data_dir, tmp_path):
    back_up(data_dir, tmp_path / "palio.tar.gz")
    assert restore(tmp_path / "palio.tar.gz", tmp_path / "new") is None
    assert balances(tmp_path / "new") == {"ana": 0, "bob": 0}
    assert (tmp_path / "new/secret_key").read_text() == "a secret of this installation"
    assert "Contrôle" in (tmp_path / "new/files/exports/corpus.jsonl").read_text()


def test_a_backup_is_readable_by_its_owner_only(data_dir, tmp_path):
    back_up(data_dir, tmp_path / "palio.tar.gz")
    assert (tmp_path / "palio.tar.gz").stat().st_mode & 0o077 == 0
    assert not list(data_dir.glob(".backup-*"))


def test_a_backup_replaces_no_other_file(data_dir, tmp_path):
    back_up(data_dir, tmp_path / "palio.tar.gz")
    with pytest.raises(BackupError, match="exists already"):
        back_up(data_dir, tmp_path / "palio.tar.gz")


def test_a_restore_refuses_a_folder_with_data(data_dir, tmp_path):
    back_up(data_dir, tmp_path / "palio.tar.gz")
    with pytest.raises(BackupError, match="--force"):
        restore(tmp_path / "palio.tar.gz", data_dir)


def test_a_forced_restore_keeps_what_was_there(data_dir, tmp_path):
    back_up(data_dir, tmp_path / "palio.tar.gz")
    with Writer(data_dir / "palio.sqlite3") as writer:
        pass
    aside = restore(tmp_path / "palio.tar.gz", data_dir, force=True)
    assert balances(data_dir) == {"ana": 0, "bob": 0}
    assert balances(aside) == {"ana": -writer.moves, "bob": writer.moves}
    assert (aside / "files/exports/corpus.jsonl").exists()


@pytest.mark.parametrize("harm", ["cut", "changed", "foreign"])
def test_a_harmed_backup_changes_nothing(data_dir, tmp_path, harm):
    archive = tmp_path / "palio.tar.gz"
    back_up(data_dir, archive)
    HARMS[harm](archive, tmp_path)
    with pytest.raises(BackupError, match="not a whole backup"):
        restore(archive, data_dir, force=True)
    assert balances(data_dir) == {"ana": 0, "bob": 0}
    assert not list(data_dir.glob("before-restore-*"))


def cut(archive, _folder):
    archive.write_bytes(archive.read_bytes()[:-200])


def change_the_file(archive, folder):
    with tarfile.open(archive) as tar:
        tar.extractall(folder / "unpacked", filter="data")
    (folder / "unpacked/files/exports/corpus.jsonl").write_text('{"text": "Controle."}\n')
    with tarfile.open(archive, "w:gz") as tar:
        for path in (folder / "unpacked").iterdir():
            tar.add(path, path.name)


def replace_by_another_archive(archive, folder):
    (folder / "letter.txt").write_text("Madame, Monsieur,")
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(folder / "letter.txt", "letter.txt")


HARMS = {"cut": cut, "changed": change_the_file, "foreign": replace_by_another_archive}


def manage(*arguments, **environment):
    names = ("DATABASE_URL", "REDIS_URL", "PRODUCTION")
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_commands_carry_an_installation_to_another_folder(data_dir, tmp_path):
    archive, new = tmp_path / "palio.tar.gz", tmp_path / "elsewhere"
    done = manage("backup", archive, DATA_DIR=str(data_dir))
    assert done.returncode == 0, done.stderr
    done = manage("restore", archive, DATA_DIR=str(new))
    assert done.returncode == 0, done.stderr
    assert balances(new) == {"ana": 0, "bob": 0}
    assert (new / "secret_key").read_text() == "a secret of this installation"


def test_nothing_is_restored_under_a_running_platform(data_dir, tmp_path):
    back_up(data_dir, tmp_path / "palio.tar.gz")
    with lock_data_folder(data_dir):
        done = manage("restore", tmp_path / "palio.tar.gz", "--force", DATA_DIR=str(data_dir))
    assert done.returncode == 1
    assert "already runs" in done.stderr


def test_with_postgres_the_command_names_the_right_programs(tmp_path):
    url = "postgres://nobody@127.0.0.1:1/nothing"
    done = manage("backup", tmp_path / "x", DATABASE_URL=url, DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "pg_dump" in done.stderr
