"""How well the rules of a contest do on a file, which a job reads and forgets."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.contest.access import for_managers
from contests.contest.models import Contest
from formats.records import Problem
from gold.evaluations import services as evaluating
from gold.evaluations.domain import EXACT, LEVELS, Tally, leak_at, matrix, table_at
from gold.evaluations.forms import DetectorForm, GoldFileForm
from gold.evaluations.models import FileEvaluation
from gold.evaluations.page import Surroundings, error_row, figures_file
from gold.evaluations.selectors import ContestGold, evaluation_to_show
from gold.evaluations.views.evaluations import figures_page
from jobs.selectors import job_of
from jobs.tasks import enqueue
from web.errors import attempt, explain


@for_managers("GET", "POST")
@never_cache
def evaluate_file(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Take a file to evaluate on; show what came of it, as a page, as CSV or as JSON."""
    if request.method == "POST":
        return _take(request, contest)
    made = FileEvaluation.objects.filter(contest=contest, created_by=request.user).first()
    if made is None:
        return redirect("contests:evaluation", contest.pk)
    form = request.GET.get("format", "")
    if form in ("csv", "json") and made.texts:
        return figures_file(Tally.of(made.tally), form)
    context = {"gold": ContestGold(contest), "categories": ContestGold(contest).categories()}
    context |= {"made": made, "job": job_of(made)} | _found(made, contest)
    return render(request, "gold/evaluations/file.html", context)


def _take(request: SignedInRequest, contest: Contest) -> HttpResponse:
    gold = ContestGold(contest)
    form = GoldFileForm(request.POST, request.FILES)
    if form.is_valid():
        with attempt(form):
            content = form.cleaned_data["gold"].read()
            job = evaluating.start_file_evaluation(
                contest=contest,
                content=content,
                detector=DetectorForm(request.POST, gold=gold).key,
                actor=actor_of(request),
            )
            enqueue(job)
            return redirect("contests:evaluate_file", contest.pk)
    shown = evaluation_to_show(gold, gold.detector)
    return figures_page(request, gold, shown, form, gold.detector)


def _found(made: FileEvaluation, contest: Contest) -> dict[str, object]:
    tally = Tally.of(made.tally)
    return {
        "leak": leak_at(EXACT, tally),
        "problems": [_problem_words(each) for each in made.problems],
        "more_problems": made.problem_count - len(made.problems),
        "tables": [table_at(level, tally) for level in LEVELS],
        "matrix": matrix(tally.confusion),
        "unsought": sorted(tally.unsought.items()),
        "rows": [
            error_row(number, error, Surroundings(text, contest.language))
            for number, (error, text) in enumerate(evaluating.errors_of(made))
        ],
    }


def _problem_words(problem: dict[str, object]) -> str:
    if problem["code"] == evaluating.NO_SPANS:
        return _("No record of the file has spans.")
    if problem["code"] == evaluating.TOO_MANY:
        return _("The file has more than %(n)s records.") % {"n": evaluating.MOST_RECORDS}
    found = Problem(code=str(problem["code"]), details=dict(problem["details"]))  # type: ignore[call-overload]
    words = _("Line %(line)s: %(problem)s")
    return words % {"line": problem["line"], "problem": explain(found)}
