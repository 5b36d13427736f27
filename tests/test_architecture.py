"""The folders keep their promises: who may import whom, and what a domain may know."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What each stage may import of the others (README, "What is there").
MAY_IMPORT = {
    # Wiring: it knows every stage, and no stage knows it.
    "annotation_platform": {
        "accounts", "jobs", "corpus", "detection", "contests", "agreement", "feedback", "gold",
    },
    "accounts": set(),
    "jobs": {"accounts"},
    "corpus": {"accounts", "jobs"},
    "detection": {"DEL"},
    "contests": {"detection", "corpus", "accounts", "jobs"},
    "agreement": {"contests", "corpus", "accounts", "jobs"},
    "feedback": {"agreement", "contests", "corpus", "accounts", "jobs"},
    "gold": {"agreement", "contests", "detection", "corpus", "accounts", "jobs"},
    "demo": {
        "accounts", "jobs", "corpus", "detection", "contests", "agreement", "feedback", "gold",
    },
}  # fmt: skip
# Inside a stage, each may import what stands after it, and its own kind.
LAYERS = ["urls", "edge", "tasks", "services", "selectors", "models", "domain"]
EDGE = {"views", "api", "consumers", "receivers"}
FORBIDDEN_IN_DOMAIN = {"django", "rest_framework", "celery", "environ", "channels"}
MOST_LINES = 400


def stages() -> list[str]:
    return [stage for stage in MAY_IMPORT if (ROOT / stage).is_dir()]


def modules(stage: str) -> list[Path]:
    return [path for path in (ROOT / stage).rglob("*.py") if "migrations" not in path.parts]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from corpus import domain` names a module too.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(parts: list[str]) -> str | None:
    kinds = ["edge" if part in EDGE else part for part in parts]
    return next((kind for kind in kinds if kind in LAYERS), None)


@pytest.mark.parametrize("stage", stages())
def test_a_stage_imports_only_what_stands_upstream_of_it(stage):
    allowed = MAY_IMPORT[stage] | {stage}
    wrong = [
        (str(path.relative_to(ROOT)), name)
        for path in modules(stage)
        for name in imports(path)
        if name.split(".")[0] in MAY_IMPORT
        and not any(name == root or name.startswith(f"{root}.") for root in allowed)
    ]
    assert wrong == []


@pytest.mark.parametrize("stage", stages())
def test_a_domain_knows_no_framework_and_reads_no_clock(stage):
    wrong = [
        (str(path.relative_to(ROOT)), name)
        for path in modules(stage)
        if "domain" in path.parts
        for name in imports(path)
        if name.split(".")[0] in FORBIDDEN_IN_DOMAIN or name.startswith("time.")
    ]
    assert wrong == []


@pytest.mark.parametrize("stage", [stage for stage in stages() if stage != "annotation_platform"])
def test_inside_a_stage_imports_go_one_way(stage):
    wrong = []
    for path in modules(stage):
        own = layer(list(path.relative_to(ROOT / stage).with_suffix("").parts))
        for name in imports(path):
            other = layer(name.split(".")[1:]) if name.split(".")[0] == stage else None
            if own and other and LAYERS.index(other) < LAYERS.index(own):
                wrong.append((str(path.relative_to(ROOT)), name))
    assert wrong == []


@pytest.mark.parametrize("stage", stages())
def test_services_do_not_enqueue(stage):
    wrong = [
        (str(path.relative_to(ROOT)), name)
        for path in modules(stage)
        if layer(list(path.relative_to(ROOT / stage).with_suffix("").parts)) == "services"
        for name in imports(path)
        if name.startswith("celery") or ".tasks" in name
    ]
    assert wrong == []


def test_modules_stay_short():
    long = {
        str(path.relative_to(ROOT)): lines
        for stage in stages()
        for path in modules(stage)
        if (lines := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert long == {}


def test_pages_hold_no_inline_style_script_or_handler():
    marks = ("style=", "<script>", " onclick=", " onchange=", " onsubmit=", "javascript:")
    wrong = [
        (path.name, mark)
        for path in (ROOT / "templates").rglob("*.html")
        # Mail programs read only inline styles.
        if "emails" not in path.parts
        for mark in marks
        if mark in path.read_text()
    ]
    assert wrong == []
