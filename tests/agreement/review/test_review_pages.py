"""The review's pages: what is in the queue, deciding, leaving, undoing, answering."""

import re
from html import unescape

import pytest
from django.urls import reverse

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.disputes.models import Dispute
from agreement.disputes.services import object_to
from agreement.references.models import Correction
from agreement.review.models import LookedAt
from agreement.review.selectors import queue as review
from agreement.runs.models import AlignedPlace, InputResult, ProcessingRun
from contests.annotating.models import Answer
from corpus.documents.models import Corpus, Document
from tests.agreement.running import answer, give, join, run_now
from tests.factories import add_marked_inputs
from tests.pages import squeezed

SPLIT = "Revu le 3 mai à Nyon."
DATE, OTHER = (8, 13, "TEMPORAL:DATE"), (8, 9, "TEMPORAL:DATE")


@pytest.fixture
def crew(contest):
    return join(contest, "fusilli", "penne")


@pytest.fixture
def split(contest, crew):
    """A place that two people mark differently: no segment has a majority."""
    add_marked_inputs(contest, SPLIT)
    item = contest.inputs.get(text=SPLIT)
    answer(crew[0], item, DATE)
    answer(crew[1], item, OTHER)
    run_now(contest)
    return item


@pytest.fixture
def carls(client, carl):
    client.force_login(carl)
    return client


def url(contest, name, *args, **query):
    path = reverse(f"agreement:{name}", args=[contest.pk, *args])
    return f"{path}?{'&'.join(f'{key}={value}' for key, value in query.items())}" if query else path


def decision(**given):
    return {"segment": "8-13", "category": "TEMPORAL:DATE", "note": ""} | given


def kinds_of(contest):
    counts = review.count_by_kind(contest, review.Wanted())
    return {kind for kind, count in counts.items() if kind and count}


def test_a_place_without_a_majority_waits_in_the_queue(carls, contest, split):
    page = carls.get(url(contest, "review")).content.decode()
    assert "Revu le 3 mai" in page
    assert "no majority" in page


def test_strangers_and_annotators_find_no_review(client, contest, split, eve, crew):
    for person in (eve, crew[0].user):
        client.force_login(person)
        for name in ("review", "corrections", "runs", "differing", "export_corrections"):
            assert client.get(url(contest, name)).status_code == 404, name
        assert client.get(url(contest, "review_item", split.pk)).status_code == 404


def test_the_item_shows_lanes_by_alias_votes_and_empty_units(carls, contest, crew, split):
    (lone,) = join(contest, "ziti")
    answer(lone, split)
    run_now(contest)
    page = carls.get(url(contest, "review_item", split.pk)).content.decode()
    for shown in ("fusilli", "penne", "ziti", "annotated nothing here", "1/3", "TEMPORAL:DATE"):
        assert shown in page
    assert crew[0].user.email not in page


def test_the_text_shows_the_units_of_everyone_and_stays_the_same_words(carls, contest, split):
    page = carls.get(url(contest, "review_item", split.pk)).content.decode()
    drawn = re.search(r"<p [^>]*data-review-text.*?>(.*?)</p>", page, re.DOTALL)[1]
    assert unescape(re.sub(r"<[^>]*>", "", drawn)) == SPLIT
    parts = re.findall(r'class="marked marked--(\d)" title="([^"]*)">([^<]*)<', drawn)
    both, one = "fusilli: TEMPORAL:DATE; penne: TEMPORAL:DATE", "fusilli: TEMPORAL:DATE"
    assert parts == [("2", both, "3"), ("1", one, " mai")]


def test_a_decision_leaves_the_queue_at_once_and_the_next_run_knows_it(carls, contest, split):
    there = url(contest, "review_item", split.pk, at="8-13")
    response = carls.post(there, decision(note="as in 4.2"))
    assert response.status_code == 302
    assert review.UNDECIDED not in kinds_of(contest)
    run_now(contest)
    place = AlignedPlace.objects.get(result__input=split, result__is_current=True)
    assert (place.state, place.reference_start, place.reference_end) == ("gold", 8, 13)
    assert Correction.objects.get().note == "as in 4.2"


def test_a_decision_asks_for_a_run_but_not_for_one_each(carls, contest, split):
    ProcessingRun.objects.update(started_at="2026-01-01T00:00Z")
    there = url(contest, "review_item", split.pk, at="8-13")
    for category in ("TEMPORAL:DATE", "TEMPORAL:TEMPS"):
        carls.post(there, decision(category=category))
    runs = ProcessingRun.objects.filter(reason="correction")
    assert runs.count() == 1


def test_none_is_decided_for_segment_and_category_together(carls, contest, split):
    carls.post(url(contest, "review_item", split.pk), decision(segment="none"))
    correction = Correction.objects.get()
    assert (correction.start, correction.category, correction.decides_category) == (
        None, None, True,
    )  # fmt: skip


def test_ones_own_segment_is_taken(carls, contest, split):
    given = decision(segment="own", start=5, end=13)
    carls.post(url(contest, "review_item", split.pk), given)
    correction = Correction.objects.get()
    assert (correction.start, correction.end) == (5, 13)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"segment": "own", "start": 9, "end": 9}, "first and the last word"),
        ({"segment": "13-8"}, "Choose a span"),
        ({"category": ""}, "Choose a category"),
        ({"category": "NO:SUCH"}, "no such category"),
        ({"segment": "own", "start": 5, "end": 9999}, "outside the text"),
    ],
)
def test_what_cannot_be_decided_is_said_and_nothing_is_saved(carls, contest, split, wrong, words):
    page = carls.post(url(contest, "review_item", split.pk), decision(**wrong))
    assert words in page.content.decode()
    assert not Correction.objects.exists()


def test_before_saving_it_says_whose_scores_change(carls, contest, split):
    page = carls.post(url(contest, "review_effects", split.pk, at="8-13"), decision())
    assert "penne" in page.content.decode()
    whole = carls.post(url(contest, "review_item", split.pk), decision(preview="1"))
    assert "penne" in whole.content.decode()
    assert not Correction.objects.exists()


def test_the_last_decision_is_undone(carls, contest, split):
    carls.post(url(contest, "review_item", split.pk), decision())
    response = carls.post(url(contest, "review_undo"))
    assert f"/review/{split.pk}/" in response["Location"]
    assert not Correction.objects.in_force().exists()
    assert review.UNDECIDED in kinds_of(contest)


def test_words_looked_for_stay_out_of_the_address(carls, contest, split):
    response = carls.post(url(contest, "review_filter"), {"words": "Nyon", "order": "gamma"})
    assert "Nyon" not in response["Location"]
    assert "order=gamma" in response["Location"]
    assert "Revu le 3 mai" in carls.get(response["Location"]).content.decode()
    carls.post(url(contest, "review_filter"), {"words": "Genève"})
    page = carls.get(url(contest, "review")).content.decode()
    assert "No inputs match the filter" in page


def test_filters_by_category_team_and_annotator(contest, crew, split):
    date = contest.categories.get(label="TEMPORAL:DATE")
    hour = contest.categories.get(label="TEMPORAL:TEMPS")
    other = contest.teams.exclude(pk=crew[0].team_id).first()
    (stranger,) = join(contest, "ziti")
    wanted = {
        1: [{"category": date.pk}, {"team": crew[0].team_id}, {"annotator": crew[0].pk}],
        0: [{"category": hour.pk}, {"team": other.pk}, {"annotator": stranger.pk}],
    }
    for count, filters in wanted.items():
        for each in filters:
            assert review.open_results(contest, review.Wanted(**each)).count() == count, each


def test_next_goes_through_the_queue_and_begins_anew_at_its_end(contest, crew, split):
    add_marked_inputs(contest, "Vu le 4 mai.")
    second = contest.inputs.get(text="Vu le 4 mai.")
    answer(crew[0], second, (6, 11, "TEMPORAL:DATE"))
    answer(crew[1], second, (6, 7, "TEMPORAL:DATE"))
    run_now(contest)
    wanted = review.Wanted()
    assert review.next_result(contest, wanted, after=split.pk).input == second
    assert review.next_result(contest, wanted, after=second.pk).input == split
    for order in (review.IN_TEXT_ORDER, review.BY_GAMMA, review.BY_ANNOTATORS):
        assert (
            review.next_result(contest, review.Wanted(order=order), after=split.pk).input == second
        )


def test_flagged_and_single_inputs_can_be_left_until_the_next_answer(carls, contest, crew):
    item = contest.inputs.order_by("pk").first()
    given = give(crew[0], item.text)
    Answer.objects.filter(pk=given.pk).update(is_flagged=True)
    run_now(contest)
    assert kinds_of(contest) == {review.FLAGGED}
    carls.post(url(contest, "review_leave", item.pk, kind="flagged"))
    assert kinds_of(contest) == set()
    LookedAt.objects.update(at="2020-01-01T00:00Z")
    assert kinds_of(contest) == {review.FLAGGED}


def test_the_bound_of_low_gamma_is_the_managers(contest, split):
    InputResult.objects.filter(input=split).update(gamma=0.6)
    counted = [
        review.open_results(contest, review.Wanted(kind="gamma", below=below)).count()
        for below in (0.5, 0.7)
    ]
    assert counted == [0, 1]


@pytest.fixture
def dispute(contest, crew, split):
    """A third person makes a majority, against which the second one objects."""
    (third,) = join(contest, "ziti")
    answer(third, split, DATE)
    run_now(contest)
    place = AlignedPlace.objects.get(result__input=split, result__is_current=True)
    return object_to(place=place, member=crew[1], comment="Only the day.", actor=Actor())


def test_a_dispute_is_contested_and_saving_accepts_it(carls, contest, split, dispute):
    assert kinds_of(contest) >= {review.CONTESTED}
    page = carls.get(url(contest, "review_item", split.pk)).content.decode()
    assert "Only the day." in page
    given = decision(segment="8-9", answer="You are right.")
    carls.post(url(contest, "review_item", split.pk), given)
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.ACCEPTED
    assert dispute.messages.last().text == "You are right."
    assert review.CONTESTED not in kinds_of(contest)


def test_a_decision_for_what_stands_refuses_the_dispute_and_says_so_before(
    carls, contest, split, dispute
):
    there = url(contest, "review_item", split.pk)
    told = carls.post(url(contest, "review_effects", split.pk, at="8-13"), decision())
    assert "saving it refuses the dispute" in squeezed(told)
    other = carls.post(url(contest, "review_effects", split.pk, at="8-13"), decision(segment="8-9"))
    assert "accepts the dispute" in squeezed(other)
    # Enter comes faster than the notice, or there is no script.
    for early in (decision(), decision(answer="It stays."), decision(refuses="1")):
        page = squeezed(carls.post(there, early))
        assert "saving it refuses the dispute" in page
        dispute.refresh_from_db()
        assert dispute.is_open
    assert not Correction.objects.exists()
    given = decision(answer="The month belongs to it.", refuses="1")
    page = squeezed(carls.post(there, given, follow=True))
    assert "1 dispute refused." in page
    dispute.refresh_from_db()
    assert (dispute.state, dispute.correction) == (Dispute.State.REFUSED, None)
    assert dispute.messages.last().text == "The month belongs to it."
    assert dispute.has_news
    assert review.CONTESTED not in kinds_of(contest)


def test_the_annotator_reads_that_the_reference_was_kept(carls, contest, split, dispute):
    given = decision(answer="The month belongs to it.", refuses="1")
    carls.post(url(contest, "review_item", split.pk), given)
    carls.force_login(dispute.annotator.user)
    page = squeezed(carls.get(reverse("feedback:objections", args=[contest.pk])))
    for words in ("refused", "The month belongs to it.", "The reference was kept."):
        assert words in page
    assert "Corrected to" not in page


def test_the_same_segment_with_another_category_accepts(carls, contest, split, dispute):
    carls.post(url(contest, "review_item", split.pk), decision(category="TEMPORAL:TEMPS"))
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.ACCEPTED


def test_who_agrees_with_the_reference_meanwhile_is_not_refused(
    carls, contest, crew, split, dispute
):
    """The others follow the annotator: to confirm what stands by now is to agree with the dispute."""
    answer(crew[0], split, OTHER, minute=1)
    run_now(contest)
    carls.post(url(contest, "review_item", split.pk), decision(segment="8-9"))
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.ACCEPTED


def test_at_identical_places_a_dispute_is_refused_with_words_too(carls, contest, split, dispute):
    there = url(contest, "review_identical", split.pk, at="8-13")
    assert "saving it refuses the dispute" in squeezed(carls.post(there, decision()))
    given = decision(answer="It stays.", refuses="1")
    assert "saving it refuses the dispute" in squeezed(carls.post(there, given))
    dispute.refresh_from_db()
    assert dispute.is_open
    carls.post(there, given | {"apply": "1"})
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.REFUSED


def test_a_dispute_is_refused_with_words_only(carls, contest, split, dispute):
    there = url(contest, "review_answer", split.pk, dispute.pk)
    carls.post(there, {"text": " ", "decision": "refuse"})
    dispute.refresh_from_db()
    assert dispute.is_open
    carls.post(there, {"text": "The month belongs to it.", "decision": "refuse"})
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.REFUSED


def test_reading_an_item_is_noted(carls, contest, split):
    carls.get(url(contest, "review_item", split.pk))
    event = AuditEvent.objects.filter(action="read", object_type="input").latest("pk")
    assert event.object_id == str(split.pk)


@pytest.fixture
def letter(contest, crew):
    """A letter of nine lines, of which the fifth is under review."""
    lines = [f"Ligne {number} du courrier." for number in range(1, 10)]
    lines[4] = "Écrire à [ana@example.org](CONTACT:EMAIL) le 3 mai."
    add_marked_inputs(contest, *lines)
    item = contest.inputs.get(text__startswith="Écrire")
    answer(crew[0], item, (9, 24, "CONTACT:EMAIL"))
    run_now(contest)
    return item


def test_the_lines_around_an_input_are_shown_on_demand_and_reading_them_is_noted(
    carls, contest, carl, letter
):
    folded = carls.get(url(contest, "review_item", letter.pk)).content.decode()
    assert "Ligne 4 du courrier" not in folded
    assert not AuditEvent.objects.filter(object_type="document").exists()
    there = url(contest, "review_around", letter.pk)
    page = carls.get(there, headers={"HX-Request": "true"}).content.decode()
    assert [number for number in range(1, 10) if f"Ligne {number} du" in page] == [2, 3, 4, 6, 7, 8]
    assert "<html" not in page
    event = AuditEvent.objects.get(action="read", object_type="document")
    document = Document.objects.get(chunks__places__input=letter)
    assert (event.object_id, event.contest_id, event.actor) == (
        str(document.pk), contest.pk, carl,
    )  # fmt: skip
    assert event.details["input"] == letter.pk


def test_without_a_script_the_lines_have_a_page_of_their_own(carls, contest, letter):
    page = carls.get(url(contest, "review_around", letter.pk)).content.decode()
    assert "<html" in page
    assert "Ligne 4 du" in page


def test_the_whole_document_is_linked_for_who_keeps_its_corpus_only(carls, contest, carl, letter):
    there = url(contest, "review_around", letter.pk)
    assert "Whole document" not in carls.get(there).content.decode()
    Corpus.objects.get().keepers.add(carl)
    assert "Whole document" in carls.get(there).content.decode()


def test_annotators_see_no_lines_around(client, contest, crew, letter):
    client.force_login(crew[0].user)
    assert client.get(url(contest, "review_around", letter.pk)).status_code == 404


def test_what_the_detector_proposed_is_shown_with_its_category(carls, contest, letter, split):
    page = squeezed(carls.get(url(contest, "review_item", letter.pk)))
    proposed = page[page.index("Detector proposals") :]
    assert "(1)" in proposed[:100]
    assert "ana@example.org" in proposed[: proposed.index("</details>")]
    assert "The detector proposes nothing" in squeezed(
        carls.get(url(contest, "review_item", split.pk))
    )


def test_an_archived_contest_can_be_read_and_not_changed(carls, contest, split):
    contest.state = "archived"
    contest.save()
    assert carls.get(url(contest, "review_item", split.pk)).status_code == 200
    carls.post(url(contest, "review_item", split.pk), decision())
    assert not Correction.objects.exists()


@pytest.fixture
def many(contest, crew):
    """The same words with the same votes in three inputs."""
    texts = [f"Sortie le 3 mai, lettre {number}." for number in "ABC"]
    add_marked_inputs(contest, *texts)
    items = [contest.inputs.get(text=text) for text in texts]
    for item in items:
        answer(crew[0], item, (10, 15, "TEMPORAL:DATE"))
        answer(crew[1], item, (10, 11, "TEMPORAL:DATE"))
    run_now(contest)
    return items


def test_identical_places_are_listed_decided_as_one_and_undone_as_one(carls, contest, many):
    there = url(contest, "review_identical", many[0].pk, at="10-15")
    given = decision(segment="10-15")
    page = carls.post(there, given)
    listed = [one.place for one in page.context["same"]]
    assert [place.result.input for place in listed] == many[1:]
    assert not Correction.objects.exists()
    carls.post(there, given | {"apply": "1", "place": [listed[0].pk]})
    inputs = Correction.objects.in_force().values_list("input_id", flat=True)
    assert sorted(inputs) == [many[0].pk, many[1].pk]
    carls.post(url(contest, "review_undo"))
    assert not Correction.objects.in_force().exists()


def test_other_votes_make_no_identical_place(carls, contest, crew, many):
    answer(crew[1], many[1], (10, 15, "DÉMOGRAPHIE:ÂGE"), minute=1)
    run_now(contest)
    page = carls.post(
        url(contest, "review_identical", many[0].pk, at="10-15"), decision(segment="10-15")
    )
    assert [one.place.result.input for one in page.context["same"]] == [many[2]]


def waiting(client, contest):
    return client.get(url(contest, "review_waiting")).json()["count"]


def test_the_number_of_the_tab_is_that_of_the_queue_after_each_change(carls, contest, split, crew):
    assert waiting(carls, contest) == 1
    # Two reasons, one input.
    Answer.objects.filter(task__input=split, task__annotator=crew[0]).update(is_flagged=True)
    assert waiting(carls, contest) == 1
    Answer.objects.update(is_flagged=False)
    carls.post(url(contest, "review_item", split.pk), decision())
    assert waiting(carls, contest) == 0
    add_marked_inputs(contest, "Vu par le Dr Rey.")
    answer(crew[0], contest.inputs.get(text="Vu par le Dr Rey."), (10, 13, "NOM:PATIENT_E"))
    run_now(contest)
    Answer.objects.filter(task__input__text="Vu par le Dr Rey.").update(is_flagged=True)
    assert waiting(carls, contest) == 1 == review.count_by_kind(contest, review.Wanted())[""]


def test_strangers_are_not_told_how_many_wait(client, contest, split, crew):
    client.force_login(crew[0].user)
    assert client.get(url(contest, "review_waiting")).status_code == 404
