"""Creating a contest and drawing its inputs, page by page."""

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.models import Answer
from contests.categories.domain.presets import DEFAULT_PRESET, PRESETS
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.people.services import members as setup
from contests.setup.services import create_draft
from jobs.models import Job
from tests.contests.drawing.drawing import (
    CARE,
    LETTER,
    add_document,
    annotate,
    create_corpus,
    draw,
    finish,
)
from tests.jobs.following import followed
from text.tokens import key_of

pytestmark = pytest.mark.django_db
DATE = "TEMPORAL:DATE"
FIELDS = {"size": 6, "min_length": 3, "max_length": 1000, "most_times": 50, "leaves_blank": "on"}


@pytest.fixture
def draft(carl):
    preset = PRESETS[DEFAULT_PRESET]
    return create_draft(name="Palio", manager=carl, preset=preset, actor=Actor(carl))


@pytest.fixture
def corpus(carl):
    return create_corpus(carl, soins=CARE, lettre=LETTER)


@pytest.fixture
def page(client, draft, carl):
    client.force_login(carl)
    return f"/contests/{draft.pk}/inputs/"


def form(corpus, **changes):
    return FIELDS | {"corpus": corpus.pk, "seed": 5} | changes


def test_a_manager_creates_a_contest_in_preparation(client, contest, carl):
    client.force_login(carl)
    assert "/contests/new/" in client.get("/contests/").content.decode()
    for key, preset in PRESETS.items():
        response = client.post(
            "/contests/new/",
            {"name": key, "language": "de", "preset": key, "goal_per_annotator": 300},
        )
        created = Contest.objects.get(name=key)
        assert response["Location"] == f"/contests/{created.pk}/"
        assert (created.state, created.language, created.goal_per_annotator) == ("draft", "de", 300)
        assert {category.label for category in created.categories.all()} == set(preset.labels)
        assert created.memberships.get().user == carl
    home = client.get(response["Location"]).content.decode()
    assert f"/contests/{created.pk}/setup/" in home


def test_a_contest_without_name_or_goal_is_refused(client, contest, carl):
    client.force_login(carl)
    values = {"name": "", "language": "fr", "preset": next(iter(PRESETS)), "goal_per_annotator": 0}
    response = client.post("/contests/new/", values)
    assert set(response.context["form"].errors) == {"name", "goal_per_annotator"}
    assert Contest.objects.count() == 1


@pytest.mark.parametrize("person", ["ana", "eve"])
def test_only_managers_create_contests_and_see_inputs(client, draft, contest, request, person):
    client.force_login(request.getfixturevalue(person))
    assert client.get("/contests/new/").status_code == 404
    assert "/contests/new/" not in client.get("/contests/").content.decode()
    for path in ("", "summary/", "progress/"):
        assert client.get(f"/contests/{draft.pk}/inputs/{path}").status_code == 404
    assert client.post(f"/contests/{draft.pk}/inputs/remove/").status_code == 404


def test_without_a_corpus_the_page_leads_to_the_corpora(client, page, ana):
    create_corpus(ana, lettre=LETTER)
    assert 'href="/corpora/"' in client.get(page).content.decode().split("no corpus")[1]


def test_the_summary_counts_before_anything_is_drawn(client, page, draft, corpus):
    add_document(corpus, "soins", ["----", "x", "Une ligne " * 200, CARE[0]])
    response = client.get(f"{page}summary/", form(corpus, size=10))
    summary = response.context["summary"]
    assert (summary.survey.lines, summary.survey.texts) == (24, 23)
    assert {str(reason): count for reason, count in summary.survey.left_out.items()} == {
        "blank": 1, "short": 1, "long": 1,
    }  # fmt: skip
    assert summary.types == [("lettre", 12, 5, True), ("soins", 8, 5, True)]
    assert summary.size == 10
    assert not draft.inputs.exists()


def test_types_can_be_left_out_and_belong_to_their_corpus(client, page, carl, corpus):
    chosen = form(corpus, types=["soins"], types_of=corpus.pk)
    summary = client.get(f"{page}summary/", chosen).context["summary"]
    assert summary.types == [("lettre", 0, 0, False), ("soins", 8, 6, True)]
    other = create_corpus(carl, name="Autre", radiologie=LETTER)
    summary = client.get(f"{page}summary/", chosen | {"corpus": other.pk}).context["summary"]
    assert summary.types == [("radiologie", 12, 6, True)]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"size": 0}, "size"),
        ({"size": "many"}, "size"),
        ({"min_length": 20, "max_length": 10}, "max_length"),
        ({"seed": ""}, "seed"),
        ({"corpus": 0}, "corpus"),
    ],
)
def test_wrong_values_are_named_and_nothing_starts(client, page, corpus, changes, field):
    values = form(corpus) | changes
    assert client.get(f"{page}summary/", values).context["form"].errors.keys() == {field}
    assert client.post(page, values).context["form"].errors.keys() == {field}
    assert not Job.objects.live().exists()


def test_a_corpus_of_others_cannot_be_drawn_from(client, page, ana):
    theirs = create_corpus(ana, lettre=LETTER)
    assert "corpus" in client.post(page, form(theirs)).context["form"].errors


def test_drawing_starts_a_job_and_the_page_then_shows_what_came(client, page, draft, corpus):
    assert client.post(page, form(corpus))["Location"] == page
    assert "Drawing the inputs" in client.get(page).content.decode()
    address = followed(client, page)
    finish(Job.objects.live().get())
    assert client.get(address)["HX-Refresh"] == "true"
    # Pages of earlier versions ask there.
    assert client.get(f"{page}progress/")["HX-Refresh"] == "true"
    shown = client.get(page)
    assert [each.input.text for each in shown.context["shown"]] == list(
        draft.inputs.order_by("pk").values_list("text", flat=True)
    )
    assert "created 6 inputs" in shown.content.decode()


def test_reading_the_lines_is_written_down(client, page, draft, corpus):
    client.get(page)
    assert not AuditEvent.objects.filter(action="read").exists()
    draw(draft, corpus, size=3)
    client.get(page)
    event = AuditEvent.objects.get(action="read", object_type="input")
    assert event.details == {
        "inputs": list(draft.inputs.order_by("pk").values_list("pk", flat=True))
    }


def test_many_inputs_come_in_pages(client, page, draft, corpus, carl):
    draw(draft, create_corpus(carl, name="Long", lettre=[f"Ligne {n}." for n in range(45)]))
    pages = [client.get(f"{page}?page={n}").context["shown"] for n in (1, 2, 3)]
    assert [len(shown) for shown in pages] == [20, 20, 5]


def test_gold_and_proposals_are_drawn_on_the_lines(client, page, draft, carl):
    corpus = create_corpus(carl)
    lines = add_document(corpus, "lettre", ["Vu le 18#03#2022.", "Revu le 19#03#2022."])
    annotate(lines[0], "proposals", (6, 16, DATE))
    annotate(lines[1], "gold", (8, 18, DATE))
    draw(draft, corpus)
    text = client.get(page).content.decode()
    assert ">18#03#2022&nbsp;" in text
    assert ">19#03#2022&nbsp;" in text


def test_all_inputs_are_removed_on_request(client, page, draft, corpus):
    draw(draft, corpus)
    client.post(f"{page}remove/")
    finish(Job.objects.live().get())
    assert not draft.inputs.exists()
    assert "Draw inputs" in client.get(page).content.decode()


def test_once_the_contest_has_begun_its_inputs_stay(client, page, draft, corpus):
    draw(draft, corpus)
    Contest.objects.filter(pk=draft.pk).update(state="open")
    assert "can no longer change" in client.get(page).content.decode()
    assert "can no longer change" in client.post(page, form(corpus)).content.decode()
    client.post(f"{page}remove/")
    assert not Job.objects.live().exists()
    assert draft.inputs.count() == 20


@pytest.fixture
def annotated_corpus(carl):
    corpus = create_corpus(carl, name="Annoté")
    lines = add_document(corpus, "lettre", ["Vu le 18#03#2022.", "Revu par Zoé demain."])
    annotate(lines[0], "answers", (6, 16, "DAY"), annotator="Linguine")
    annotate(lines[0], "answers", (6, 16, "DAY"), annotator="Zoé Brun")
    annotate(lines[1], "answers", (9, 12, "VISITOR:NAME"), annotator="Zoé Brun")
    annotate(lines[1], "gold", (9, 12, "temporal:date"))
    return corpus


def test_unknown_labels_and_names_are_listed_with_counts_and_likely_matches(
    client, page, draft, annotated_corpus, ana
):
    member = setup.add_member(contest=draft, user=ana, role="annotator", alias="linguine")
    match = client.get(f"{page}summary/", form(annotated_corpus)).context["summary"].match
    labels = [(each.name, each.count, each.field.initial) for each in match.label_fields()]
    assert labels == [("DAY", 2, ""), ("VISITOR:NAME", 1, ""), ("temporal:date", 1, DATE)]
    people = [(each.name, each.count, each.field.initial) for each in match.people_fields()]
    assert people == [("Linguine", 1, str(member.pk)), ("Zoé Brun", 2, "+")]


def test_an_address_is_matched_as_well(client, page, draft, carl, ana):
    member = setup.add_member(contest=draft, user=ana, role="annotator", alias="linguine")
    corpus = create_corpus(carl, name="Annoté")
    line = add_document(corpus, "lettre", ["Vu hier."])[0]
    annotate(line, "answers", annotator="ana@example.org")
    match = client.get(f"{page}summary/", form(corpus)).context["summary"].match
    assert match.people_fields()[0].field.initial == str(member.pk)


def test_nothing_is_drawn_until_every_label_has_its_answer(client, page, annotated_corpus):
    response = client.post(page, form(annotated_corpus, **{f"person-{key_of('Zoé Brun')}": "+"}))
    assert set(response.context["summary"].match.errors) == {
        f"label-{key_of(label)}" for label in ("DAY", "VISITOR:NAME", "temporal:date")
    } | {f"person-{key_of('Linguine')}"}
    assert not Job.objects.live().exists()
    assert not Membership.objects.filter(alias="Zoé Brun").exists()


def choices(**people):
    labels = {"DAY": DATE, "VISITOR:NAME": "+", "temporal:date": "-"}
    return {f"label-{key_of(label)}": choice for label, choice in labels.items()} | {
        f"person-{key_of(name.replace('_', ' '))}": choice for name, choice in people.items()
    }


def test_chosen_matches_become_categories_members_and_answers(
    client, page, draft, annotated_corpus, ana
):
    member = setup.add_member(contest=draft, user=ana, role="annotator", alias="linguine")
    chosen = choices(Linguine=member.pk, Zoé_Brun="+")
    client.post(page, form(annotated_corpus, **chosen))
    job = finish(Job.objects.live().get())
    zoe = draft.memberships.get(alias="Zoé Brun")
    given = Answer.objects.values_list("task__annotator", "units__category__label")
    assert sorted(given) == sorted([(member.pk, DATE), (zoe.pk, DATE), (zoe.pk, "VISITOR:NAME")])
    assert draft.supercategories.filter(name="VISITOR").exists()
    assert (job.result["answers"], job.result["spans_left_out"]) == (3, 1)
    assert "Zoé" not in str(job.params)


def test_a_label_that_can_be_no_category_is_named(client, page, draft, carl):
    corpus = create_corpus(carl, name="Annoté")
    line = add_document(corpus, "lettre", ["Vu hier par Zoé."])[0]
    for label in ("DAY", "day/of.visit", "VISIT: DAY!"):
        annotate(line, "answers", (3, 7, label), annotator=label)
    fields = client.get(f"{page}summary/", form(corpus)).context["summary"].match.fields
    response = client.post(page, form(corpus, **dict.fromkeys(fields, "+")))
    assert set(response.context["summary"].match.errors) == {
        f"label-{key_of(label)}" for label in ("day/of.visit", "VISIT: DAY!")
    }
    assert not draft.categories.filter(label="DAY").exists()


def test_two_names_cannot_be_one_member(client, page, draft, annotated_corpus, ana):
    member = setup.add_member(contest=draft, user=ana, role="annotator", alias="linguine")
    chosen = choices(Linguine=member.pk, Zoé_Brun=member.pk)
    response = client.post(page, form(annotated_corpus, **chosen))
    assert response.context["summary"].match.non_field_errors()
    assert not Job.objects.live().exists()


def test_a_refused_draw_leaves_no_account_or_category_behind(
    client, page, draft, annotated_corpus, corpus
):
    client.post(page, form(corpus))
    before = (Membership.objects.count(), draft.categories.count())
    response = client.post(page, form(annotated_corpus, **choices(Linguine="+", Zoé_Brun="+")))
    assert "Drawing the inputs of a contest” is already running" in response.content.decode()
    assert (Membership.objects.count(), draft.categories.count()) == before
    assert Job.objects.count() == 1


@pytest.mark.parametrize("state", ["failed", "cancelled"])
def test_a_drawing_that_did_not_end_well_says_so(client, page, draft, corpus, state):
    client.post(page, form(corpus))
    Job.objects.update(state=state, finished_at="2026-03-02T12:00Z")
    assert "The remaining inputs are kept" in client.get(page).content.decode()
