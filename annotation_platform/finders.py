"""Static files that come with installed packages which are no Django apps."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage, Storage

# Where a file is served, the package that carries it, and its place in there. Not whole folders: what
# lies beside plotly.js is larger than all our own files, and nobody asks for it.
FILES = {"plotly/plotly.min.js": ("plotly", "package_data/plotly.min.js")}


class PackagedFileFinder(BaseFinder):
    """Finds the few files that we serve from packages."""

    def check(self, **_kwargs: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        found = [str(_place(path))] if path in FILES else []
        return found if find_all else next(iter(found), None)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Storage]]:
        for path in FILES:
            place = _place(path)
            storage = FileSystemStorage(location=place.parent)
            # Collected under this prefix.
            storage.prefix = str(Path(path).parent)  # type: ignore[attr-defined]
            yield place.name, storage


def _place(path: str) -> Path:
    package, inside = FILES[path]
    # Its folder, without importing it: that takes longer than to start the platform.
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise FileNotFoundError(f"The package {package} is not installed.")
    return Path(next(iter(folders))) / inside
