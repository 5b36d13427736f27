"""What programs are told when a request of theirs is refused."""

from typing import Any

from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler


def explain_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer with a code for programs beside the words for people."""
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.APIException) and isinstance(response.data, dict):
        codes = error.get_codes()
        response.data["code"] = codes if isinstance(codes, str) else "invalid"
    return response
