"""A detector behind HTTP: texts go out as JSON, spans come back, and every answer is judged.

    GET  {url}                                → {"version", "labels": […], "languages"?: […]}
    POST {url} {"language", "texts": […]}     → {"version", "findings": [[{"start", "end", "label",
                                                 "score"?, "reason"?}, …], …]}

Nothing is asked of a proxy, no redirect is followed, and no error quotes what was sent or answered.
"""

import json
import time
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR, socket
from threading import Event, Timer
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

from detection.base import (
    LONGEST_LABEL,
    NAME,
    RULES,
    Finding,
    is_name,
    register,
)
from detection.errors import DetectorUnusable, MisreadServices

SECONDS: Final = 30.0
# What says only who it is must do so at once: pages wait for it.
SECONDS_TO_DESCRIBE: Final = 3.0
ATTEMPTS: Final = 3
PAUSE_SECONDS: Final = 0.3
LARGEST_ANSWER_MB: Final = 20
TEXTS_AT_ONCE, CHARACTERS_AT_ONCE = 50, 100_000
MOST_LABELS, LONGEST_VERSION = 500, 100
# How long what a service says of itself is believed, and how long that it does not answer.
KEPT_SECONDS, FORGIVEN_SECONDS = 30.0, 3.0
_BUSY = {429, 500, 502, 503, 504}


def services_in(setting: str) -> dict[str, str]:
    """Return the address of each service in `name=http://host:port/path,…`; raise MisreadServices."""
    found: dict[str, str] = {}
    for entry in filter(None, map(str.strip, setting.split(","))):
        name, _, address = entry.partition("=")
        if not NAME.fullmatch(name):
            raise MisreadServices("name")
        if name == RULES or name in found:
            raise MisreadServices("taken", name=name)
        if not _is_address(address):
            raise MisreadServices("address", name=name)
        found[name] = address
    return found


def _is_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    is_plain = address.isascii() and address.isprintable() and " " not in address
    return is_plain and parts.scheme in {"http", "https"} and bool(parts.hostname)


def register_services(setting: str) -> None:
    """Let the services of the setting be chosen by their names."""
    for name, address in services_in(setting).items():
        register(name, partial(RemoteDetector, name, address))


@dataclass(frozen=True)
class _Description:
    version: str
    labels: frozenset[str]


class RemoteDetector:
    """A service that finds spans; it is asked for some texts at once, each time for a limited while."""

    def __init__(
        self, name: str, address: str, language: str = "fr", *, seconds: float = SECONDS
    ) -> None:
        self.name = name
        self.language = language
        self._address: SplitResult = urlsplit(address)
        self._seconds = seconds
        # What it last said of itself, or why it did not; and until when that is believed.
        self._known: tuple[float, _Description | DetectorUnusable] = (0.0, self._wrong("answer"))

    @property
    def version(self) -> str:
        return self._description().version

    @property
    def labels(self) -> Collection[str]:
        return self._description().labels

    def detect_all(self, texts: Iterable[str]) -> Iterator[list[Finding]]:
        """Yield the findings of each text; raise DetectorUnusable where the service fails."""
        some: list[str] = []
        size = 0
        for text in texts:
            if some and (len(some) == TEXTS_AT_ONCE or size + len(text) > CHARACTERS_AT_ONCE):
                yield from self._findings(some)
                some, size = [], 0
            some.append(text)
            size += len(text)
        if some:
            yield from self._findings(some)

    def _findings(self, texts: list[str]) -> list[list[Finding]]:
        version = self.version
        answer = self._ask({"language": self.language, "texts": texts}, seconds=self._seconds)
        try:
            if answer["version"] != version:
                self._known = (0.0, self._wrong("version"))
                raise self._wrong("version")
            found = [[_finding(each) for each in one] for one in answer["findings"]]
        except (TypeError, KeyError, AttributeError) as error:
            raise self._wrong("answer") from error
        if len(found) != len(texts):
            raise self._wrong("answer")
        return found

    def _description(self) -> _Description:
        until, known = self._known
        if time.monotonic() > until:
            try:
                known = self._described()
            except DetectorUnusable as error:
                known = error
            kept = FORGIVEN_SECONDS if isinstance(known, DetectorUnusable) else KEPT_SECONDS
            self._known = (time.monotonic() + kept, known)
        if isinstance(known, DetectorUnusable):
            # One of its own for each who asks: tracebacks would grow.
            raise DetectorUnusable(known.code, **known.details)
        return known

    def _described(self) -> _Description:
        answer = self._ask(None, seconds=min(self._seconds, SECONDS_TO_DESCRIBE))
        try:
            version, labels = answer["version"], answer["labels"]
            languages = answer.get("languages")
            is_right = (
                is_name(version, most=LONGEST_VERSION)
                and isinstance(labels, list)
                and len(labels) <= MOST_LABELS
                and all(is_name(each, most=LONGEST_LABEL) for each in labels)
                and (languages is None or isinstance(languages, list))
            )
        except (TypeError, KeyError, AttributeError) as error:
            raise self._wrong("answer") from error
        if not is_right:
            raise self._wrong("answer")
        if languages is not None and self.language not in languages:
            raise self._wrong("language", language=self.language)
        return _Description(version, frozenset(labels))

    def _wrong(self, code: str, **details: object) -> DetectorUnusable:
        return DetectorUnusable(code, name=self.name, **details)

    def _ask(self, question: Mapping[str, object] | None, *, seconds: float) -> Any:
        """Return the answer as JSON, or raise why there is none; try again where that may help."""
        body = None if question is None else json.dumps(question).encode()
        for attempt in range(1, ATTEMPTS + 1):
            try:
                content = self._content(body, seconds)
                break
            except DetectorUnusable as error:
                may_pass = error.code == "unreachable" or error.details.get("status") in _BUSY
                if attempt == ATTEMPTS or not may_pass:
                    raise
            time.sleep(PAUSE_SECONDS * attempt)
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            # Not from the error, which holds the answer.
            raise self._wrong("answer") from None

    def _content(self, body: bytes | None, seconds: float) -> bytes:
        to = self._address
        connect = HTTPSConnection if to.scheme == "https" else HTTPConnection
        connection = connect(to.hostname or "", to.port, timeout=seconds)
        is_over, content = Event(), b""
        timer: Timer | None = None
        try:
            connection.connect()
            # The limit is for all of it: each byte could come just in time.
            timer = Timer(seconds, _cut, (connection.sock, is_over))
            timer.daemon = True
            timer.start()
            target = (to.path or "/") + (f"?{to.query}" if to.query else "")
            connection.request("POST" if body else "GET", target, body, self._headers())
            with connection.getresponse() as response:
                content = self._read(response)
        except (OSError, HTTPException) as error:
            if not (is_over.is_set() or isinstance(error, TimeoutError)):
                raise self._wrong("unreachable") from None
            is_over.set()
        finally:
            if timer is not None:
                timer.cancel()
            connection.close()
        if is_over.is_set():
            raise self._wrong("slow", seconds=f"{seconds:g}")
        return content

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Connection": "close"}
        if self._address.username is not None:
            known = f"{unquote(self._address.username)}:{unquote(self._address.password or '')}"
            headers["Authorization"] = f"Basic {b64encode(known.encode()).decode()}"
        return headers

    def _read(self, response: HTTPResponse) -> bytes:
        if response.status != 200:
            raise self._wrong("status", status=response.status)
        content = response.read(LARGEST_ANSWER_MB * 2**20 + 1)
        if len(content) > LARGEST_ANSWER_MB * 2**20:
            raise self._wrong("large", limit=LARGEST_ANSWER_MB)
        return content


def _cut(talk: socket, is_over: Event) -> None:
    """End a conversation that takes too long, wherever it is."""
    is_over.set()
    # It may have ended by itself just now.
    with suppress(OSError):
        talk.shutdown(SHUT_RDWR)


def _finding(members: Mapping[str, Any]) -> Finding:
    return Finding(
        members["start"],
        members["end"],
        members["label"],
        members.get("reason") or "",
        score=members.get("score"),
    )
