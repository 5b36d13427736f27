"""Triggers in migrations, written once for each database; and those of the audit log.

Migrations run the statements as they stand here. Once a version is out, a change of them is a new
migration with `around_triggers` and the old text kept for its way back, never an edit alone.
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

    To change a table SQLite's schema editor makes it anew: its triggers would be lost without a word,
    and those that read it would make the migration fail.
    """
    return [
        trigger_operation(create=drop, drop=create),
        *operations,
        trigger_operation(create=create, drop=drop),
    ]
