"""Pages about releases: what there is, freezing, reading, verifying, comparing."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.access import ask_about_unproven, for_signed_in
from accounts.audit import actor_of
from accounts.models import User
from accounts.roles import SignedInRequest, is_manager
from contests.contest.models import Contest
from gold.releases import selectors
from gold.releases.access import (
    for_release_managers,
    for_release_readers,
    for_release_viewers,
    frozen_release,
)
from gold.releases.domain import Summary
from gold.releases.forms import FilterForm, ReaderForm, ReleaseForm
from gold.releases.models import Release, ReleaseInput
from gold.releases.services import releases as services
from gold.releases.services.card import LANGUAGES, card_html, card_markdown
from gold.releases.services.releases import is_intact
from jobs.selectors import job_of
from jobs.tasks import enqueue
from web.errors import attempt
from web.forms import number_in
from web.streaming import attachment


@for_signed_in("GET")
def release_list(request: SignedInRequest) -> HttpResponse:
    """Show the releases that this person may read."""
    contest = _contest(request)
    releases = Release.objects.visible_to(request.user)
    page = _page(request, releases.filter(contests__contest=contest) if contest else releases)
    context = {
        "contest": contest,
        "query": f"contest={contest.pk}" if contest else "",
        "page": page,
        "at_work": selectors.jobs_at_work(page.object_list),
        "may_freeze": is_manager(request.user),
    }
    return render(request, "gold/releases/list.html", context)


def _contest(request: SignedInRequest) -> Contest | None:
    """Return the contest whose releases the address asks for, if this person manages it."""
    number = number_in(request.GET.get("contest", "")) or 0
    return Contest.objects.managed_by(request.user).filter(pk=number).first()


def _page(request: SignedInRequest, rows: Any) -> Any:
    return Paginator(rows, selectors.TEXTS_PER_PAGE).get_page(request.GET.get("page"))


@for_signed_in("GET", "POST")
def new_release(request: SignedInRequest) -> HttpResponse:
    """Ask what to freeze, say what it would bring, and begin."""
    if not is_manager(request.user):
        raise Http404
    first = {"contests": request.GET.getlist("contest")} if "contest" in request.GET else None
    form = ReleaseForm(request.POST or None, initial=first, user=request.user)
    if request.method == "POST" and form.is_valid():
        frozen = _freeze(request, form)
        if frozen is not None:
            return redirect("gold:release", frozen.pk)
    checks = selectors.contest_checks(Contest.objects.managed_by(request.user))
    context = {
        "form": form,
        "checks": checks,
        "has_changed": any(check.changed for check in checks),
        "contest": _contest(request),
    }
    return render(request, "gold/releases/new.html", context)


def _freeze(request: SignedInRequest, form: ReleaseForm) -> Release | None:
    with attempt(form):
        begun, job = services.start_freezing(**form.wish, actor=actor_of(request))
        enqueue(job)
        return begun
    return None


@for_release_viewers("GET")
def release(request: SignedInRequest, found: Release) -> HttpResponse:
    """Show a release: its numbers, and its texts to leaf through."""
    may_manage = Release.objects.managed_by(request.user).filter(pk=found.pk).exists()
    context: dict[str, Any] = {"release": found, "may_manage": may_manage}
    if found.is_withdrawn:
        return render(request, "gold/withdrawals/withdrawn.html", context)
    if not found.is_frozen:
        context["job"] = job_of(found)
        return render(request, "gold/releases/unfinished.html", context)
    choice = FilterForm(request.GET or None)
    page = _page(request, _chosen(found, choice))
    positions = [item.position for item in page.object_list]
    services.note_reading(release=found, positions=positions, actor=actor_of(request))
    query = request.GET.copy()
    query.pop("page", None)
    context |= {
        "summary": Summary.of(found.summary),
        "choice": choice,
        "page": page,
        "query": query.urlencode(),
        "categories": selectors.categories_of(found),
        "earlier": Release.objects.visible_to(request.user).frozen().filter(pk__lt=found.pk)[:50],
        "reader_form": ReaderForm(),
    }
    return render(request, "gold/releases/release.html", context)


def _chosen(found: Release, choice: FilterForm) -> QuerySet[ReleaseInput]:
    which = choice.cleaned_data["which"] if choice.is_bound and choice.is_valid() else ""
    conditions: dict[str, dict[str, Any]] = {
        FilterForm.INCOMPLETE: {"is_complete": False},
        FilterForm.SINGLE: {"kind": "single"},
        FilterForm.EMPTY: {"units": []},
    }
    rows = found.inputs.select_related("contest").order_by("position")
    return rows.filter(**conditions.get(which, {}))


@for_release_managers("POST")
def delete_release(request: SignedInRequest, found: Release) -> HttpResponse:
    """Delete a release that did not come to its end."""
    name = str(found)
    with attempt(request):
        services.delete_release(release=found, actor=actor_of(request))
        messages.success(request, _("%(release)s is deleted.") % {"release": name})
        return redirect("gold:list")
    return redirect("gold:release", found.pk)


@for_release_readers("POST")
def verify(request: SignedInRequest, found: Release) -> HttpResponse:
    """Compute the checksum anew and say whether it is the same."""
    if is_intact(found):
        messages.success(request, _("The checksum is right: nothing has changed since."))
    else:
        messages.error(request, _("The checksum is wrong: the database was changed by hand."))
    return redirect("gold:release", found.pk)


@for_release_readers("GET")
def card(request: SignedInRequest, found: Release) -> HttpResponse:
    """Show the data card, or send it as Markdown."""
    wanted = request.GET.get("lang", get_language() or "en")
    language = wanted if wanted in LANGUAGES else "en"
    if request.GET.get("format") == "md":
        text = card_markdown(found, language=language)
        name, kind = f"datacard.{language}.md", "text/markdown; charset=utf-8"
        return attachment(text, content_type=kind, name=name)
    context = {
        "release": found,
        "card": card_html(found, language=language),
        "language": language,
        "languages": User.Language.choices,
    }
    return render(request, "gold/releases/card.html", context)


@for_release_readers("GET")
def difference(request: SignedInRequest, after: Release, other_id: int) -> HttpResponse:
    """Show what changed since another release."""
    before = frozen_release(request, other_id)
    found = selectors.differences(before, after)
    page = _page(request, found)
    shown = selectors.shown_changes(before, after, page.object_list)
    services.note_comparing(before=before, after=after, shown=shown, actor=actor_of(request))
    context = {
        "before": before,
        "after": after,
        "page": page,
        "shown": shown,
        "counts": selectors.change_counts(found),
        "categories": selectors.categories_of(before) | selectors.categories_of(after),
    }
    return render(request, "gold/releases/difference.html", context)


@for_release_managers("POST")
def add_reader(request: SignedInRequest, found: Release) -> HttpResponse:
    """Let a person read the release."""
    form = ReaderForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This is no e-mail address."))
        return redirect("gold:release", found.pk)
    with attempt(request):
        email = form.cleaned_data["email"]
        back = reverse("gold:release", args=[found.pk])
        question = ask_about_unproven(request, selectors.find_reader(email), back=back)
        if question is not None:
            return question
        person = services.add_reader(release=found, email=email, actor=actor_of(request))
        messages.success(request, _("%(person)s may read this release now.") % {"person": person})
    return redirect("gold:release", found.pk)


@for_release_managers("POST")
def remove_reader(request: SignedInRequest, found: Release, user_id: int) -> HttpResponse:
    """Take the release away from a reader."""
    person = get_object_or_404(found.readers, pk=user_id)
    services.remove_reader(release=found, person=person, actor=actor_of(request))
    words = _("%(person)s may no longer read this release.") % {"person": person}
    messages.success(request, words)
    return redirect("gold:release", found.pk)


@for_release_viewers("GET")
def colours(request: SignedInRequest, found: Release) -> HttpResponse:
    """Return the colours of the supercategories as a style sheet."""
    rules = (f".sup-{pk}{{--sup:{colour}}}" for pk, colour in selectors.colours_of(found))
    return HttpResponse("\n".join(rules), content_type="text/css")
