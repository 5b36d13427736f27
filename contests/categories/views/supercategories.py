"""The editor of a contest's supercategories, and the judgement of their colours."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from accounts.access import Guard
from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.categories import selectors, services
from contests.categories.domain.colours import free_colours, judge, next_colour
from contests.categories.forms import SupercategoryForm
from contests.categories.models import HEX_COLOUR, Supercategory
from contests.categories.selectors import colour_rules
from contests.categories.views.categories import closed, show_moved, step_of
from contests.contest.access import for_managers, for_participants, managed_contest
from contests.contest.models import Contest
from web.errors import attempt
from web.forms import number_in


def _supercategory(
    request: SignedInRequest, contest_id: int, supercategory_id: int
) -> Supercategory:
    contest = managed_contest(request, contest_id)
    supercategories = Supercategory.objects.select_related("contest")
    return get_object_or_404(supercategories, contest=contest, pk=supercategory_id)


for_supercategory_managers = Guard(_supercategory, "contest_id", "supercategory_id")


@for_managers("GET", "POST")
def new_supercategory(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add a supercategory."""
    if way_back := closed(request, contest):
        return way_back
    taken = selectors.colours_taken(contest)
    form = SupercategoryForm(_posted(request), initial={"colour": next_colour(taken)})
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            supercategory = services.add_supercategory(
                contest=contest, **form.cleaned_data, actor=actor_of(request)
            )
            messages.success(
                request, _("“%(name)s” has been added.") % {"name": supercategory.name}
            )
            return _back_to(supercategory)
    return _show_form(request, contest, form, None)


@for_supercategory_managers("GET", "POST")
def edit_supercategory(request: SignedInRequest, supercategory: Supercategory) -> HttpResponse:
    """Change a supercategory's colour or name."""
    if way_back := closed(request, supercategory.contest):
        return way_back
    initial = {"name": supercategory.name, "colour": supercategory.colour}
    form = SupercategoryForm(_posted(request), supercategory=supercategory, initial=initial)
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            changed = services.change_supercategory(
                supercategory=supercategory, **form.cleaned_data, actor=actor_of(request)
            )
            messages.success(request, _("“%(name)s” has been saved.") % {"name": changed.name})
            return _back_to(changed)
    return _show_form(request, supercategory.contest, form, supercategory)


def _posted(request: SignedInRequest) -> QueryDict | None:
    """Return what was sent, with the offered colour where its button was pressed."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    data["colour"] = request.POST.get("take") or request.POST.get("colour", "")
    return data


def _back_to(supercategory: Supercategory) -> HttpResponse:
    page = reverse("contests:categories", args=[supercategory.contest_id])
    return redirect(f"{page}#supercategory-{supercategory.pk}")


def _show_form(
    request: SignedInRequest,
    contest: Contest,
    form: SupercategoryForm,
    supercategory: Supercategory | None,
) -> HttpResponse:
    taken = selectors.colours_taken(contest, besides=supercategory)
    # A colour that is none, from whoever sends what they like, is judged as the one before it.
    colour = form["colour"].value()
    if "colour" in form.errors and not _is_colour(colour):
        colour = form.initial["colour"]
    context = _judgement(contest, colour, supercategory) | {
        "contest": contest,
        "form": form,
        "supercategory": supercategory,
        "palette": free_colours(taken),
        "is_empty": supercategory is not None and not supercategory.categories.exists(),
    }
    return render(request, "contests/categories/supercategory_edit.html", context)


def _judgement(
    contest: Contest, colour: str, supercategory: Supercategory | None
) -> dict[str, object]:
    """Return what speaks for and against a colour, with the names of supercategories it is close to."""
    taken = selectors.colours_taken(contest, besides=supercategory)
    judgement = judge(colour, taken)
    return {"judgement": judgement, "close": [taken[other] for other in judgement.close]}


def _is_colour(text: object) -> bool:
    try:
        HEX_COLOUR(text)
    except ValidationError:
        return False
    return True


@for_managers("GET")
def judge_colour(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return the judgement of a colour, while it is being chosen."""
    colour = request.GET.get("colour", "")
    if not _is_colour(colour):
        return HttpResponseBadRequest()
    supercategory_id = number_in(request.GET.get("supercategory", "")) or 0
    chosen = contest.supercategories.filter(pk=supercategory_id).first()
    context = _judgement(contest, colour, chosen)
    return render(request, "contests/categories/_supercategory_colour.html", context)


@for_supercategory_managers("POST")
def move_supercategory(request: SignedInRequest, supercategory: Supercategory) -> HttpResponse:
    """Move a supercategory by one place."""
    with attempt(request) as moving:
        services.move_supercategory(
            supercategory=supercategory, step=step_of(request), actor=actor_of(request)
        )
    return show_moved(
        request,
        supercategory.contest,
        is_done=moving.succeeded,
        anchor=f"supercategory-{supercategory.pk}",
        name=supercategory.name,
    )


@for_supercategory_managers("POST")
def delete_supercategory(request: SignedInRequest, supercategory: Supercategory) -> HttpResponse:
    """Remove a supercategory without categories."""
    with attempt(request):
        services.delete_supercategory(supercategory=supercategory, actor=actor_of(request))
        messages.success(request, _("“%(name)s” has been deleted.") % {"name": supercategory.name})
    return redirect("contests:categories", supercategory.contest_id)


@for_participants("GET")
@cache_control(private=True, max_age=300)
def colours(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Serve the contest's colours as a style sheet: the policy forbids inline styles."""
    return HttpResponse(colour_rules(contest), content_type="text/css; charset=utf-8")
