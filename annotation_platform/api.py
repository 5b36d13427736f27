"""What programs are told when a request of theirs is refused, and how that is described."""

from collections.abc import Iterator
from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler

from accounts.api import PERSON_HEADER

JSON = "application/json"
PAGING = {"page", "size"}
ERROR = {
    "type": "object",
    "properties": {
        "detail": {"type": "string", "description": "For people, in their language."},
        "code": {"type": "string", "description": "For programs."},
    },
    "required": ["detail", "code"],
}
INVALID = {
    "type": "object",
    "description": "What is wrong, by field.",
    "properties": {"code": {"type": "string", "description": "For programs."}},
    "required": ["code"],
    "additionalProperties": {},
}


def explain_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer with a code for programs beside the words for people."""
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(response.data, dict):
        # Fields that are wrong have a code each, in words of the framework's own.
        response.data["code"] = getattr(response.data.get("detail"), "code", "invalid")
    return response


def describe_errors(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add to each call of the description by which errors any call of its kind is answered."""
    result["components"]["schemas"] |= {"Error": ERROR, "Invalid": INVALID}
    for path, operations in result["paths"].items():
        for operation in operations.values():
            for status, answer in _errors(path, operation):
                operation["responses"].setdefault(status, answer)
            _add_other_person(operation)
    return result


def _errors(path: str, operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    asked = {each["name"] for each in operation.get("parameters", []) if each["in"] == "query"}
    if "requestBody" in operation or asked - PAGING:
        yield "400", _answer("Invalid", "Not in the expected form.")
    if {} not in operation.get("security", []):
        yield "403", _answer("Error", "Not signed in, or the token is not known.")
    if "{" in path or asked & PAGING:
        yield "404", _answer("Error", "It does not exist, or not for this person.")


def _answer(schema: str, words: str) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{schema}"}
    return {"content": {JSON: {"schema": reference}}, "description": words}


def _add_other_person(operation: dict[str, Any]) -> None:
    """Describe the refusal of a page that someone else has loaded."""
    if all(each["name"] != PERSON_HEADER for each in operation.get("parameters", [])):
        return
    other = _answer("Error", "Someone else is signed in.")
    known = operation["responses"].setdefault("409", other)
    if known is not other:
        content = known["content"][JSON]
        content["schema"] = {"anyOf": [content["schema"], other["content"][JSON]["schema"]]}
