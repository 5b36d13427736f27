"""Every number that a form or a call takes has an upper bound, in every stage."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.core.validators import MaxValueValidator

from tests.api_description import description
from web.forms import number_in

ROOT = Path(__file__).resolve().parents[1]
STAGES = ("accounts", "jobs", "corpus", "contests", "agreement", "feedback", "gold")
# Of a list: a page that does not exist is not found, and no page is larger than the largest.
PAGING = {"page", "size"}
NUMBERS = {"integer", "number"}


def form_fields() -> dict[str, forms.Field]:
    """Return the fields that take a number, of all forms, by where they are."""
    found = {}
    for stage in STAGES:
        for path in sorted((ROOT / stage).rglob("forms.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for form in vars(importlib.import_module(name)).values():
                if isinstance(form, type) and issubclass(form, forms.BaseForm):
                    fields = getattr(form, "base_fields", {}).items()
                    found |= {f"{form.__qualname__}.{key}": field for key, field in fields}
    numbers = (forms.IntegerField, forms.DecimalField)
    return {place: field for place, field in found.items() if isinstance(field, numbers)}


@pytest.mark.parametrize("field", [pytest.param(v, id=k) for k, v in form_fields().items()])
def test_a_number_in_a_form_has_an_upper_bound(field):
    assert any(isinstance(each, MaxValueValidator) for each in field.validators)


def test_forms_that_take_numbers_are_found():
    assert {"SplitForm.folds", "DecisionForm.start", "PowerForm.tests"} <= form_fields().keys()


def unbounded(schema: dict[str, Any], place: str) -> Iterator[str]:
    """Yield where a value of this schema may be any number."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        schema = description()["components"]["schemas"][name]
    kinds = schema.get("type", [])
    if NUMBERS & {kinds} if isinstance(kinds, str) else NUMBERS & set(kinds):
        yield from () if "maximum" in schema else (place,)
    for name, part in schema.get("properties", {}).items():
        if not part.get("readOnly"):
            yield from unbounded(part, f"{place}.{name}")
    for part in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from unbounded(part, place)
    if isinstance(schema.get("items"), dict):
        yield from unbounded(schema["items"], f"{place}[]")


def taken_schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what each call takes, by its name."""
    for operations in description()["paths"].values():
        for operation in operations.values():
            for each in operation.get("parameters", []):
                if each["in"] == "query" and each["name"] not in PAGING:
                    yield f"{operation['operationId']}?{each['name']}", each["schema"]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield operation["operationId"], content["schema"]


def test_a_number_in_a_call_has_an_upper_bound():
    places = {place for name, schema in taken_schemas() for place in unbounded(schema, name)}
    assert places == set()
    assert "ask_for_split" in dict(taken_schemas())


@pytest.mark.parametrize("written", ["", "-1", "1.5", "²", "٣", "9" * 19, "9" * 5000])
def test_what_no_id_can_be_is_no_number(written):
    assert number_in(written) is None


def test_digits_are_a_number():
    assert number_in("0042") == 42
