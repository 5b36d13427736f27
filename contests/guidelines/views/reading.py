"""Reading guidelines: on the page, as a file, in older versions, and what changed between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.access import Guard
from accounts.roles import SignedInRequest
from contests.categories.selectors import colour_rules
from contests.contest.access import visible_contest
from contests.contest.models import Contest
from contests.guidelines import selectors
from contests.guidelines.domain.differences import compare as find_differences
from contests.guidelines.domain.html import Page, draw_page
from contests.guidelines.domain.pdf import Imprint, compile_pdf
from contests.guidelines.domain.reading import read
from contests.guidelines.models import GuidelineRevision
from contests.guidelines.services import mark_read
from web.dates import in_words
from web.streaming import attachment

LANGUAGE_NAMES = dict(settings.LANGUAGES)
# What a downloaded page needs to look like the one on the site.
STYLES = ("web/tokens", "web/base", "web/components", "guidelines/guidelines")
DRAFT = "draft"


@dataclass(frozen=True)
class Shelf:
    """A contest's guidelines as one person may see them."""

    contest: Contest
    is_managing: bool
    latest: GuidelineRevision | None
    draft: GuidelineRevision | None

    def find(self, version: str) -> GuidelineRevision | None:
        """Return the revision of this version, or the draft for those who may see it."""
        if version == DRAFT:
            return self.draft
        return selectors.find_revision(self.contest, version)

    def context(self) -> dict[str, object]:
        """Return what every page about guidelines needs."""
        return {
            "contest": self.contest,
            "managing": self.is_managing,
            "latest": self.latest,
            "draft": self.draft,
        }


def open_shelf(request: SignedInRequest, contest_id: int) -> Shelf:
    """Return the guidelines of a contest that this person takes part in."""
    contest = visible_contest(request, contest_id)
    is_managing = Contest.objects.managed_by(request.user).filter(pk=contest.pk).exists()
    draft = selectors.draft_of(contest) if is_managing else None
    return Shelf(contest, is_managing, selectors.latest_revision(contest), draft)


for_readers = Guard(open_shelf, "contest_id")


def named_languages(texts: Mapping[str, str]) -> list[tuple[str, object]]:
    """Return the languages that have a text, with their names, always in the same order."""
    return [(code, name) for code, name in LANGUAGE_NAMES.items() if code in texts]


@dataclass(frozen=True)
class Copy:
    """One revision in one language."""

    contest: Contest
    revision: GuidelineRevision
    texts: dict[str, str]
    language: str

    @property
    def markdown(self) -> str:
        return self.texts.get(self.language, "")

    @property
    def version(self) -> str:
        return self.revision.version or DRAFT

    @property
    def languages(self) -> list[tuple[str, object]]:
        return named_languages(self.texts)

    @cached_property
    def page(self) -> Page:
        categories = selectors.known_categories(self.contest, self.language)
        return draw_page(read(self.markdown), categories, language=self.language)


def _take(request: SignedInRequest, shelf: Shelf, revision: GuidelineRevision | None) -> Copy:
    """Return the revision in the language asked for, else the reader's, else the other one."""
    if revision is None:
        raise Http404
    texts = selectors.texts_of(revision)
    wanted = (request.GET.get("lang", ""), request.user.language)
    return Copy(shelf.contest, revision, texts, selectors.best_language(texts, *wanted))


@for_readers("GET")
def guidelines(request: SignedInRequest, shelf: Shelf) -> HttpResponse:
    """Show the guidelines in force, and note that this person has opened them."""
    if shelf.latest is None:
        return render(request, "contests/guidelines/none.html", shelf.context())
    member = shelf.contest.memberships.present().filter(user=request.user).first()
    if member is not None:
        mark_read(member=member, revision=shelf.latest)
    return _show(request, shelf, _take(request, shelf, shelf.latest))


@for_readers("GET")
def guideline_version(request: SignedInRequest, shelf: Shelf, version: str) -> HttpResponse:
    """Show the guidelines as they are or were in one version."""
    return _show(request, shelf, _take(request, shelf, shelf.find(version)))


def _show(request: SignedInRequest, shelf: Shelf, copy: Copy) -> HttpResponse:
    return render(request, "contests/guidelines/guidelines.html", shelf.context() | {"copy": copy})


@for_readers("GET")
def download_html(request: SignedInRequest, shelf: Shelf, version: str) -> HttpResponse:
    """Hand the guidelines out as one page that needs nothing else."""
    copy = _take(request, shelf, shelf.find(version))
    context = {"contest": shelf.contest, "copy": copy, "styles": _styles(shelf.contest)}
    with override(copy.language or None):
        html = render_to_string("contests/guidelines/standalone.html", context)
    return _download(html, "text/html; charset=utf-8", copy, "html")


def _styles(contest: Contest) -> SafeString:
    """Return the style sheets of the site and the contest's colours as one."""
    paths = [Path(finders.find(f"css/{name}.css") or "") for name in STYLES]
    sheets = [*(path.read_text("utf-8") for path in paths), colour_rules(contest)]
    # Our own files, and colours that the database holds to #rrggbb.
    return mark_safe("\n".join(sheets))  # noqa: S308


@for_readers("GET")
def download_pdf(request: SignedInRequest, shelf: Shelf, version: str) -> HttpResponse:
    """Hand the guidelines out as a booklet to print."""
    copy = _take(request, shelf, shelf.find(version))
    pdf = compile_pdf(
        read(copy.markdown),
        selectors.known_categories(shelf.contest, copy.language),
        language=copy.language,
        imprint=_imprint(copy),
    )
    return _download(pdf, "application/pdf", copy, "pdf")


def _imprint(copy: Copy) -> Imprint:
    moment = copy.revision.published_at
    with override(copy.language or None):
        date = in_words(timezone.localtime(moment), "DATE_FORMAT") if moment else ""
    made_at = moment or copy.revision.created_at
    return Imprint(copy.contest.name, copy.revision.version, date, made_at)


def _download(content: str | bytes, content_type: str, copy: Copy, ending: str) -> HttpResponse:
    parts = [slugify(copy.contest.name)[:60], copy.version, copy.language]
    name = "-".join(part for part in parts if part)
    return attachment(content, content_type=content_type, name=f"{name}.{ending}")


@for_readers("GET")
def versions(request: SignedInRequest, shelf: Shelf) -> HttpResponse:
    """List what was published, the latest first, and the draft for managers."""
    revisions = list(
        GuidelineRevision.objects.filter(contest=shelf.contest)
        .published()
        .select_related("created_by")
    )
    # Each with the one it replaced, to compare with.
    pairs = list(zip_longest(revisions, revisions[1:]))
    context = shelf.context() | {"pairs": pairs}
    return render(request, "contests/guidelines/versions.html", context)


@for_readers("GET")
def compare(request: SignedInRequest, shelf: Shelf) -> HttpResponse:
    """Show what changed between two versions, side by side."""
    before = shelf.find(request.GET.get("from", ""))
    after = shelf.find(request.GET.get("to", ""))
    if before is None or after is None:
        raise Http404
    old, new = selectors.texts_of(before), selectors.texts_of(after)
    language = selectors.best_language(
        old | new, request.GET.get("lang", ""), request.user.language
    )
    published = GuidelineRevision.objects.filter(contest=shelf.contest).published()
    context = shelf.context() | {
        "sides": [
            ("from", before.version or DRAFT, _("Before")),
            ("to", after.version or DRAFT, _("After")),
        ],
        "before_name": before.version or _("Draft"),
        "after_name": after.version or _("Draft"),
        "query": urlencode({"from": before.version or DRAFT, "to": after.version or DRAFT}),
        "revisions": published,
        "language": language,
        "languages": named_languages(old | new),
        "stretches": find_differences(old.get(language, ""), new.get(language, "")),
    }
    return render(request, "contests/guidelines/compare.html", context)
