"""Settings are documented, and an unsafe production is refused."""

import ast
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "annotation_platform" / "settings.py"


def variables_in_code() -> dict[str, str | None]:
    """Return each variable that settings.py reads, with its default where it is a plain value."""
    found = {}
    for node in ast.walk(ast.parse(SETTINGS.read_text())):
        is_read = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "env"
        )
        if is_read:
            default = next(key.value for key in node.keywords if key.arg == "default")
            plain = isinstance(default, ast.Constant)
            found[node.args[0].value] = str(default.value) if plain else None
    return found


def variables_in_table() -> dict[str, str]:
    rows = re.findall(
        r"^\| `([A-Z_]+)` \| (.*?) \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE
    )
    return dict(rows)


def test_the_table_has_exactly_the_variables_that_the_code_reads():
    assert sorted(variables_in_table()) == sorted(variables_in_code())


def test_the_defaults_in_the_table_are_those_of_the_code():
    table = variables_in_table()
    plain = {name: value for name, value in variables_in_code().items() if value}
    assert plain
    assert {name: table[name] for name in plain} == {name: f"`{plain[name]}`" for name in plain}


def check_deploy(**changes: str) -> subprocess.CompletedProcess[str]:
    lines = (ROOT / "docs/production.env").read_text().splitlines()
    documented = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "k3" * 30 + "_-xYz",
        **documented,
        "DATA_DIR": os.environ["DATA_DIR"],
        **changes,
    }
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_documented_production_settings_pass_every_check():
    result = check_deploy()
    assert result.returncode == 0, result.stderr
    assert "WARNING" not in result.stderr + result.stdout


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"SECRET_KEY": ""}, "palio.E001"),
        ({"SECRET_KEY": "change-me-" + "x" * 50}, "palio.E001"),
        ({"DEBUG": "1"}, "palio.E002"),
        ({"REDIS_URL": "unix:///tmp/x.sock"}, "palio.E003"),
        ({"EMAIL_URL": "consolemail://"}, "palio.E004"),
        ({"BASE_URL": "http://palio.example.org"}, "palio.E005"),
        ({"DATABASE_URL": "sqlite:////tmp/x.sqlite3"}, "palio.E006"),
        ({"AGREEMENT_ENGINE": "magic"}, "palio.E008"),
        ({"DETECTORS": "Wards=http://wards.example"}, "palio.E009"),
        ({"DATABASE_URL": "garbage"}, "DATABASE_URL must look like"),
    ],
)
def test_what_production_must_not_have_is_refused(changes, error):
    result = check_deploy(**changes)
    assert result.returncode != 0
    assert error in result.stderr or (error == "palio.E001" and "SECRET_KEY" in result.stderr)


def test_demo_accounts_are_refused_in_a_production_database(ana, settings):
    from accounts.models import User
    from annotation_platform.checks import check_no_demo_accounts

    settings.PRODUCTION = True
    assert check_no_demo_accounts(None, databases=["default"]) == []
    User.objects.filter(pk=ana.pk).update(is_demo=True)
    assert [error.id for error in check_no_demo_accounts(None, databases=["default"])] == [
        "palio.E007"
    ]


def test_tests_have_a_data_folder_of_their_own():
    assert str(settings.DATA_DIR) == os.environ["DATA_DIR"]
    assert settings.DATA_DIR.parent == Path(tempfile.gettempdir()).resolve()
