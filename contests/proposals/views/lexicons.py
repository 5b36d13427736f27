"""What a contest teaches the detector: lists of words, and formats of numbers tried live."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.categories.selectors import categories_by_label
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.proposals import services
from contests.proposals.domain.lexicons import OWN_LEXICONS, OwnLexicon
from contests.proposals.domain.proposer import Reasoned
from contests.proposals.errors import FormatTaken
from contests.proposals.forms import WORD_PROBLEMS, FormatForm, WordsForm
from contests.proposals.models import LexiconWord, NumberFormat
from contests.proposals.services import Added
from contests.proposals.tasks import renew_draft
from detection.rules.own import OwnFormat, own_rule
from detection.rules.reading import Hits, Reading
from text.errors import Refusal
from text.tokens import fold
from web.errors import attempt, explain
from web.forms import number_in
from web.streaming import attachment

WORDS_PER_PAGE = 100
SHOWN_PROBLEMS = 50


@dataclass(frozen=True)
class ListRow:
    """A kind of words, and how many the contest has of it."""

    own: OwnLexicon
    count: int


def _own(kind: str) -> OwnLexicon:
    if kind not in OWN_LEXICONS:
        raise Http404
    return OWN_LEXICONS[kind]


@for_managers("GET")
def lexicons(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show all lists and formats of the contest."""
    return _show_all(request, contest, FormatForm(contest=contest))


def _show_all(request: SignedInRequest, contest: Contest, form: FormatForm) -> HttpResponse:
    rows = contest.lexicon_words.order_by().values_list("kind").annotate(count=Count("pk"))
    counts = dict(rows)
    context = {
        "contest": contest,
        "categories": categories_by_label(contest),
        "lists": [ListRow(own, counts.get(own.key, 0)) for own in OWN_LEXICONS.values()],
        "formats": contest.number_formats.all(),
        "form": form,
        "trial": _try(contest, form) if form.is_bound else None,
    }
    return render(request, "contests/proposals/lexicons.html", context)


@for_managers("GET", "POST")
def words(request: SignedInRequest, contest: Contest, kind: str) -> HttpResponse:
    """Show one list, and add words to it."""
    own = _own(kind)
    form = WordsForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        found = form.found
        if not found.problems or (found.words and form.cleaned_data["takes_valid"]):
            if _add(request, contest, own, form):
                return redirect("contests:words", contest.pk, own.key)
        else:
            # The lines come back to be corrected here, also those of a file.
            form = _again(form)
    context = _page_of_words(contest, own, "", request.GET.get("page")) | {
        "form": form,
        "problems": _problems(form) if form.is_bound else [],
        "more_problems": max(0, _count_problems(form) - SHOWN_PROBLEMS),
    }
    return render(request, "contests/proposals/words.html", context)


def _add(request: SignedInRequest, contest: Contest, own: OwnLexicon, form: WordsForm) -> bool:
    with attempt(form):
        added = services.add_words(
            contest=contest, own=own, words=form.found.words, actor=actor_of(request)
        )
        messages.success(request, _told(added, form))
        renew_draft(request, contest)
        return True
    return False


def _told(added: Added, form: WordsForm) -> str:
    """Return what became of the lines, in one or several sentences."""
    told = [
        ngettext("%(n)s word was added.", "%(n)s words were added.", added.new) % {"n": added.new}
    ]
    same = added.known + form.found.duplicates
    if same:
        words = ngettext("%(n)s was there already.", "%(n)s were there already.", same)
        told.append(words % {"n": same})
    if form.found.problems:
        left = len(form.found.problems)
        words = ngettext("%(n)s line was left out.", "%(n)s lines were left out.", left)
        told.append(words % {"n": left})
    if form.encoding:
        told.append(_("The file was read as %(encoding)s.") % {"encoding": form.encoding})
    return " ".join(told)


def _again(form: WordsForm) -> WordsForm:
    """Return the form with the lines of its file in the field, to be corrected there."""
    cleaned = form.cleaned_data
    data = {"words": cleaned["file"] or cleaned["words"], "has_header": cleaned["has_header"]}
    again = WordsForm(data)
    again.is_valid()
    # As it was read: of a table only the first column counts.
    again.found = form.found
    return again


@dataclass(frozen=True)
class ShownProblem:
    """A line that cannot be taken, and why."""

    line: int
    words: str


def _problems(form: WordsForm) -> list[ShownProblem]:
    if not hasattr(form, "found"):
        return []
    return [
        ShownProblem(each.line, str(WORD_PROBLEMS[each.code]))
        for each in form.found.problems[:SHOWN_PROBLEMS]
    ]


def _count_problems(form: WordsForm) -> int:
    return len(form.found.problems) if hasattr(form, "found") else 0


def _page_of_words(
    contest: Contest, own: OwnLexicon, sought: str, number: str | None
) -> dict[str, object]:
    every = contest.lexicon_words.filter(kind=own.key)
    shown = every.filter(folded__contains=fold(sought.strip())) if sought.strip() else every
    page: Page[LexiconWord] = Paginator(shown, WORDS_PER_PAGE).get_page(number)
    return {
        "contest": contest,
        "own": own,
        "page": page,
        "sought": sought,
        "count": every.count(),
        "can_change": contest.categories_can_change,
    }


@for_managers("POST")
def search_words(request: SignedInRequest, contest: Contest, kind: str) -> HttpResponse:
    """Return the words with these letters: posted, since a name has no place in an address."""
    own = _own(kind)
    context = _page_of_words(contest, own, request.POST.get("sought", "")[:120], None)
    return render(request, "contests/proposals/_words.html", context)


@for_managers("POST")
def remove_words(request: SignedInRequest, contest: Contest, kind: str) -> HttpResponse:
    """Remove one word, or all of a list."""
    own = _own(kind)
    chosen = map(number_in, request.POST.getlist("word"))
    ids = None if "all" in request.POST else [pk for pk in chosen if pk is not None]
    with attempt(request):
        count = services.remove_words(contest=contest, own=own, ids=ids, actor=actor_of(request))
        words = ngettext("%(n)s word was removed.", "%(n)s words were removed.", count)
        messages.success(request, words % {"n": count})
        renew_draft(request, contest)
    return redirect("contests:words", contest.pk, own.key)


@for_managers("GET")
def download_words(request: SignedInRequest, contest: Contest, kind: str) -> HttpResponse:
    """Send a list as plain text, which can be added elsewhere as it is."""
    own = _own(kind)
    texts = list(contest.lexicon_words.filter(kind=own.key).values_list("text", flat=True))
    actor = actor_of(request)
    services.record_words_read(contest=contest, own=own, count=len(texts), actor=actor)
    content = "".join(f"{text}\n" for text in texts)
    return attachment(content, content_type="text/plain; charset=utf-8", name=f"{own.key}.txt")


@dataclass(frozen=True)
class Trial:
    """What a format finds in a text."""

    text: str
    units: list[Reasoned]


def _try(contest: Contest, form: FormatForm) -> Trial | None:
    """Return what the format of a form finds in its sample, if it can be used."""
    form.is_valid()
    cleaned = getattr(form, "cleaned_data", {})
    text = cleaned.get("sample", "")
    if "pattern" not in cleaned or not text:
        return None
    label = cleaned.get("label", "")
    one = OwnFormat(label, cleaned["pattern"], cleaned.get("trigger", ""))
    reading = Reading(text, Hits())
    for finding in own_rule([one], label=label).find(reading):
        reading.found.add(finding)
    units = [
        Reasoned(each.start, each.end, each.label, each.rule, each.trigger)
        for each in reading.found
    ]
    return Trial(text, units)


@for_managers("POST")
def try_format(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return what the format would find, while it is being written."""
    form = FormatForm(request.POST, contest=contest)
    context = {
        "contest": contest,
        "categories": categories_by_label(contest),
        "trial": _try(contest, form),
        "form": form,
    }
    return render(request, "contests/proposals/_format_trial.html", context)


@for_managers("POST")
def add_format(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add a format."""
    form = FormatForm(request.POST, contest=contest)
    if not form.is_valid():
        return _show_all(request, contest, form)
    values = form.cleaned_data
    try:
        services.add_format(
            contest=contest,
            label=values["label"],
            pattern=values["pattern"],
            trigger=values["trigger"],
            actor=actor_of(request),
        )
    except FormatTaken as error:
        form.add_error("pattern", explain(error))
        return _show_all(request, contest, form)
    except Refusal as error:
        messages.error(request, explain(error))
        return _show_all(request, contest, form)
    messages.success(request, _("The format was added."))
    renew_draft(request, contest)
    return redirect("contests:lexicons", contest.pk)


@for_managers("POST")
def remove_format(request: SignedInRequest, contest: Contest, format_id: int) -> HttpResponse:
    """Remove a format."""
    number_format = get_object_or_404(NumberFormat, contest=contest, pk=format_id)
    with attempt(request):
        services.remove_format(number_format=number_format, actor=actor_of(request))
        messages.success(request, _("The format was removed."))
        renew_draft(request, contest)
    return redirect("contests:lexicons", contest.pk)
