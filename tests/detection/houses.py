"""Detectors of a house, added as docs/detection.md describes: a package that declares one, a service behind HTTP."""

import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from detection import base
from detection.remote import register_services

UNIT = "CHUV:STRUCTURE_RÉFÉRENCE"
DOCS = Path(__file__).parents[2] / "docs" / "detection.md"


def documented(language: str, opening: str) -> str:
    """Return the code of the documentation that begins like this."""
    (code,) = re.findall(
        rf"```{language}\n({re.escape(opening)}.*?)```", DOCS.read_text(), re.DOTALL
    )
    return code


@contextmanager
def installed(
    folder: Path, *, name: str = "wards", source: str = "", target: str = ""
) -> Iterator[None]:
    """Install a package that declares a detector, as pip would: a module and its dist-info."""
    module = f"{name}_of_the_house" if source else name
    (folder / f"{module}.py").write_text(source or documented("python", "import re\n"))
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    declared = target or documented("toml", "[project.entry-points").partition('"wards:')[2][:-2]
    (about / "entry_points.txt").write_text(f"[palio.detectors]\n{name} = {module}:{declared}\n")
    sys.path.insert(0, str(folder))
    base.detector.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(module, None)
        base.detector.cache_clear()


class House:
    """A service that behaves as told: `answers` are what it says next, instead of what is right."""

    def __init__(self) -> None:
        self.version = "2024-11"
        self.labels = [UNIT]
        self.score = 0.75
        self.answers: list[object] = []
        self.asked: list[dict[str, object]] = []
        self.headers: dict[str, str] = {}
        self.delay = 0.0

    def describe(self) -> object:
        return {"version": self.version, "labels": self.labels}

    def find(self, question: dict[str, object]) -> object:
        self.asked.append(question)
        time.sleep(self.delay)
        if self.answers:
            return self.answers.pop(0)
        return {
            "version": self.version,
            "findings": [self._found(text) for text in question["texts"]],
        }

    def _found(self, text: str) -> list[dict[str, object]]:
        return [
            {"start": one.start(), "end": one.end(), "label": self.labels[0], "score": self.score,
             "reason": "seen in training"}
            for one in re.finditer("Zirconie", text)
        ]  # fmt: skip


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve on a free port of this machine, and return the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/find"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def service(house: House, name: str = "house") -> Iterator[str]:
    """Serve a house's detector, and name it in the settings."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(house.describe())

        def do_POST(self) -> None:
            house.headers = dict(self.headers)
            self._answer(
                house.find(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            )

        def _answer(self, answer: object) -> None:
            status, content = answer if isinstance(answer, tuple) else (200, answer)
            self.send_response(status)
            if status == 302:
                self.send_header("Location", str(content))
            self.end_headers()
            try:
                if isinstance(content, Iterator):
                    for piece in content:
                        self.wfile.write(piece)
                else:
                    is_raw = isinstance(content, bytes)
                    self.wfile.write(content if is_raw else json.dumps(content).encode())
            except OSError:
                # Who asked has gone.
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    with serving(Handler) as address, named(name, address):
        yield address


@contextmanager
def named(name: str, address: str) -> Iterator[None]:
    """Name a service in the settings."""
    register_services(f"{name}={address}")
    try:
        yield
    finally:
        base._MAKERS.pop(name)
        base.detector.cache_clear()
