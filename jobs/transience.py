"""Which errors pass by themselves: the only ones that a job is retried for."""

import sqlite3

from django.db import InterfaceError, OperationalError

from jobs.exceptions import TransientJobError

SQLITE_BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
# Lost connection, deadlock or serialisation failure, too many connections, lock not available,
# server shutting down or starting: https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRES_CLASSES = ("08", "40", "53300", "55P03", "57P0")


def is_transient(error: BaseException) -> bool:
    """Tell whether trying again later may help."""
    if isinstance(error, TransientJobError):
        return True
    return isinstance(error, OperationalError | InterfaceError) and _will_pass(error.__cause__)


def _will_pass(cause: BaseException | None) -> bool:
    if isinstance(cause, sqlite3.Error):
        # The low byte is the primary code, the rest says more about it. "No such table" is an
        # OperationalError too, and waiting does not help it.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in SQLITE_BUSY_CODES
    # Without a code the server was not even reached.
    state = getattr(cause, "sqlstate", None) or "08"
    return str(state).startswith(POSTGRES_CLASSES)
