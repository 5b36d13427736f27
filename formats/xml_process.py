"""`python -m formats.xml_process SECONDS`: search a document from standard input by the paths in its first line."""

import json
import resource
import sys

from formats.problems import UnreadableFile
from formats.xml import XmlPaths, search_paths


def answer(request: bytes) -> dict[str, object]:
    """Return the results, or the code of the problem."""
    paths, _, data = request.partition(b"\n")
    try:
        found = search_paths(data, XmlPaths(**json.loads(paths)))
    except UnreadableFile as error:
        return {"code": error.code}
    return found._asdict() | {"text": None if found.text is None else sorted(found.text)}


if __name__ == "__main__":
    # Also ends the process if its parent is killed.
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1]) + 1))
    json.dump(answer(sys.stdin.buffer.read()), sys.stdout)
