"""The rules of detection: their order as a picture, each in words, and the words they know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from contests.domain.detecting import families_of
from contests.rule_words import rule_words
from contests.selectors.detection import label_mapping
from contests.views.detection import families_by_label, managed_contest
from detection.rules import Family, Rule, in_order


@dataclass(frozen=True)
class CategoryRow:
    """A category of the detector: the contest's label for it, and what must be found before."""

    label: str
    category: str
    # Of the contest's families, whose colour it has; 0 where it is left out.
    family: int
    needs: Sequence[str]
    after: Sequence[str]
    overrides: Sequence[str]


@dataclass(frozen=True)
class LexiconRow:
    """A list of words that rules read."""

    name: str
    words: int


@dataclass(frozen=True)
class FamilyRow:
    """A family of rules: its categories, its rules in words, its lexicons."""

    name: str
    categories: Sequence[CategoryRow]
    rules: Sequence[tuple[str, str]]
    lexicons: Sequence[LexiconRow]


@login_required
@require_safe
def rules(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show the rules, their order, and the words they know."""
    contest = managed_contest(request, contest_id)
    mapping = label_mapping(contest)
    families = [family for family in families_of(contest.language) if family.rules]
    by_label = families_by_label(contest)
    context = {
        "contest": contest,
        "rules": in_order([rule for family in families for rule in family.rules]),
        "families": {label: by_label[category] for label, category in mapping.items() if category},
        "rows": [_row(family, mapping, by_label) for family in families],
    }
    return render(request, "contests/rules.html", context)


def _row(family: Family, mapping: Mapping[str, str], by_label: Mapping[str, int]) -> FamilyRow:
    return FamilyRow(
        name=family.name,
        categories=[_category(rule, mapping[rule.label], by_label) for rule in family.rules],
        rules=[
            (name, rule_words(name)) for name in (f"{family.name}.{key}" for key in family.meanings)
        ],
        lexicons=[LexiconRow(name, len(load())) for name, load in family.lexicons.items()],
    )


def _category(rule: Rule, category: str, by_label: Mapping[str, int]) -> CategoryRow:
    return CategoryRow(
        rule.label,
        category,
        by_label.get(category, 0),
        sorted(rule.needs),
        sorted(rule.after - rule.needs - rule.overrides),
        sorted(rule.overrides - rule.needs),
    )
