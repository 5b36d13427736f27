"""`manage.py backup FILE`: a copy of an embedded installation, also while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from annotation_platform.backups import BackupError, make_backup

NOT_EMBEDDED = (
    "The database is PostgreSQL: use its own programs (pg_dump, pg_restore); docs/operations.md "
    "has the commands."
)


class Command(BaseCommand):
    help = "Write database, files and secret of an embedded installation into one archive."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, metavar="FILE", help="for example palio.tar.gz")

    def handle(self, *, archive: Path, **_options: Any) -> None:
        try:
            members = make_backup(
                database=embedded_database(), data_dir=settings.DATA_DIR, archive=archive
            )
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        size = archive.stat().st_size / 1e6
        self.stdout.write(
            f"{archive}: {len(members)} files, {size:.1f} MB. Keep it as safe as the data."
        )


def embedded_database() -> Path:
    """Return where the SQLite database is, or refuse."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        raise CommandError(NOT_EMBEDDED)
    return Path(database["NAME"])
