"""The editor of a contest's categories: the list, presets, and one category at a time."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from accounts.access import Guard
from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.categories import selectors, services
from contests.categories.domain.presets import PRESETS
from contests.categories.domain.shortcuts import suggest_shortcut
from contests.categories.errors import ContestReadOnly
from contests.categories.forms import CategoryForm, category_values
from contests.categories.models import Category, Supercategory
from contests.contest.access import for_managers, managed_contest
from contests.contest.models import Contest
from web.errors import attempt, explain
from web.forms import number_in

# Fewer than this are found faster with the eyes.
SEARCHED_FROM = 8


def closed(request: SignedInRequest, contest: Contest) -> HttpResponse | None:
    """Return the way back to the list where there is nothing left to edit."""
    if contest.categories_can_change:
        return None
    messages.error(request, explain(ContestReadOnly()))
    return redirect("contests:categories", contest.pk)


def editor_context(contest: Contest) -> dict[str, object]:
    """Return what the list of supercategories and categories is drawn from."""
    rows = selectors.supercategory_rows(contest)
    count = sum(len(row.offered) for row in rows)
    return {
        "contest": contest,
        "rows": rows,
        "count": count,
        "is_searchable": count >= SEARCHED_FROM,
        "has_archived": any(row.archived for row in rows),
        "can_change": contest.categories_can_change,
    }


def show_moved(
    request: SignedInRequest, contest: Contest, *, is_done: bool, anchor: str, name: str
) -> HttpResponse:
    """Return the list again after something moved; all of the page where that is needed."""
    if request.htmx and not is_done:
        return HttpResponseClientRefresh()
    if request.htmx:
        context = editor_context(contest) | {"moved": name}
        return render(request, "contests/categories/_supercategories.html", context)
    return redirect(f"{reverse('contests:categories', args=[contest.pk])}#{anchor}")


def step_of(request: SignedInRequest) -> int:
    return -1 if request.POST.get("to") == "up" else 1


@for_managers("GET")
def categories(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show all supercategories and categories, and what can be done with them."""
    can_apply = contest.categories_can_change and not contest.inputs.exists()
    context = editor_context(contest)
    if can_apply or not context["rows"]:
        context["presets"] = PRESETS.values()
    return render(request, "contests/categories/categories.html", context)


@for_managers("POST")
def apply_preset(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Fill the contest with a ready-made set, or replace what it has."""
    preset = PRESETS.get(request.POST.get("preset", ""))
    if preset is not None:
        with attempt(request):
            services.apply_preset(
                contest=contest,
                preset=preset,
                actor=actor_of(request),
                is_replacing="replace" in request.POST,
            )
            messages.success(
                request, _("The categories are in place. Change whatever does not fit.")
            )
    return redirect("contests:categories", contest.pk)


@for_managers("POST")
def sort(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Put everything into alphabetical order."""
    with attempt(request):
        services.sort_alphabetically(contest=contest, actor=actor_of(request))
        messages.success(request, _("Supercategories and categories are in alphabetical order."))
    return redirect("contests:categories", contest.pk)


@for_managers("POST")
def renew_shortcuts(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Give all categories new shortcuts."""
    with attempt(request):
        services.renew_shortcuts(contest=contest, actor=actor_of(request))
        messages.success(request, _("All categories have new shortcuts."))
    return redirect("contests:categories", contest.pk)


@for_managers("GET", "POST")
def new_category(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add a category to a supercategory."""
    if way_back := closed(request, contest):
        return way_back
    supercategory = _chosen_supercategory(request, contest)
    if supercategory is None:
        return redirect("contests:new_supercategory", contest.pk)
    initial = {
        "supercategory": supercategory.pk,
        "shortcut": suggest_shortcut(supercategory.name, selectors.shortcuts_taken(contest)),
    }
    form = CategoryForm(request.POST or None, contest=contest, initial=initial)
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            category = services.add_category(**form.cleaned_data, actor=actor_of(request))
            messages.success(request, _("“%(label)s” has been added.") % {"label": category.label})
            return _back_to(category)
    context = {"contest": contest, "form": form, "supercategory": supercategory}
    return render(request, "contests/categories/category_edit.html", context)


def _chosen_supercategory(request: SignedInRequest, contest: Contest) -> Supercategory | None:
    """Return the supercategory that the address names, else the first."""
    wanted = number_in(request.GET.get("supercategory", "")) or 0
    chosen = contest.supercategories.filter(pk=wanted).first()
    return chosen or contest.supercategories.first()


def _category(request: SignedInRequest, contest_id: int, category_id: int) -> Category:
    contest = managed_contest(request, contest_id)
    return get_object_or_404(
        Category.objects.select_related("contest", "supercategory"), contest=contest, pk=category_id
    )


for_category_managers = Guard(_category, "contest_id", "category_id")


@for_category_managers("GET", "POST")
def edit_category(request: SignedInRequest, category: Category) -> HttpResponse:
    """Change a category."""
    contest = category.contest
    if way_back := closed(request, contest):
        return way_back
    form = CategoryForm(
        request.POST or None, contest=contest, category=category, initial=category_values(category)
    )
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            changed = services.change_category(
                category=category, **form.cleaned_data, actor=actor_of(request)
            )
            messages.success(request, _("“%(label)s” has been saved.") % {"label": changed.label})
            return _back_to(changed)
    context = {
        "contest": contest,
        "form": form,
        "category": category,
        "supercategory": category.supercategory,
        "is_used": selectors.is_used(category),
    }
    return render(request, "contests/categories/category_edit.html", context)


def _back_to(category: Category) -> HttpResponse:
    page = reverse("contests:categories", args=[category.contest_id])
    return redirect(f"{page}#category-{category.pk}")


@for_category_managers("POST")
def move_category(request: SignedInRequest, category: Category) -> HttpResponse:
    """Move a category by one place within its supercategory."""
    with attempt(request) as moving:
        services.move_category(category=category, step=step_of(request), actor=actor_of(request))
    return show_moved(
        request,
        category.contest,
        is_done=moving.succeeded,
        anchor=f"category-{category.pk}",
        name=category.label,
    )


@for_category_managers("POST")
def archive_category(request: SignedInRequest, category: Category) -> HttpResponse:
    """Offer a category no longer."""
    with attempt(request):
        services.archive_category(category=category, actor=actor_of(request))
        messages.success(
            request,
            _("“%(label)s” is no longer offered. What was annotated with it stays.")
            % {"label": category.label},
        )
    return redirect("contests:categories", category.contest_id)


@for_category_managers("POST")
def restore_category(request: SignedInRequest, category: Category) -> HttpResponse:
    """Offer an archived category again."""
    with attempt(request):
        services.restore_category(category=category, actor=actor_of(request))
        messages.success(request, _("“%(label)s” is offered again.") % {"label": category.label})
    return _back_to(category)


@for_category_managers("POST")
def delete_category(request: SignedInRequest, category: Category) -> HttpResponse:
    """Remove a category that was never used."""
    with attempt(request):
        services.delete_category(category=category, actor=actor_of(request))
        messages.success(request, _("“%(label)s” has been deleted.") % {"label": category.label})
    return redirect("contests:categories", category.contest_id)
