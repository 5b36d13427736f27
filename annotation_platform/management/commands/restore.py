"""`manage.py restore FILE`: put a backup in place, never on top of a running installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from annotation_platform.backups import BackupError, restore_backup
from annotation_platform.management.commands.backup import embedded_database
from annotation_platform.preflight import CannotStart, check_data_folder, lock_data_folder


class Command(BaseCommand):
    help = "Put database, files and secret from an archive made by `backup` in place."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, metavar="FILE")
        parser.add_argument(
            "--force", action="store_true", help="move data that are there aside, and go on"
        )

    def handle(self, *, archive: Path, force: bool, **_options: Any) -> None:
        database = embedded_database()
        try:
            check_data_folder(settings.DATA_DIR)
            with lock_data_folder(settings.DATA_DIR):
                aside = restore_backup(
                    archive=archive, database=database, data_dir=settings.DATA_DIR, force=force
                )
        except (BackupError, CannotStart, OSError) as error:
            raise CommandError(str(error)) from error
        if aside:
            self.stdout.write(f"What was there before is in {aside}.")
        self.stdout.write(f"Restored into {settings.DATA_DIR}; start the platform as usual.")
