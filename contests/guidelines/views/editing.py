"""Writing guidelines: a draft, its preview, publishing and discarding it."""

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import Guard
from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.contest.models import Contest
from contests.guidelines import selectors, services
from contests.guidelines.domain.differences import compare
from contests.guidelines.domain.html import draw_page
from contests.guidelines.domain.problems import Problem, find_problems
from contests.guidelines.domain.reading import read
from contests.guidelines.errors import DraftChanged, DraftExists
from contests.guidelines.forms import LONGEST_TEXT, PublishForm, TextForm
from contests.guidelines.models import GuidelineRevision
from contests.guidelines.views.reading import LANGUAGE_NAMES, Shelf, open_shelf
from jobs.tasks import enqueue
from text.errors import Refusal
from web.errors import attempt, explain


def _open_desk(request: SignedInRequest, contest_id: int) -> Shelf:
    """Return the guidelines of a contest that this person manages."""
    shelf = open_shelf(request, contest_id)
    if not shelf.is_managing:
        raise Http404
    return shelf


for_editors = Guard(_open_desk, "contest_id")


@for_editors("POST")
def start(request: SignedInRequest, shelf: Shelf) -> HttpResponse:
    """Begin a draft, or go on with the one there is."""
    try:
        services.start_draft(
            contest=shelf.contest,
            source=_source(request),
            author=request.user,
            actor=actor_of(request),
        )
    except DraftExists as error:
        messages.info(request, explain(error))
    return redirect("contests:edit_guidelines", shelf.contest.pk, request.user.language)


def _source(request: SignedInRequest) -> str:
    wanted = request.POST.get("source", "")
    return wanted if wanted in services.SOURCES else services.EMPTY


@for_editors("GET", "POST")
def edit(request: SignedInRequest, shelf: Shelf, language: str) -> HttpResponse:
    """Show the editor of one language with its preview, and save."""
    if language not in LANGUAGE_NAMES:
        raise Http404
    if request.method == "POST":
        return _save(request, shelf, language)
    if shelf.draft is None:
        return redirect("contests:guidelines", shelf.contest.pk)
    text = _stored_text(shelf.draft, language)
    return _show_editor(request, shelf, language, _form(shelf.draft, text), markdown=text)


def _form(draft: GuidelineRevision, text: str) -> TextForm:
    loaded = services.text_digest(text)
    return TextForm(initial={"draft": draft.pk, "loaded": loaded, "markdown": text})


def _stored_text(draft: GuidelineRevision, language: str) -> str:
    text = draft.texts.filter(language=language).first()
    return text.markdown if text else ""


def _show_editor(
    request: SignedInRequest,
    shelf: Shelf,
    language: str,
    form: TextForm,
    *,
    markdown: str,
    **more: object,
) -> HttpResponse:
    context = shelf.context() | {
        "language": language,
        "language_name": LANGUAGE_NAMES[language],
        "languages": settings.LANGUAGES,
        "form": form,
        "loaded": form["loaded"].value(),
        "labels": [label.label for label in selectors.described_categories(shelf.contest)],
        **_drawn(shelf.contest, markdown, language),
        **more,
    }
    return render(request, "contests/guidelines/edit.html", context)


def _drawn(contest: Contest, markdown: str, language: str) -> dict[str, object]:
    """Return what the preview shows: the page, its problems, and the sections still to write."""
    categories = selectors.known_categories(contest, language)
    guidelines = read(markdown)
    problems = find_problems(guidelines, categories)
    return {
        "page": draw_page(guidelines, categories, language=language),
        "problems": [problem for problem in problems if problem.code != Problem.NO_SECTION],
        "missing": [problem.value for problem in problems if problem.code == Problem.NO_SECTION],
    }


def _save(request: SignedInRequest, shelf: Shelf, language: str) -> HttpResponse:
    form = TextForm(request.POST)
    if not form.is_valid():
        return _answer(request, shelf, language, form, refusal=_first_error(form))
    markdown = form.cleaned_data["markdown"]
    try:
        services.save_text(
            contest=shelf.contest,
            draft_id=form.cleaned_data["draft"],
            language=language,
            markdown=markdown,
            loaded=form.cleaned_data["loaded"],
            actor=actor_of(request),
        )
    except DraftChanged as error:
        return _show_conflict(request, shelf, language, form, explain(error))
    except Refusal as error:
        return _answer(request, shelf, language, form, refusal=explain(error))
    if request.htmx:
        return _answer(request, shelf, language, form, loaded=services.text_digest(markdown))
    messages.success(request, _("The draft is saved."))
    return redirect("contests:edit_guidelines", shelf.contest.pk, language)


def _first_error(form: TextForm) -> str:
    return next(str(error) for errors in form.errors.values() for error in errors)


def _show_conflict(
    request: SignedInRequest, shelf: Shelf, language: str, form: TextForm, refusal: str
) -> HttpResponse:
    """Show both texts; who saves now has seen what it overwrites."""
    theirs = _stored_text(shelf.draft, language) if shelf.draft else ""
    return _answer(
        request,
        shelf,
        language,
        form,
        refusal=refusal,
        loaded=services.text_digest(theirs),
        stretches=compare(theirs, form.cleaned_data["markdown"]),
        theirs=theirs,
    )


def _answer(
    request: SignedInRequest, shelf: Shelf, language: str, form: TextForm, **more: object
) -> HttpResponse:
    """Answer a save: the line about it alone to a script, the whole page to everyone else."""
    more = {"loaded": form["loaded"].value(), "saved_at": timezone.now(), **more}
    if request.htmx:
        context = shelf.context() | {"language": language, **more}
        return render(request, "contests/guidelines/_saved.html", context)
    markdown = str(form["markdown"].value() or "")[:LONGEST_TEXT]
    return _show_editor(request, shelf, language, form, markdown=markdown, **more)


@require_POST
def preview(request: HttpRequest, contest_id: int, language: str) -> HttpResponseBase:
    """Draw a text that is being written."""
    if not request.user.is_authenticated:
        # Not by way of the sign-in page, which might lead back here: saving says what is wrong.
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _preview(request, contest_id=contest_id, language=language)


@for_editors("POST")
def _preview(request: SignedInRequest, shelf: Shelf, language: str) -> HttpResponse:
    if language not in LANGUAGE_NAMES:
        raise Http404
    markdown = request.POST.get("markdown", "")[:LONGEST_TEXT]
    context = {"language": language, **_drawn(shelf.contest, markdown, language)}
    return render(request, "contests/guidelines/_preview.html", context)


@for_editors("POST")
def discard(request: SignedInRequest, shelf: Shelf) -> HttpResponse:
    """Throw the draft away."""
    with attempt(request):
        services.discard_draft(
            contest=shelf.contest,
            draft_id=shelf.draft.pk if shelf.draft else 0,
            actor=actor_of(request),
        )
        messages.success(request, _("The draft has been discarded."))
    return redirect("contests:guidelines", shelf.contest.pk)


@for_editors("GET", "POST")
def publish(request: SignedInRequest, shelf: Shelf) -> HttpResponse:
    """Ask how much changes and what, then publish and tell everyone."""
    if shelf.draft is None:
        return redirect("contests:guidelines", shelf.contest.pk)
    latest = services.version_of(shelf.latest) if shelf.latest else None
    form = PublishForm(request.POST or None, latest=latest, initial={"draft": shelf.draft.pk})
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            revision = _publish(request, shelf.contest, form)
            words = _("Version %(version)s is published. Everyone is told by e-mail.")
            messages.success(request, words % {"version": revision.version})
            return redirect("contests:guidelines", shelf.contest.pk)
    context = shelf.context() | {"form": form, "texts": _states(shelf)}
    return render(request, "contests/guidelines/publish.html", context)


@transaction.atomic
def _publish(request: SignedInRequest, contest: Contest, form: PublishForm) -> GuidelineRevision:
    revision = services.publish(
        contest=contest,
        draft_id=form.cleaned_data["draft"],
        level=form.chosen_level,
        change_note=form.cleaned_data["change_note"],
        actor=actor_of(request),
    )
    enqueue(services.tell_everyone(revision=revision, actor=actor_of(request)))
    return revision


def _states(shelf: Shelf) -> list[dict[str, object]]:
    """Return for each language whether there is a text, and what is wrong with it."""
    texts = selectors.texts_of(shelf.draft) if shelf.draft else {}
    categories = selectors.known_categories(shelf.contest)
    return [
        {
            "language": code,
            "name": name,
            "is_written": code in texts,
            "problems": find_problems(read(texts.get(code, "")), categories),
        }
        for code, name in settings.LANGUAGES
    ]
