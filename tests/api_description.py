"""Answers are judged by the description that programs are given."""

import re
from copy import deepcopy
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

JSON = "application/json"
JSONL = "application/jsonl"


@cache
def description() -> dict[str, Any]:
    """Return the description, with objects that hold what is described and nothing else."""
    described = deepcopy(SchemaGenerator().get_schema(request=None, public=True))
    _close(described)
    return described


def _close(part: Any) -> None:
    if isinstance(part, dict):
        if "properties" in part and isinstance(part["properties"], dict):
            part.setdefault("additionalProperties", False)
        for each in part.values():
            _close(each)
    elif isinstance(part, list):
        for each in part:
            _close(each)


def path_of(route: str) -> str:
    """Return a route of ours as the description writes it."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)


def problems_of(response: Any) -> list[str]:
    """Return where an answer is not as it is described; an error of another kind may be as it likes."""
    path, method = path_of(response.resolver_match.route), response.request["REQUEST_METHOD"]
    operation = description()["paths"].get(path, {}).get(method.lower())
    if operation is None:
        # The pages of the description itself, and calls that do not exist.
        return []
    where = f"{method} {path} {response.status_code}"
    described = operation["responses"].get(str(response.status_code))
    if described is None:
        return [f"{where} is not described"] if response.status_code < 400 else []
    content = described.get("content", {})
    kind = response.get("Content-Type", "").split(";")[0]
    if not content:
        return []
    if kind not in content:
        return [f"{where} is {kind}, not {list(content)}"]
    if kind != JSON:
        return []
    return [f"{where}: {each}" for each in unfit(response.json(), content[kind]["schema"])]


def unfit(value: Any, schema: dict[str, Any]) -> list[str]:
    """Return what of a value does not fit a schema of the description."""
    whole = {**schema, "components": description()["components"]}
    found = Draft202012Validator(whole).iter_errors(value)
    return [f"{error.json_path} {error.message}" for error in found]
