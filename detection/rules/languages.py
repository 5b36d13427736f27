"""The groups of rules of each language: found in the modules of `detection.rules.groups`."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from pkgutil import walk_packages

from detection.rules import groups
from detection.rules.rules import RuleGroup


def _discovered() -> Iterator[RuleGroup]:
    """Yield the groups that the modules declare, in the order of the modules' names."""
    for module in walk_packages(groups.__path__, f"{groups.__name__}."):
        declared = vars(import_module(module.name)).values()
        yield from (each for each in declared if isinstance(each, RuleGroup))


def _language(group: RuleGroup) -> str:
    return group.language


LANGUAGES: Mapping[str, Sequence[RuleGroup]] = {
    language: tuple(same)
    for language, same in groupby(sorted(_discovered(), key=_language), key=_language)
}
