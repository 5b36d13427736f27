"""API errors and their OpenAPI description, pagination and shared serializers."""

from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import parsers, serializers, status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from text.errors import Refusal
from web.errors import explain
from web.forms import LARGEST_OFFSET

PERSON_HEADER = "X-Palio-Person"


class OtherPerson(APIException):
    """Another person has signed in since the page was loaded, so its data is refused."""

    status_code = status.HTTP_409_CONFLICT
    default_detail = _("Another account is now signed in.")
    default_code = "other-person"


def check_person(request: Request) -> None:
    """Raise OtherPerson if the page was loaded by someone else; programs omit the header."""
    believed = request.headers.get(PERSON_HEADER)
    if believed is not None and believed != str(request.user.pk):
        raise OtherPerson


class Pages(PageNumberPagination):
    """Pagination of long lists."""

    page_size = 50
    page_size_query_param = "size"
    page_size_query_description = "Rows per page, at most 500."
    max_page_size = 500

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page; the framework's own words are of an older OpenAPI."""
        address = {"type": ["string", "null"], "format": "uri"}
        described = {"count": {"type": "integer"}, "next": address, "previous": address}
        described |= {"results": schema}
        return {"type": "object", "properties": described, "required": list(described)}


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
    """Add a machine-readable code to each error; a Refusal becomes 409 Conflict."""
    if isinstance(error, Refusal):
        return Response(refusal_of(error), status=status.HTTP_409_CONFLICT)
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(response.data, dict):
        # Fields that are wrong have a code each, in words of the framework's own.
        response.data["code"] = getattr(response.data.get("detail"), "code", "invalid")
    return response


def refusal_of(error: Refusal) -> dict[str, str]:
    """Return the response body of a refusal."""
    return {"code": error.code, "reason": explain(error)}


def describe_errors(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the shared error responses to each operation of the OpenAPI description."""
    result["components"]["schemas"] |= {"Error": ERROR, "Invalid": INVALID}
    for path, operations in result["paths"].items():
        for operation in operations.values():
            for code, answer in _errors(path, operation):
                operation["responses"].setdefault(code, answer)
            _add_other_person(operation)
    return result


def _errors(path: str, operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    asked = {each["name"] for each in operation.get("parameters", []) if each["in"] == "query"}
    if "requestBody" in operation or asked - PAGING:
        yield "400", _answer("Invalid", "Not in the expected form.")
    if {} not in operation.get("security", []):
        yield (
            "403",
            _answer("Error", "Not signed in, or the token is unknown or lacks the scope."),
        )
    if "{" in path or asked & PAGING:
        yield "404", _answer("Error", "Does not exist, or this person may not see it.")


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


class JSONParser(parsers.JSONParser):
    """JSON; nested deeper than Python can follow, it is a bad request like any other."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON parse error - nested too deeply") from error


SHOWN_UNITS_SCHEMA = {
    "type": "array",
    "items": {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "integer"}, {"type": "string"}],
        "items": {},
        "minItems": 3,
        "maxItems": 3,
    },
    "description": "Pre-annotation as [start, end, label], in code points.",
}
TOKENS_SCHEMA = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "Offsets of the tokens in code points, flat: start, end, start, end, …",
}


@extend_schema_field(TOKENS_SCHEMA)
class TokensField(serializers.JSONField):
    pass


@extend_schema_field(SHOWN_UNITS_SCHEMA)
class ShownUnitsField(serializers.JSONField):
    pass


class UnitSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField(
        min_value=0, max_value=LARGEST_OFFSET, help_text="First code point."
    )
    end = serializers.IntegerField(
        min_value=1, max_value=LARGEST_OFFSET, help_text="Code point after the last."
    )
    label = serializers.CharField()  # type: ignore[assignment]  # hides a title nobody uses

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["start"] >= attrs["end"]:
            raise serializers.ValidationError(gettext("A span must end after it starts."))
        return attrs


class RefusalSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs.")
    reason = serializers.CharField(help_text="For people, in the language of the account.")


PERSON = OpenApiParameter(
    PERSON_HEADER,
    int,
    OpenApiParameter.HEADER,
    description="Id of the person who loaded the page; 409 if another person is signed in.",
)
