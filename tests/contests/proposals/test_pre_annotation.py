"""Pre-annotation of a contest: what is proposed, by which rules, and what is left alone."""

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.models import AnnotationTask
from contests.annotating.services.answers import hand_out
from contests.categories.errors import UnknownLabel
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.drawing.services import drawing as sampling
from contests.inputs.errors import NoInputs
from contests.proposals import services as detecting
from contests.proposals import services as lexicons
from contests.proposals import tasks
from contests.proposals.domain import proposer as domain
from contests.proposals.errors import (
    FormatTaken,
    RulesReadOnly,
    TooManyFormats,
    TooManyWords,
)
from contests.proposals.models import LexiconWord
from contests.proposals.selectors import preview, sample_inputs, setup_of, standing
from contests.proposals.services import add_format, remove_words
from contests.setup import services as setup
from detection.errors import FormatRefused
from jobs import services as jobs
from jobs.errors import JobAtWork
from jobs.models import Job
from jobs.runs import JobRun
from tests.contests.drawing.drawing import add_document, annotate, create_corpus, draw, finish
from tests.contests.proposals.detecting import (
    DATE,
    EMAIL,
    LINES,
    UNIT,
    add_words,
    found,
    make_draft,
    manager_of,
    pre_annotate,
    start,
)

pytestmark = pytest.mark.django_db
MAILS = [("ana.dupond@example.org", EMAIL), ("bob@example.org", EMAIL)]


@pytest.fixture
def draft(carl):
    return make_draft(carl)


def mails(contest):
    return [each for each in found(contest) if each[1] == EMAIL]


def test_every_input_gets_proposals_with_their_reasons(draft):
    job = pre_annotate(draft)
    assert mails(draft) == MAILS
    first, _, last = draft.inputs.order_by("pk")
    assert first.reasons == [
        ["contact.email", 19, 20, "rules", None],
        ["contact.email", 38, 39, "rules", None],
    ]
    assert (last.proposals, last.reasons) == ([], [])
    assert job.result["inputs"] == 3
    assert draft.pre_annotation.found[EMAIL] == 2


def test_afterwards_the_state_is_up_to_date_until_something_changes(draft):
    assert not standing(draft).has_begun
    pre_annotate(draft)
    assert standing(draft).is_current
    add_words(draft, "units", "Zirconie")
    assert standing(draft).is_outdated
    pre_annotate(draft)
    assert standing(draft).is_current
    assert ("Zirconie", UNIT) in found(draft)


def test_other_rules_make_it_outdated(draft, monkeypatch):
    pre_annotate(draft)
    monkeypatch.setattr(domain, "rules_version", lambda: "another")
    assert standing(draft).is_outdated


def test_an_archived_category_makes_it_outdated_and_is_left_out(draft):
    pre_annotate(draft)
    draft.categories.filter(label=EMAIL).update(archived_at="2026-03-02T12:00Z")
    assert standing(draft).is_outdated
    pre_annotate(draft)
    assert mails(draft) == []
    assert draft.pre_annotation.left_out == {EMAIL: 2}


def test_inputs_that_came_later_wait(draft, carl):
    pre_annotate(draft)
    draw(draft, create_corpus(carl, lettre=["Écrire à eve@example.org"]))
    assert standing(draft).waiting == 1
    pre_annotate(draft)
    assert ("eve@example.org", EMAIL) in found(draft)


def test_proposals_from_files_stay_unless_they_are_to_be_replaced(draft, carl):
    corpus = create_corpus(carl)
    line = add_document(corpus, "lettre", ["Écrire à eve@example.org"])[0]
    annotate(line, "proposals", (0, 6, "AUTRES"))
    draw(draft, corpus)
    pre_annotate(draft)
    assert ("Écrire", "AUTRES") in found(draft)
    assert standing(draft).imported == 1
    assert standing(draft).is_current
    detecting.choose(contest=draft, labels={}, keeps_imported=False, actor=Actor(carl))
    assert standing(draft).waiting == 1
    pre_annotate(draft)
    assert ("Écrire", "AUTRES") not in found(draft)
    assert ("eve@example.org", EMAIL) in found(draft)


def test_proposals_of_a_later_file_replace_those_of_the_rules(draft, carl):
    pre_annotate(draft)
    corpus = create_corpus(carl)
    line = add_document(corpus, "lettre", [LINES[0]])[0]
    annotate(line, "proposals", (0, 7, "AUTRES"))
    draw(draft, corpus)
    assert ("Contact", "AUTRES") in found(draft)
    assert standing(draft).imported == 1


def test_labels_of_another_scheme_are_matched_by_name_or_by_choice(carl):
    contest = make_draft(carl, preset="hipaa")
    pre_annotate(contest)
    assert MAILS[0] in found(contest)
    chosen = {EMAIL: "CONTACT:URL", DATE: "NO:SUCH"}
    detecting.choose(contest=contest, labels=chosen, keeps_imported=True, actor=Actor(carl))
    pre_annotate(contest)
    assert (MAILS[0][0], "CONTACT:URL") in found(contest)
    assert DATE not in contest.pre_annotation.labels


def test_a_language_without_rules_has_own_words_and_formats(carl):
    contest = make_draft(carl, language="de", lines=["Fall 12-345 im Zirkon."])
    add_words(contest, "units", "Zirkon")
    add_format(
        contest=contest, label="ID:IPP", pattern=r"\d{2}-\d{3}", trigger="Fall", actor=Actor(carl)
    )
    pre_annotate(contest)
    assert found(contest) == [("12-345", "ID:IPP"), ("Zirkon", UNIT)]
    assert contest.inputs.get().reasons[0] == ["own.format", 0, 4, "rules", None]


def test_what_was_handed_out_stays_as_it_was(contest, ana_in_contest):
    before = [task.shown_units for task in hand_out(annotator=ana_in_contest, count=2)]
    given = set(AnnotationTask.objects.values_list("input_id", flat=True))
    proposals = {item.pk: item.proposals for item in contest.inputs.all()}
    detecting.choose(contest=contest, labels={}, keeps_imported=False, actor=manager_of(contest))
    job = pre_annotate(contest)
    assert job.result["inputs"] == 2
    for item in contest.inputs.all():
        assert (item.reasons is None) == (item.pk in given)
        assert item.pk not in given or item.proposals == proposals[item.pk]
    tasks_now = AnnotationTask.objects.order_by("pk")
    assert [task.shown_units for task in tasks_now] == before
    assert standing(contest).is_current


def test_a_team_is_shown_what_the_preview_showed(contest, ana_in_contest, bob_in_contest):
    contest.teams.filter(name="farfalle").update(retention=0.6, perturbation=0.5)
    detecting.choose(contest=contest, labels={}, keeps_imported=False, actor=manager_of(contest))
    pre_annotate(contest)
    proposer = domain.Proposer(setup_of(contest))
    seen = {
        (view.team.name, row.input.pk): [[u.start, u.end, u.label] for u in view.units]
        for row in preview(contest, list(contest.inputs.all()), proposer)
        for view in row.views
    }
    for member in (ana_in_contest, bob_in_contest):
        member.team.refresh_from_db()
        for task in hand_out(annotator=member, count=4):
            assert task.shown_units == seen[member.team.name, task.input_id]


def test_a_preview_draws_the_same_inputs_for_the_same_seed(draft, carl):
    draw(draft, create_corpus(carl, lettre=[f"Ligne {n}." for n in range(40)]))
    first = sample_inputs(draft, count=5, seed=1)
    assert sample_inputs(draft, count=5, seed=1) == first
    assert sample_inputs(draft, count=5, seed=2) != first
    assert len({item.pk for item in first}) == 5


def test_only_one_run_at_a_time(draft):
    start(draft)
    with pytest.raises(JobAtWork):
        start(draft)
    assert Job.objects.live().count() == 1


def test_without_inputs_there_is_nothing_to_do(carl):
    empty = setup.create_contest(name="Vide", manager=carl, actor=Actor(carl))
    with pytest.raises(NoInputs):
        start(empty)


@pytest.mark.parametrize("state", ["closed", "archived"])
def test_a_closed_contest_keeps_its_rules_and_proposals(draft, carl, state):
    Contest.objects.filter(pk=draft.pk).update(state=state)
    calls = [
        lambda: start(draft),
        lambda: add_words(draft, "units", "Azur"),
        lambda: remove_words(contest=draft, own=lexicons_of("units"), ids=None, actor=Actor(carl)),
        lambda: add_format(contest=draft, label=EMAIL, pattern="x1", trigger="", actor=Actor(carl)),
        lambda: detecting.choose(contest=draft, labels={}, keeps_imported=True, actor=Actor(carl)),
    ]
    for call in calls:
        with pytest.raises(RulesReadOnly):
            call()


def lexicons_of(kind):
    from contests.proposals.domain.lexicons import OWN_LEXICONS

    return OWN_LEXICONS[kind]


def claimed(job):
    return JobRun.of(jobs.claim_job(job_id=job.pk, worker="host:1"))


def test_a_run_that_died_half_way_is_finished_by_the_next(draft, carl, monkeypatch):
    draw(draft, create_corpus(carl, lettre=[f"Ligne {n}, n{n}@example.org" for n in range(7)]))
    monkeypatch.setattr(tasks, "BATCH_SIZE", 4)
    job, batches = start(draft), []
    propose = detecting.propose

    def die_in_the_second(inputs, **options):
        if len(batches) == 1:
            raise MemoryError
        batches.append(propose(inputs, **options))
        return batches[-1]

    monkeypatch.setattr(detecting, "propose", die_in_the_second)
    with pytest.raises(MemoryError):
        tasks.pre_annotate(claimed(job))
    monkeypatch.setattr(detecting, "propose", propose)
    assert standing(draft).is_unfinished
    assert standing(draft).detected == 4
    jobs.release_running_jobs(died=True)
    job = finish(job)
    assert job.result["inputs"] == 10
    assert standing(draft).is_current
    assert len(mails(draft)) == 9


def test_a_run_whose_rules_changed_while_it_was_dead_begins_anew(draft, monkeypatch):
    monkeypatch.setattr(tasks, "BATCH_SIZE", 1)
    job = start(draft)
    run = claimed(job)
    monkeypatch.setattr(tasks, "_go_through", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tasks.pre_annotate(run)
    monkeypatch.undo()
    add_words(draft, "units", "Zirconie")
    jobs.release_running_jobs(died=True)
    finish(job)
    assert ("Zirconie", UNIT) in found(draft)
    assert standing(draft).is_current


def test_words_that_are_added_while_it_runs_are_found_as_well(draft, monkeypatch):
    store_proposals = detecting.store_proposals

    def add_a_word_meanwhile(**options):
        store_proposals(**options)
        add_words(draft, "units", "Zirconie")

    monkeypatch.setattr(detecting, "store_proposals", add_a_word_meanwhile)
    pre_annotate(draft)
    assert ("Zirconie", UNIT) in found(draft)
    assert standing(draft).is_current


def test_a_cancelled_run_leaves_a_state_that_says_so(draft):
    job = start(draft)
    run = claimed(job)
    with run.step(checkpoint={"digest": "x", "last": 0, "done": 0, "left_out": {}}):
        detecting.begin(contest_id=draft.pk)
    jobs.cancel_job(job=job, actor=Actor())
    assert standing(draft).is_unfinished
    assert not standing(draft).is_current


def test_in_preparation_a_change_of_words_runs_the_rules_again(draft, carl):
    actor = Actor(carl)
    add_words(draft, "units", "Azur")
    assert detecting.restart_in_draft(contest=draft, actor=actor) is None
    pre_annotate(draft)
    assert detecting.restart_in_draft(contest=draft, actor=actor) is None
    add_words(draft, "units", "Zirconie")
    finish(detecting.restart_in_draft(contest=draft, actor=actor))
    assert ("Zirconie", UNIT) in found(draft)
    Contest.objects.filter(pk=draft.pk).update(state="open")
    draft.refresh_from_db()
    add_words(draft, "units", "Sud")
    assert detecting.restart_in_draft(contest=draft, actor=actor) is None


def test_words_are_added_once_however_they_are_written(draft):
    added = add_words(draft, "units", "Azur", "Zénith")
    assert (added.new, added.known) == (2, 0)
    added = add_words(draft, "units", "AZUR", "zenith", "Sud")
    assert (added.new, added.known) == (1, 2)
    assert add_words(draft, "places", "Azur").new == 1
    texts = draft.lexicon_words.filter(kind="units").values_list("text", flat=True)
    assert list(texts) == ["Azur", "Sud", "Zénith"]


def test_changes_of_words_are_written_down_without_the_words(draft):
    add_words(draft, "staff", "Zbrunek")
    event = AuditEvent.objects.get(object_type="lexicon")
    assert (event.object_id, event.details) == ("staff", {"added": 1})


def test_a_list_grows_only_so_far(draft, monkeypatch):
    monkeypatch.setattr(lexicons, "MOST_WORDS", 2)
    add_words(draft, "units", "Azur")
    with pytest.raises(TooManyWords):
        add_words(draft, "units", "Sud", "Nord")
    assert LexiconWord.objects.count() == 1


def test_formats_are_refused_where_they_are_wrong_known_or_too_many(draft, carl, monkeypatch):
    def add(pattern, label="ID:IPP"):
        return add_format(
            contest=draft, label=label, pattern=pattern, trigger="", actor=Actor(carl)
        )

    add(r"\d{7}")
    with pytest.raises(FormatTaken):
        add(r"\d{7}")
    with pytest.raises(FormatRefused):
        add(r"(\d+)+x")
    with pytest.raises(UnknownLabel):
        add(r"\d{8}", label="NO:SUCH")
    monkeypatch.setattr(lexicons, "MOST_FORMATS", 1)
    with pytest.raises(TooManyFormats):
        add(r"\d{8}")
    assert draft.number_formats.count() == 1


def test_a_format_of_a_category_that_is_gone_is_left_out(draft, carl):
    add_format(contest=draft, label="ID:IPP", pattern=r"18#03#\d{4}", trigger="", actor=Actor(carl))
    draft.categories.filter(label="ID:IPP").update(archived_at="2026-03-02T12:00Z")
    pre_annotate(draft)
    assert ("18#03#2022", "ID:IPP") not in found(draft)


def test_removing_all_inputs_does_not_disturb_it(draft, carl):
    pre_annotate(draft)
    finish(sampling.start_removing(contest=draft, actor=Actor(carl)))
    assert standing(draft).total == 0


def test_a_contest_without_categories_proposes_nothing(carl):
    contest = make_draft(carl)
    contest.categories.all().delete()
    pre_annotate(contest)
    assert found(contest) == []
    assert contest.pre_annotation.left_out[EMAIL] == 2
    add_categories(contest=contest, supercategories=[])
    assert standing(contest).is_current


def test_names_of_staff_are_read_by_the_rules_of_names(carl):
    contest = make_draft(carl, lines=["Colloque avec A. Zbrunek ce jour."])
    add_words(contest, "staff", "Zbrunek")
    pre_annotate(contest)
    assert found(contest) == [("Zbrunek", "NOM:PERSONNEL_MÉDICAL")]
    assert contest.inputs.get().reasons[0][0] == "staff_names.own_staff"
