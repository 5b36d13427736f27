"""Ids for documents that bring none."""

LONGEST_ID = 120


def candidate_ids(name: str, number: int, digest: bytes) -> list[str]:
    """Return possible ids of a file's document, the nicest first; nothing else has the last one.

    `name` is the file's with its folders, `number` says which of its documents it is, 0 if the only one.
    """
    path = name.rpartition(".")[0] or name
    stem = path.rpartition("/")[2]
    ending = f"-{number}" if number else ""
    unique = f"{ending}-{digest.hex()[:16]}"
    nice = [base + ending for base in (stem, path) if len(base + ending) <= LONGEST_ID]
    return [*nice, stem[: LONGEST_ID - len(unique)] + unique]
