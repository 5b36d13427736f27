"""The house keeps its order: every module has a layer, and each rule notices what breaks it.

import-linter holds stages, the order of features and purity (pyproject.toml); this file holds what it cannot
say: which modules there may be, and the layers inside a feature.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent

LIBRARIES = ("text", "formats", "gamma", "detection")
# Their modules are put in order by a contract of import-linter each.
SHARED = ("web", "accounts", "jobs")
STAGES = ("corpus", "contests", "agreement", "feedback", "gold")
WIRING = ("annotation_platform", "demo")

# What Django looks for in the root of a stage; nobody imports these.
STAGE_ROOT = {"__init__", "apps", "urls", "models", "tasks", "triggers", "migrations", "management"}
# A module of a feature imports modules of layers after its own, or of its own.
LAYERS = (
    {"urls"},
    {"views", "api", "consumers", "receivers", "tags"},
    {"serializers", "page", "access"},
    {"forms"},
    {"tasks"},
    {"services"},
    {"selectors"},
    {"frames"},
    {"models"},
    {"domain"},
    {"errors"},
)
ORDER = {name: place for place, names in enumerate(LAYERS) for name in names}

EDGE = ORDER["forms"]
# What a feature shows to others; to their edges also what only pages and API need.
SHOWN = {"services", "selectors", "frames", "models", "domain", "errors"}
SHOWN_TO_EDGES = SHOWN | {"access", "serializers", "page", "tasks"}
# What reads the clock, the environment or chance: what only computes is given what they return.
IMPURE = {
    "datetime.now", "datetime.today", "datetime.utcnow", "date.today", "time", "os.environ", "os.getenv",
    "secrets", "uuid.uuid4", *(f"random.{name}" for name in ("random", "choice", "shuffle", "sample", "randint")),
}  # fmt: skip
# Where compiled code is kept, names of passing files, and how long a service may take, are no results.
NOT_COMPUTING = {"gamma/cache.py", "formats/streams.py", "detection/remote.py"}
# Names that promise nothing, and the collections of messages that a feature's errors have replaced.
NO_NAMES = re.compile(r"(?:utils|helpers|common|wording|words|exceptions|\w+_words)$")
A_RULE_GROUP = "detection/rules/groups/common_words.py"

MOST_LINES = 400


@dataclass(frozen=True)
class Module:
    """A module of the product, as far as these rules look at it."""

    path: str
    source: str

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return Path(self.path).with_suffix("").parts

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @property
    def feature(self) -> tuple[str, ...] | None:
        """Stage and feature, of a module inside a feature."""
        is_inside = self.parts[0] in STAGES and len(self.parts) > 2
        return self.parts[:2] if is_inside and self.parts[1] not in STAGE_ROOT else None

    @property
    def layer(self) -> str | None:
        return layer_in(self.parts) if self.feature else None

    @cached_property
    def imports(self) -> list[str]:
        """Full names of what it imports, modules and what is in them."""
        names = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                # From where it stands: one dot is its own folder.
                above = self.parts[: -node.level] if node.level else ()
                origin = ".".join([*above, *filter(None, [node.module])])
                names += [f"{origin}.{alias.name}" for alias in node.names]
        return names

    @cached_property
    def uses(self) -> set[str]:
        """What it names with dots: `datetime.now`."""
        return {
            ast.unparse(node) for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)
        }


def layer_in(parts: tuple[str, ...] | list[str]) -> str | None:
    """Return the layer of a module, or of something in it."""
    return parts[2] if len(parts) > 2 and parts[2] in ORDER else None


# --- Rules: each yields what is wrong with a module ------------------------------------------------


def has_a_place(module: Module) -> Iterator[str]:
    """Every module stands where the map of README has a place for it."""
    parts = module.parts
    if NO_NAMES.match(parts[-1]) and module.path != A_RULE_GROUP:
        yield "its name does not say what is in it"
    if parts[0] in (*LIBRARIES, *SHARED, *WIRING) or parts == ("manage",):
        return
    if parts[0] not in STAGES:
        yield "no package of this name is on the map"
    elif parts[1] in STAGE_ROOT:
        if parts[1] in {"apps", "urls", "models", "tasks", "triggers"} and len(parts) > 2:
            yield "the root of a stage holds modules, no folders of layers"
    elif len(parts) == 2:
        yield "the root of a stage holds only what Django looks for there"
    elif parts[2] != "__init__" and module.layer is None:
        yield "this is no layer"


def imports_downwards(module: Module) -> Iterator[str]:
    """Inside a feature a module imports its own layer and those after it."""
    if module.layer is None:
        return
    for name in module.imports:
        other = name.split(".")
        layer = layer_in(other)
        if tuple(other[:2]) == module.feature and layer and ORDER[layer] < ORDER[module.layer]:
            yield f"{module.layer} imports {name}"


def asks_other_features_for_what_they_show(module: Module) -> Iterator[str]:
    """Of another feature, of its stage or another, a module imports what that feature shows."""
    if module.layer is None:
        return
    shown = SHOWN_TO_EDGES if ORDER[module.layer] < EDGE else SHOWN
    for name in module.imports:
        other = name.split(".")
        if other[0] in STAGES and tuple(other[:2]) != module.feature:
            layer = layer_in(other)
            if other[1] in STAGE_ROOT or (layer and layer not in shown):
                yield f"{module.layer} imports {name}"


def leaves_the_root_alone(module: Module) -> Iterator[str]:
    """No feature imports the modules in a stage's root, which only show Django where things are."""
    for name in module.imports:
        other = name.split(".")
        if (
            other[0] in STAGES
            and len(other) > 1
            and other[1] in {"models", "tasks", "urls", "apps"}
            and (module.path, other[1]) != ("annotation_platform/urls.py", "urls")
        ):
            yield f"imports {name}"


def only_shows_where_things_are(module: Module) -> Iterator[str]:
    """The models.py and tasks.py of a stage define nothing."""
    if module.parts[0] in STAGES and module.parts[1:] in {("models",), ("tasks",)}:
        for node in module.tree.body:
            is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            is_list = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            if not (is_docstring or is_list or isinstance(node, ast.ImportFrom)):
                yield f"does more: {ast.unparse(node)[:60]}"


def does_not_enqueue(module: Module) -> Iterator[str]:
    """Services and what is below them start nothing in the background: their callers do."""
    if module.layer and ORDER[module.layer] >= ORDER["services"]:
        for name in module.imports:
            if name.startswith("celery") or ".tasks" in name:
                yield f"{module.layer} imports {name}"


def computes_from_what_it_is_given(module: Module) -> Iterator[str]:
    """Libraries and domains read no clock, no environment and no chance of their own."""
    is_library = module.parts[0] in LIBRARIES and module.path not in NOT_COMPUTING
    if module.layer == "domain" or is_library:
        for name in (*module.imports, *module.uses):
            if any(name == each or name.startswith(f"{each}.") for each in IMPURE):
                yield f"uses {name}"


def is_short(module: Module) -> Iterator[str]:
    """No module has more lines than one can keep in mind."""
    lines = module.source.count("\n")
    if lines > MOST_LINES:
        yield f"{lines} lines"


def says_what_it_is_for(module: Module) -> Iterator[str]:
    """The package of a feature says what the feature is for."""
    if module.feature and module.parts[2:] == ("__init__",) and not ast.get_docstring(module.tree):
        yield "the feature has no docstring"


def names_its_tasks(module: Module) -> Iterator[str]:
    """A Celery task has a name of its own, which outlives a move of its module."""
    for node in ast.walk(module.tree):
        for decorator in getattr(node, "decorator_list", []):
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if ast.unparse(called).split(".")[-1] in {"shared_task", "task"}:
                keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
                if "name" not in {each.arg for each in keywords}:
                    yield f"{node.name} has no explicit name"


def leaves_csv_to_one_writer(module: Module) -> Iterator[str]:
    """Every table is written by text.tables, which guards it against formulas."""
    if module.path != "text/tables.py":
        yield from sorted(module.uses & {"csv.writer", "csv.DictWriter"})


RULES = [
    has_a_place,
    imports_downwards,
    asks_other_features_for_what_they_show,
    leaves_the_root_alone,
    only_shows_where_things_are,
    does_not_enqueue,
    computes_from_what_it_is_given,
    is_short,
    says_what_it_is_for,
    names_its_tasks,
    leaves_csv_to_one_writer,
]


def product() -> list[Module]:
    """Return every module of the product; migrations are history."""
    outside = {"tests", "benchmarks", "var", "node_modules"}
    return [
        Module(str(path), (ROOT / path).read_text())
        for path in sorted(each.relative_to(ROOT) for each in ROOT.rglob("*.py"))
        if not path.parts[0].startswith(".")
        and path.parts[0] not in outside
        and "migrations" not in path.parts
    ]


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    found = product()
    assert {module.parts[0] for module in found} >= {*LIBRARIES, *SHARED, *STAGES, *WIRING}
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_module_keeps_the_rule(modules, rule):
    assert [f"{module.path}: {wrong}" for module in modules for wrong in rule(module)] == []


PLANTED = [
    ("contests/helpers.py", "", has_a_place),
    ("contests/chat/utils.py", "", has_a_place),
    ("contests/chat/wording.py", "", has_a_place),
    ("contests/models/chat.py", "", has_a_place),
    ("surveys/models.py", "", has_a_place),
    ("gamma/exceptions.py", "", has_a_place),
    ("annotation_platform/helpers.py", "", has_a_place),
    ("contests/chat/views/wording.py", "", has_a_place),
    ("contests/chat/models.py", "from .services import post", imports_downwards),
    ("contests/chat/models.py", "from . import services", imports_downwards),
    ("contests/chat/frames.py", "from . import selectors", imports_downwards),
    ("demo/simulation.py", "from contests.models import chat", leaves_the_root_alone),
    ("gold/tasks.py", "LIMIT = 3", only_shows_where_things_are),
    ("gamma/gamma.py", "import time", computes_from_what_it_is_given),
    ("formats/brat.py", "x = os.environ['A']", computes_from_what_it_is_given),
    ("gold/splits/domain/a.py", "from random import choice", computes_from_what_it_is_given),
    ("contests/chat/tasks.py", "@celery.shared_task\ndef tell(): ...", names_its_tasks),
    ("contests/chat/models.py", "from contests.chat.services import post", imports_downwards),
    ("contests/chat/domain/words.py", "from contests.chat import models", imports_downwards),
    ("contests/chat/forms.py", "from contests.chat.views import chat", imports_downwards),
    (
        "gold/releases/services/releases.py",
        "from gold.releases.views import release",
        imports_downwards,
    ),
    (
        "contests/chat/services.py",
        "from contests.people.forms import InviteForm",
        asks_other_features_for_what_they_show,
    ),
    (
        "contests/chat/services.py",
        "from contests.people.access import own_membership",
        asks_other_features_for_what_they_show,
    ),
    (
        "contests/chat/views.py",
        "from contests.people.views.members import people",
        asks_other_features_for_what_they_show,
    ),
    ("gold/releases/selectors.py", "from contests.models import chat", leaves_the_root_alone),
    ("gold/models.py", "class Release: ...", only_shows_where_things_are),
    ("contests/chat/services.py", "from jobs.tasks import enqueue", does_not_enqueue),
    ("contests/chat/selectors.py", "from celery import shared_task", does_not_enqueue),
    ("contests/chat/domain.py", "import time", computes_from_what_it_is_given),
    ("contests/chat/domain/a.py", "x = datetime.now()", computes_from_what_it_is_given),
    ("text/spans.py", "x = date.today()", computes_from_what_it_is_given),
    ("contests/chat/services.py", "\n" * 401, is_short),
    ("contests/chat/__init__.py", "", says_what_it_is_for),
    ("contests/chat/tasks.py", "@shared_task\ndef tell(): ...", names_its_tasks),
    ("contests/chat/tasks.py", "@shared_task(bind=True)\ndef tell(): ...", names_its_tasks),
    ("contests/chat/views.py", "csv.writer(response)", leaves_csv_to_one_writer),
]


@pytest.mark.parametrize(("path", "source", "rule"), PLANTED)
def test_a_planted_violation_is_noticed(path, source, rule):
    assert list(rule(Module(path, source)))


def test_a_violation_of_every_rule_is_planted():
    assert {rule for *_, rule in PLANTED} == set(RULES)


def test_a_package_exports_no_function_named_like_one_of_its_modules():
    wrong = []
    for module in product():
        if module.parts[-1] == "__init__":
            folder = (ROOT / module.path).parent
            shown = {name for name in module.imports if name.count(".")}
            wrong += [
                f"{module.path}: {name}"
                for name in shown
                if (folder / f"{name.split('.')[-1]}.py").exists()
                and not (ROOT / Path(*name.split("."))).with_suffix(".py").exists()
            ]
    assert wrong == []


def features() -> dict[str, set[str]]:
    return {
        stage: {
            path.parent.name
            for path in (ROOT / stage).glob("*/__init__.py")
            if path.parent.name not in STAGE_ROOT
        }
        for stage in STAGES
    }


def test_a_stage_is_an_app_and_a_feature_is_none():
    apps = set(settings.INSTALLED_APPS)
    assert not {f"{stage}.{name}" for stage, names in features().items() for name in names} & apps
    assert {app.split(".")[0] for app in apps} >= set(STAGES)


# Folders beside those of features: what several features of a stage share, or the whole tool demands.
NO_FEATURE = {"__pycache__", "slowly"}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("where", ["templates", "tests"])
def test_templates_and_tests_mirror_the_features(stage, where):
    folders = {path.name for path in (ROOT / where / stage).iterdir() if path.is_dir()}
    assert folders - features()[stage] - NO_FEATURE == set()
    if where == "templates":
        assert [path.name for path in (ROOT / where / stage).iterdir() if path.is_file()] == []


def test_scripts_and_styles_stand_with_their_features():
    known = {name for names in features().values() for name in names} | {"web"}
    folders = {path.name for kind in ("js", "css") for path in (ROOT / "static" / kind).glob("*/")}
    assert folders - known == set()


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


# --- Contracts of import-linter -----------------------------------------------------------------

# A module, what is added to it, and what is then reported. One for each contract, more where it has parts.
PLANTED_IMPORTS = [
    ("jobs/errors.py", "import corpus.imports.models", "jobs is not allowed to import corpus"),
    ("feedback/scores/domain.py", "import gold.splits", "feedback is not allowed to import gold"),
    ("gold/releases/domain.py", "import demo", "gold is not allowed to import demo"),
    ("web/forms.py", "import formats", "web is not allowed to import formats"),
    ("accounts/models.py", "import gamma", "accounts is not allowed to import gamma"),
    ("jobs/models.py", "import detection", "jobs is not allowed to import detection"),
    ("text/spans.py", "import django", "text is not allowed to import django"),
    ("contests/chat/domain.py", "import celery", "contests.chat.domain is not allowed"),
    ("gold/splits/errors.py", "import rest_framework", "gold.splits.errors is not allowed"),
    ("web/errors.py", "import web.api", "web.errors is not allowed to import web.api"),
    ("accounts/models.py", "import accounts.views", "accounts.models is not allowed"),
    ("jobs/models.py", "import jobs.services", "jobs.models is not allowed"),
    ("corpus/documents/models.py", "import corpus.imports", "corpus.documents is not allowed"),
    ("contests/chat/models.py", "import contests.training.models", "contests.chat is not allowed"),
    ("contests/contest/models.py", "import contests.home", "contests.contest is not allowed"),
    ("agreement/runs/models.py", "import agreement.review", "agreement.runs is not allowed"),
    ("feedback/scores/models.py", "import feedback.mails", "feedback.scores is not allowed"),
    ("feedback/mails/models.py", "import feedback.monitoring", "feedback.mails is not allowed"),
    ("gold/splits/models.py", "import gold.exports", "gold.splits is not allowed"),
    ("formats/csv_table.py", "import formats.brat", ".csv_table -> .brat"),
    ("formats/brat.py", "import formats.csv_table", ".csv_table -> .brat"),
    ("gold/attics/__init__.py", "", "gold.attics"),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> str:
    """What import-linter says of a copy in which every contract is broken."""
    house = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", house)
    for package in (*LIBRARIES, *SHARED, *STAGES, *WIRING):
        shutil.copytree(
            ROOT / package, house / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    for path, line, _ in PLANTED_IMPORTS:
        (house / path).parent.mkdir(exist_ok=True)
        with (house / path).open("a") as module:
            module.write(f"\n{line}\n")
    return lint(house)


def lint(house: Path) -> str:
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", script, "--no-cache"]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    return " ".join((done.stdout + done.stderr).split())


def test_the_imports_of_the_house_keep_every_contract():
    assert ", 0 broken" in lint(ROOT)


def test_every_contract_notices_a_planted_import(report):
    assert " 0 kept" in report


@pytest.mark.parametrize(("path", "line", "said"), PLANTED_IMPORTS)
def test_a_planted_import_is_named(report, path, line, said):
    assert said in report
