"""The editor of a contest's families of categories, and the judgement of their colours."""

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
from contests.categories.forms import FamilyForm
from contests.categories.models import HEX_COLOUR, Supercategory
from contests.categories.selectors import colour_rules
from contests.categories.views.categories import closed, show_moved, step_of
from contests.contest.access import for_managers, for_participants, managed_contest
from contests.contest.models import Contest
from web.errors import attempt
from web.forms import number_in


def _family(request: SignedInRequest, contest_id: int, family_id: int) -> Supercategory:
    contest = managed_contest(request, contest_id)
    families = Supercategory.objects.select_related("contest")
    return get_object_or_404(families, contest=contest, pk=family_id)


for_family_managers = Guard(_family, "contest_id", "family_id")


@for_managers("GET", "POST")
def new_family(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add a family."""
    if way_back := closed(request, contest):
        return way_back
    taken = selectors.colours_taken(contest)
    form = FamilyForm(_posted(request), initial={"colour": next_colour(taken)})
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            family = services.add_supercategory(
                contest=contest, **form.cleaned_data, actor=actor_of(request)
            )
            messages.success(request, _("“%(name)s” has been added.") % {"name": family.name})
            return _back_to(family)
    return _show_form(request, contest, form, None)


@for_family_managers("GET", "POST")
def edit_family(request: SignedInRequest, family: Supercategory) -> HttpResponse:
    """Change a family's colour or name."""
    if way_back := closed(request, family.contest):
        return way_back
    initial = {"name": family.name, "colour": family.colour}
    form = FamilyForm(_posted(request), family=family, initial=initial)
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            changed = services.change_supercategory(
                family=family, **form.cleaned_data, actor=actor_of(request)
            )
            messages.success(request, _("“%(name)s” has been saved.") % {"name": changed.name})
            return _back_to(changed)
    return _show_form(request, family.contest, form, family)


def _posted(request: SignedInRequest) -> QueryDict | None:
    """Return what was sent, with the offered colour where its button was pressed."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    data["colour"] = request.POST.get("take") or request.POST.get("colour", "")
    return data


def _back_to(family: Supercategory) -> HttpResponse:
    page = reverse("contests:categories", args=[family.contest_id])
    return redirect(f"{page}#family-{family.pk}")


def _show_form(
    request: SignedInRequest, contest: Contest, form: FamilyForm, family: Supercategory | None
) -> HttpResponse:
    taken = selectors.colours_taken(contest, besides=family)
    # A colour that is none, from whoever sends what they like, is judged as the one before it.
    colour = form["colour"].value()
    if "colour" in form.errors and not _is_colour(colour):
        colour = form.initial["colour"]
    context = _judgement(contest, colour, family) | {
        "contest": contest,
        "form": form,
        "family": family,
        "palette": free_colours(taken),
        "is_empty": family is not None and not family.categories.exists(),
    }
    return render(request, "contests/categories/family_edit.html", context)


def _judgement(contest: Contest, colour: str, family: Supercategory | None) -> dict[str, object]:
    """Return what speaks for and against a colour, with the names of families it is close to."""
    taken = selectors.colours_taken(contest, besides=family)
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
    family_id = number_in(request.GET.get("family", "")) or 0
    chosen = contest.supercategories.filter(pk=family_id).first()
    context = _judgement(contest, colour, chosen)
    return render(request, "contests/categories/_family_colour.html", context)


@for_family_managers("POST")
def move_family(request: SignedInRequest, family: Supercategory) -> HttpResponse:
    """Move a family by one place."""
    with attempt(request) as moving:
        services.move_supercategory(family=family, step=step_of(request), actor=actor_of(request))
    return show_moved(
        request,
        family.contest,
        is_done=moving.succeeded,
        anchor=f"family-{family.pk}",
        name=family.name,
    )


@for_family_managers("POST")
def delete_family(request: SignedInRequest, family: Supercategory) -> HttpResponse:
    """Remove a family without categories."""
    with attempt(request):
        services.delete_supercategory(family=family, actor=actor_of(request))
        messages.success(request, _("“%(name)s” has been deleted.") % {"name": family.name})
    return redirect("contests:categories", family.contest_id)


@for_participants("GET")
@cache_control(private=True, max_age=300)
def colours(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Serve the contest's colours as a style sheet: the policy forbids inline styles."""
    return HttpResponse(colour_rules(contest), content_type="text/css; charset=utf-8")
