"""Migration operations for triggers, with statements for each database.

Migrations import the statements. Once a version is released, change them only in a new migration
with `around_triggers`, and keep the old text for the reverse migration.
"""

from collections.abc import Mapping, Sequence

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation

Statements = Mapping[str, Sequence[str]]


def _run(statements: Statements, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in statements[editor.connection.vendor]:
        editor.execute(statement, params=None)


def trigger_operation(*, create: Statements, drop: Statements) -> migrations.RunPython:
    """Return the migration step that runs the statements of the database in use."""

    def forwards(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        _run(create, editor)

    def backwards(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        _run(drop, editor)

    return migrations.RunPython(forwards, backwards)


def around_triggers(
    *operations: Operation, create: Statements, drop: Statements
) -> list[Operation]:
    """Return migration steps that take triggers away, do the operations and put them back.

    SQLite's schema editor recreates a changed table, which drops its triggers and breaks those that
    read it.
    """
    return [
        trigger_operation(create=drop, drop=create),
        *operations,
        trigger_operation(create=create, drop=drop),
    ]
