"""What the documentation names exists: targets, commands, links, files, decisions."""

import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, get_resolver, resolve

ROOT = Path(__file__).resolve().parent.parent
STAGES = ("corpus", "contests", "agreement", "feedback", "gold")
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
DECISIONS = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))


def name_of(page):
    return page.relative_to(ROOT).as_posix()


each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def named(pattern, page):
    return set(re.findall(pattern, page.read_text()))


@each_page
def test_every_make_target_exists(page):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert named(r"(?m)(?:`|^ {4}|[A-Z_]+=\S+ )make ([a-z]+)", page) <= targets


@each_page
def test_every_management_command_exists(page):
    assert named(r"manage\.py ([a-z_]+)", page) <= set(get_commands())


@each_page
def test_every_link_leads_somewhere(page):
    # Not in code: guidelines mark their examples as Markdown writes links.
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
    links = set(re.findall(r"\]\(([^)#]+)[^)]*\)", text))
    missing = {
        link
        for link in links
        if not link.startswith("https://") and not (page.parent / link).exists()
    }
    assert missing == set()


@each_page
def test_every_path_of_ours_exists(page):
    tops = "|".join(path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "var")
    paths = named(rf"(?<![\w/.])((?:{tops})/[\w/.-]*\w)", page)
    assert {path for path in paths if not (ROOT / path).exists()} == set()


@each_page
def test_every_module_of_ours_exists(page):
    packages = "|".join(path.parent.name for path in ROOT.glob("*/__init__.py"))
    names = named(rf"`((?:{packages})(?:\.\w+)+)[`(]", page)
    assert {name for name in names if not is_there(name)} == set()


def is_there(name):
    """Whether a dotted name is that of a package, a module, something in a module, a kind of job or a log."""
    *above, last = name.split(".")
    if last == "log" or any(
        f'"{name}"' in path.read_text() for path in ROOT.glob(f"{above[0]}/**/*.py")
    ):
        return True
    folder = ROOT.joinpath(*above)
    if (folder / last).is_dir() or (folder / f"{last}.py").exists():
        return True
    module = folder.with_suffix(".py") if not folder.is_dir() else folder / "__init__.py"
    return module.exists() and re.search(rf"\b{last}\b", module.read_text()) is not None


@each_page
def test_every_address_of_the_interface_exists(page):
    named_ones = named(r"(/api/[\w/<>.-]*)", page)
    addresses = {re.sub(r"<\w+>", "1", address) for address in named_ones}
    assert {address for address in addresses if not is_served(address)} == set()


def is_served(address):
    try:
        resolve(address)
    except Resolver404:
        return False
    return True


def test_production_names_every_address_that_is_a_secret():
    page = (ROOT / "docs/production.md").read_text()
    secret = set(beginnings_of_secret_addresses(get_resolver()))
    assert {"invitations/", "accounts/reset/"} <= secret
    assert {beginning for beginning in secret if f"`/{beginning}`" not in page} == set()


def beginnings_of_secret_addresses(resolver, before=""):
    """Yield what stands before the signed or random part of each address that has one."""
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from beginnings_of_secret_addresses(each, path)
        elif "token>" in path:
            yield path.partition("<")[0]


def test_every_folder_is_on_the_map():
    tracked = subprocess.run(
        ["git", "-c", "core.quotepath=off", "ls-files"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    if not tracked:
        pytest.skip("not a git checkout")
    folders = {path.split("/")[0] for path in tracked if "/" in path and path[0] != "."}
    text = (ROOT / "README.md").read_text()
    assert {folder for folder in folders if f"`{folder}/`" not in text} == set()
    shown = dict(re.findall(r"^\| `(\w+)/` \| (.+) \|$", text, re.MULTILINE))
    for stage in STAGES:
        features = {path.parent.name for path in (ROOT / stage).glob("*/__init__.py")}
        features -= {"migrations", "management"}
        assert {name for name in features if f"`{name}`" not in shown[stage]} == set()


def test_every_decision_is_listed_under_its_title():
    index = (ROOT / "docs/decisions/README.md").read_text()
    listed = re.findall(r"^(\d+)\. \[(.+)\]\((.+)\)$", index, re.MULTILINE)
    titles = [path.read_text().splitlines()[0] for path in DECISIONS]
    assert [f"# {number}. {title}" for number, title, _ in listed] == titles
    assert [file for _, _, file in listed] == [path.name for path in DECISIONS]


@pytest.mark.parametrize("page", DECISIONS, ids=name_of)
def test_a_decision_is_half_a_page(page):
    assert len(page.read_text().splitlines()) <= 30


def test_the_readme_leads_to_every_page():
    text = (ROOT / "README.md").read_text()
    pages = [name_of(page) for page in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if page not in text] == []
