"""What users of other tools complain of, done on the annotation page by mouse and by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from accounts.audit import Actor
from accounts.models import User
from contests.annotating.models import AnnotationTask, Answer
from contests.annotating.services.keys import choose_own_keys
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.people.services import members as setup_members
from contests.setup import services as setup
from contests.teams.services import add_team
from tests.browser.annotating import Desk, stored
from tests.factories import add_marked_inputs

pytestmark = pytest.mark.browser

NAME = "NOM:PATIENT_E"
DATE = "TEMPORAL:DATE"
STAFF = "NOM:PERSONNEL_MÉDICAL"


@pytest.fixture
def desk(visit, carl, ana):
    """Open the page of a contest that has nothing but these lines."""

    def opened(*lines, **options):
        contest = setup.create_contest(
            name="Palio", manager=carl, actor=Actor(carl), seed=1, state=Contest.State.OPEN
        )
        add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
        team = add_team(contest=contest, group=1, name="a", arm="experimental", retention=1)
        add_marked_inputs(contest, *lines)
        setup_members.add_member(
            contest=contest, user=ana, role="annotator", alias="ana", team=team
        )
        return Desk(visit(ana, **options), contest).open()

    return opened


def choose(desk, label):
    desk.page.locator(f'[data-label="{label}"]').click()


def pressed(desk):
    return desk.page.locator('.label-chip[aria-pressed="true"]')


# --- Offsets ----------------------------------------------------------------------------------

TEXTS = {
    "accents": ("Hospitalisée à Genève pour Éléonore Brülhart, née à Zürich.", "Éléonore Brülhart"),
    "apostrophes": ("L’infirmière d'Yverdon a vu l’aînée d’Amélie O'Brien ce soir.", "Yverdon"),
    "emoji": ("😀 Rappel 👩‍⚕️ de Mme Favre 🏥 demain 👍🏽 à Sion.", "Favre"),
    "emoji inside": ("Bonjour 😀😀 Mme Fa😀vre, au revoir.", "Fa😀vre"),
    "combining marks": ("Visite de Ze\u0301lie Noe\u0308l et de Jose\u0301 hier.", "Ze\u0301lie Noe\u0308l"),
    "no-break spaces": ("Le\u00a012\u00a0mars\u00a02020\u00a0: Mme\u00a0Rey va bien\u202f!", "12\u00a0mars\u00a02020"),
    "tabs": ("Nom:\tMorand\tPrénom:\tLuc\tNé le:\t12.03.1956", "Morand"),
    "right to left": ("Patient أحمد محمد né à Beyrouth, dit שלום aussi.", "Beyrouth"),
    "beyond the basic plane": ("𝒟ossier 𝟙𝟚 de Rochat, 𠮷野 et Tanner.", "Tanner"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), TEXTS.values(), ids=TEXTS)
def test_offsets_stay_the_same_from_drag_to_database_to_reload(desk, text, words):
    page = desk(text)
    choose(page, NAME)
    page.drag(words)
    page.marked(f"{words}|{NAME}")
    page.press("a").sent()
    expected = [(text.index(words), text.index(words) + len(words), NAME)]
    assert stored(page.contest) == expected
    page.visit.go(f"/contests/{page.contest.pk}/annotate/")
    expect(page.page.locator(".past__row")).to_have_count(1)
    page.press("Backspace")
    page.marked(f"{words}|{NAME}")
    page.press("a").sent()
    assert stored(page.contest) == expected
    assert Answer.objects.count() == 2


@pytest.mark.parametrize("word", ["أحمد", "محمد", "שלום"])
def test_a_word_written_from_right_to_left_is_taken_whole(desk, word):
    text = TEXTS["right to left"][0]
    page = desk(text)
    choose(page, NAME)
    page.click(word, times=2)
    page.marked(f"{word}|{NAME}")
    page.press("a").sent()
    assert stored(page.contest) == [(text.index(word), text.index(word) + len(word), NAME)]


@pytest.mark.parametrize("backwards", [True, False])
@pytest.mark.parametrize("inset", [8, 2, -3])
def test_a_drag_over_words_written_from_right_to_left_takes_them_all(desk, backwards, inset):
    page = desk(TEXTS["right to left"][0])
    choose(page, NAME)
    page.drag("أحمد محمد", backwards=backwards, inset=inset)
    page.marked(f"أحمد محمد|{NAME}")


def test_a_drag_over_one_of_two_words_written_from_right_to_left_takes_it_alone(desk):
    page = desk(TEXTS["right to left"][0])
    choose(page, NAME)
    page.drag("محمد", inset=6)
    page.marked(f"محمد|{NAME}")
    page.drag("Patient", inset=4)
    page.marked(f"Patient|{NAME}", f"محمد|{NAME}")


def test_a_drag_out_of_words_written_from_right_to_left_takes_them_all(desk):
    # On its way out the mouse crosses the first word, though in the text it comes before where the drag began.
    page = desk(TEXTS["right to left"][0])
    choose(page, NAME)
    begin, end = page.rectangle("محمد"), page.rectangle("né")
    page.page.mouse.move((begin["x0"] + begin["x1"]) / 2, begin["y0"])
    page.page.mouse.down()
    page.page.mouse.move(end["x1"] - 2, end["y0"], steps=4)
    page.page.mouse.up()
    page.marked(f"أحمد محمد né|{NAME}")


# --- Mouse ------------------------------------------------------------------------------------

LINE = "Vu par le Dr Durand Martin, puis Mme Rey à 14h30 dans le service."


def test_a_drag_snaps_to_whole_words_forwards_and_backwards(desk):
    page = desk(LINE)
    choose(page, STAFF)
    page.drag("urand Mart")
    page.marked(f"Durand Martin|{STAFF}")
    page.press("Control+z")
    page.marked()
    page.drag("urand Mart", backwards=True)
    page.marked(f"Durand Martin|{STAFF}")


def test_a_double_click_takes_one_word(desk):
    page = desk(LINE)
    choose(page, NAME)
    page.click("Rey", times=2)
    page.marked(f"Rey|{NAME}")


@pytest.mark.parametrize("backwards", [False, True])
def test_a_drag_goes_across_wrapped_lines(desk, backwards):
    words = " ".join(f"mot{number}" for number in range(60))
    page = desk(words, width=700)
    choose(page, NAME)
    page.drag("mot3 mot4 mot5 mot6 mot7 mot8 mot9 mot10 mot11 mot12 mot13", backwards=backwards)
    assert page.marks.first.evaluate("each => each.getClientRects().length") > 1
    page.press("a").sent()
    phrase = words[words.index("mot3 ") : words.index(" mot14")]
    start = words.index("mot3 ")
    assert stored(page.contest) == [(start, start + len(phrase), NAME)]


@pytest.mark.parametrize("glued", ["IPP8003456789", "75013PARIS", "M.DUPONT"])
def test_shift_and_drag_cut_a_glued_word(desk, glued):
    part = {"I": "8003456789", "7": "PARIS", "M": "DUPONT"}[glued[0]]
    page = desk(f"Dossier {glued} du jour")
    choose(page, NAME)
    page.page.keyboard.down("Shift")
    page.drag(part, inset=1)
    page.page.keyboard.up("Shift")
    page.marked(f"{part}|{NAME}")


def test_a_drag_beside_a_span_leaves_it_and_one_over_it_replaces_it(desk):
    page = desk("Mme [Rose](NOM:PATIENT_E) Marchand est là.")
    page.marked(f"Rose|{NAME}")
    choose(page, STAFF)
    page.drag("Marchand")
    page.marked(f"Rose|{NAME}", f"Marchand|{STAFF}")
    page.drag("Rose Marchand")
    page.marked(f"Rose Marchand|{STAFF}")


def test_a_drag_inside_a_span_replaces_it_by_the_part(desk):
    page = desk("Le [12 mars 2020](TEMPORAL:DATE) au matin.")
    choose(page, DATE)
    page.drag("mars", inset=3)
    page.marked(f"mars|{DATE}")


def test_the_edges_of_a_span_are_pulled(desk):
    page = desk("Le [12](TEMPORAL:DATE) mars 2020 au matin.")
    box, target = page.rectangle("12"), page.rectangle("mars")
    mouse = page.page.mouse
    mouse.move(box["x1"] + 1, box["y1"])
    mouse.down()
    mouse.move(target["x1"] - 3, target["y1"], steps=6)
    mouse.up()
    page.marked(f"12 mars|{DATE}")
    box, target = page.rectangle("12 mars"), page.rectangle("Le")
    mouse.move(box["x0"] - 2, box["y0"])
    mouse.down()
    mouse.move(target["x0"] + 3, target["y0"], steps=6)
    mouse.up()
    page.marked(f"Le 12 mars|{DATE}")
    expect(page.page.locator(".unit.is-selected")).to_have_count(0)
    choose(page, NAME)
    page.marked(f"Le 12 mars|{DATE}")
    page.press("Control+z", "Control+z")
    page.marked(f"12|{DATE}")


def test_a_click_selects_and_the_cross_removes(desk):
    page = desk("Le [12](TEMPORAL:DATE) mars.")
    page.click("12")
    expect(page.page.locator(".unit.is-selected")).to_have_count(1)
    page.page.locator(".unit__cross").click()
    page.marked()
    page.press("Control+z")
    page.marked(f"12|{DATE}")


def test_the_label_bar_shows_the_label_of_what_is_selected(desk):
    page = desk("Le [12](TEMPORAL:DATE) mars, Mme Rey.")
    choose(page, NAME)
    expect(pressed(page)).to_have_attribute("data-label", NAME)
    page.click("12")
    expect(pressed(page)).to_have_attribute("data-label", DATE)
    expect(page.page.locator(".label-chip.is-current")).to_have_attribute("data-label", NAME)
    page.press("Escape")
    expect(pressed(page)).to_have_attribute("data-label", NAME)
    page.press("Home", "ArrowRight")
    expect(pressed(page)).to_have_attribute("data-label", DATE)
    page.press("ArrowRight", "Enter")
    page.marked(f"12|{DATE}", f"mars|{NAME}")


def test_a_proposal_looks_different_until_it_is_touched(desk):
    page = desk("Le [12](TEMPORAL:DATE) mars et le [14](TEMPORAL:DATE) mai.")
    expect(page.page.locator(".unit--proposed")).to_have_count(2)
    page.click("14")
    expect(page.page.locator(".unit--proposed")).to_have_count(2)
    choose(page, DATE)
    expect(page.page.locator(".unit--proposed")).to_have_count(1)


# --- Keyboard ---------------------------------------------------------------------------------


def test_a_task_is_done_with_the_keyboard_alone(desk):
    page = desk("Mme Rose Marchand, née le 12 mars.", "Une autre ligne.")
    first = page.text
    if "Rose" not in first:
        page.press(" ")
        page.has_text("Rose")
    page.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+Alt+Digit1")
    page.marked(f"Rose Marchand|{NAME}")
    page.press("End", "ArrowLeft", "ArrowLeft", "Shift+ArrowRight", "Shift+Alt+Digit5")
    page.marked(f"Rose Marchand|{NAME}", f"12 mars|{DATE}")
    page.press("Tab", "Shift+ArrowLeft")
    page.marked(f"Rose Marchand|{NAME}", f"12|{DATE}")
    page.press("Shift+ArrowRight", "Shift+Tab", "Control+Shift+ArrowRight")
    page.marked(f"Marchand|{NAME}", f"12 mars|{DATE}")
    page.press("Delete")
    page.marked(f"12 mars|{DATE}")
    page.press("a").sent()
    assert [label for *_, label in stored(page.contest)] == [DATE]


def test_words_letters_and_ends_of_the_text_by_keyboard(desk):
    page = desk("Dossier IPP8003456789, vu.")
    page.press("Home", "Control+ArrowRight", "F2", "ArrowRight")
    page.press("F2", "Home", "ArrowRight")
    page.press(*["F2", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"])
    page.press(*["Shift+ArrowRight"] * 9, "Digit1")
    page.marked("8003456789|AUTRES")


def test_letter_by_letter_one_is_within_the_word_and_words_end_at_blanks(desk):
    page = desk("Vu par Durandmarc Rey hier.")
    page.press("Home", "ArrowRight", "ArrowRight", "F2")
    page.press(*["ArrowRight"] * 6, "Control+Shift+ArrowRight", "Digit1")
    page.marked("marc|AUTRES")
    page.press("Delete", "F2", "Home", "ArrowRight", "ArrowRight", "F2")
    page.press(*["ArrowRight"] * 5, "Control+Shift+ArrowLeft", "Digit1")
    page.marked("Durand|AUTRES")


@pytest.mark.parametrize("way", ["create", "relabel", "resize", "delete", "clear", "occurrences"])
def test_every_edit_is_undone_and_done_again(desk, way):
    page = desk("Mme [Rose](NOM:PATIENT_E) et Rose et Luc Rey.")
    edits = {
        "create": (["End", "ArrowLeft", "Digit1"], [f"Rose|{NAME}", "Rey|AUTRES"]),
        "relabel": (["Tab", "Digit1"], ["Rose|AUTRES"]),
        "resize": (["Tab", "Shift+ArrowRight"], [f"Rose et|{NAME}"]),
        "delete": (["Tab", "Delete"], []),
        "clear": (["Control+Delete"], []),
        "occurrences": (["Tab", "Control+Enter"], [f"Rose|{NAME}", f"Rose|{NAME}"]),
    }
    keys, after = edits[way]
    page.press(*keys)
    page.marked(*after)
    page.press("Control+z")
    page.marked(f"Rose|{NAME}")
    page.press("Control+Shift+z")
    page.marked(*after)


def test_tab_leaves_the_text_after_the_last_span(desk):
    page = desk("Le [12](TEMPORAL:DATE) et le [14](TEMPORAL:DATE).")
    page.press("Tab", "Tab")
    expect(page.page.locator("[data-text]")).to_be_focused()
    page.press("Tab")
    expect(page.page.locator("[data-text]")).not_to_be_focused()


def test_a_key_without_a_selection_chooses_the_current_label(desk):
    page = desk(LINE)
    page.press("Shift+Digit1")
    chosen = page.page.locator('[data-label="DÉMOGRAPHIE:PROFESSION"]')
    expect(chosen).to_have_attribute("aria-pressed", "true")
    page.marked()


def test_a_label_is_found_by_its_name(desk):
    page = desk(LINE)
    page.click("Rey")
    page.press("Control+k")
    page.page.keyboard.type("staff")
    page.press("Enter")
    page.marked(f"Rey|{STAFF}")
    expect(page.page.locator("[data-text]")).to_be_focused()


def test_every_further_occurrence_is_offered_and_marked_at_once(desk):
    page = desk("Rose, Roseline, Rose et Rose.")
    choose(page, NAME)
    page.drag("Rose")
    expect(page.page.locator("[data-offer]")).to_contain_text("2")
    page.press("Control+Enter")
    page.marked(*[f"Rose|{NAME}"] * 3)
    expect(page.page.locator("[data-offer]")).to_be_hidden()


def test_accept_reject_ignore_flag_and_back(desk):
    page = desk("Un.", "Deux.", "Trois.")
    first = page.text
    page.press("f", "a")
    expect(page.page.locator("[data-text]")).not_to_have_text(first)
    page.press("x")
    page.press("Backspace", "Backspace")
    expect(page.page.locator("[data-text]")).to_have_text(first)
    expect(page.page.locator("[data-notice=revisited]")).to_be_visible()
    page.press(" ").sent()
    answers = Answer.objects.order_by("received_at", "version")
    verdicts = [(each.verdict, each.version, each.is_live, each.is_flagged) for each in answers]
    assert verdicts == [
        ("accept", 1, False, True),
        ("reject", 1, True, False),
        ("ignore", 2, True, True),
    ]


def test_what_was_marked_in_the_open_task_is_there_after_a_look_back(desk):
    page = desk("Un mot.", "Deux mots.")
    page.press("a").press("ArrowRight", "Digit1")
    expect(page.marks).to_have_count(1)
    page.press("Backspace")
    expect(page.marks).to_have_count(0)
    page.press("Escape")
    expect(page.marks).to_have_count(1)


def test_single_keys_can_be_switched_off(desk, ana):
    User.objects.filter(pk=ana.pk).update(keys={"off": True})
    page = desk("Un mot.", "Deux mots.")
    before = page.text
    page.press("a", "x", " ", "ArrowRight", "Digit1")
    page.press("Enter")
    page.marked(f"{before.split()[0]}|AUTRES")
    assert page.text == before


def test_the_keys_and_the_guidelines_open_and_close(desk):
    page = desk(LINE)
    page.press("?")
    expect(page.page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.press("Escape")
    expect(page.page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.press("g")
    expect(page.page.get_by_role("dialog", name="Guidelines")).to_be_visible()
    page.press("g")
    expect(page.page.get_by_role("dialog", name="Guidelines")).to_be_hidden()


# --- What is in sight ---------------------------------------------------------------------------

THREE_HUNDRED_WORDS = " ".join(f"mot{number}" for number in range(300))
IN_SIGHT = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [labels, text, verdicts] = ["[data-labels]", "[data-text]", "[data-verdicts]"].map(box);
  const hidden = [...document.querySelectorAll("[data-label]")].map((each) => each.getBoundingClientRect())
    .filter((chip) => chip.top < labels.top - 1 || chip.bottom > labels.bottom + 1 || chip.right > innerWidth);
  return {
    labels: labels.top >= 0 && !hidden.length,
    text: Math.min(text.bottom, verdicts.top) - Math.max(text.top, labels.bottom),
    answer: verdicts.bottom <= innerHeight + 1,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""


# A desk at 100 % and at 200 %, and a phone.
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (640, 400), (390, 844)])
def test_labels_text_and_answer_are_in_sight_together(desk, width, height):
    page = desk("Mme Rose Marchand, née le 12 mars 2020.", THREE_HUNDRED_WORDS)
    page.page.set_viewport_size({"width": width, "height": height})
    for _ in range(2):
        page.page.reload()
        page.ready()
        expect_in_sight(page)
        if "mot299" in page.text:
            page.press("End")
            expect_in_sight(page)
            place = page.rectangle("mot299")["y0"]
            verdicts = page.page.locator("[data-verdicts]").bounding_box()
            assert verdicts is not None
            assert place < verdicts["y"]
        page.press("a").sent()


def expect_in_sight(desk):
    seen = desk.page.evaluate(IN_SIGHT)
    assert seen["labels"], seen
    # Two lines at least, of a text that is as long.
    assert seen["text"] >= 90, seen
    assert seen["answer"], seen
    assert seen["wide"] <= 0, seen


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_guidelines_stand_beside_the_text_and_escape_closes_them(desk, width):
    page = desk(LINE)
    page.page.set_viewport_size({"width": width, "height": 844})
    drawer = page.page.get_by_role("dialog", name="Guidelines")
    page.press("g")
    expect(drawer).to_be_visible()
    expect(page.page.locator("[data-text]")).to_be_focused()
    inner, text = drawer.bounding_box(), page.page.locator("[data-verdicts]").bounding_box()
    assert inner is not None
    assert text is not None
    beside = text["x"] + text["width"] <= inner["x"] + 1
    above = text["y"] + text["height"] <= inner["y"] + 1
    assert beside or above
    page.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.page.locator("[data-text]")).to_be_focused()


def test_searching_a_label_moves_nothing(desk):
    page = desk(LINE)
    before = page.page.locator("[data-text]").bounding_box()
    page.press("Control+k")
    page.page.keyboard.type("staff")
    expect(page.page.locator("[data-row]:visible")).to_have_count(1)
    assert page.page.locator("[data-text]").bounding_box() == before
    page.press("Escape")
    expect(page.page.locator("[data-row]:visible")).to_have_count(25 + 1)


def test_the_current_label_outlives_a_reload(desk):
    page = desk(LINE)
    choose(page, DATE)
    page.page.reload()
    page.ready()
    expect(pressed(page)).to_have_attribute("data-label", DATE)


def test_changes_are_said_to_those_who_listen(desk):
    page = desk("Mme [Rose](NOM:PATIENT_E) Rey.")
    said = page.page.locator("[data-announce]")
    page.press("Tab")
    expect(said).to_have_text("Rose, Patient, proposed")
    page.press("Digit1")
    expect(said).to_have_text("Label changed to Other: Rose")
    page.press("Delete")
    expect(said).to_have_text("Removed: Rose, Other")


def test_training_can_show_in_place_what_was_right_and_what_was_not(desk):
    page = desk("Mme Rose Rey, 12 mars.")
    page.page.evaluate("""async () => {
      const { Editor } = await import(document.querySelector("script[src*=annotating]").src.replace(/page[^/]*$/, "editor.js"));
      const labels = new Map([["NOM:PATIENT_E", { sup: 1, name: "Patient" }], ["TEMPORAL:DATE", { sup: 2, name: "Date" }]]);
      const editor = new Editor(document.querySelector("[data-text]"), labels, { edited() {}, moved() {}, chose() {} });
      editor.show({ text: "Mme Rose Rey, 12 mars.", tokens: [0, 3, 4, 8, 9, 12] }, []);
      editor.showResult([
        { start: 14, end: 21, label: "TEMPORAL:DATE", verdict: "missed" },
        { start: 4, end: 8, label: "NOM:PATIENT_E", verdict: "right" },
      ]);
    }""")
    page.marked(f"Rose|{NAME}", f"12 mars|{DATE}")
    expect(page.marks.nth(0)).to_have_class(re.compile("unit--right"))
    expect(page.marks.nth(1)).to_have_class(re.compile("unit--missed"))


# --- Timing -----------------------------------------------------------------------------------


def test_an_answer_tells_how_it_came_about(desk):
    page = desk(LINE)
    choose(page, NAME)
    page.drag("Rey")
    page.press("Home", "Digit1")
    page.press("a").sent()
    answer = Answer.objects.get()
    assert (answer.keyboard_edits, answer.mouse_edits) == (1, 1)
    assert answer.shown_at <= answer.first_edit_at <= answer.answered_at
    elapsed_ms = (answer.answered_at - answer.shown_at).total_seconds() * 1000
    assert 0 < answer.duration_ms <= elapsed_ms + 2


def test_a_pause_stops_the_clock_and_hides_the_text(desk):
    page = desk(LINE)
    page.page.clock.install()
    button = page.page.get_by_role("button", name="Pause")
    button.click()
    expect(page.page.get_by_text("the clock has stopped")).to_be_visible()
    page.press("a")
    assert AnnotationTask.objects.filter(answered_at__isnull=False).count() == 0
    page.page.get_by_role("button", name="Continue").click()
    page.press("a").sent()
    answer = Answer.objects.get()
    assert answer.duration_ms < (answer.answered_at - answer.shown_at).total_seconds() * 1000


HIDE = """(isHidden) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (isHidden ? "hidden" : "visible") });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_time_in_a_hidden_tab_does_not_count(desk):
    page = desk(LINE)
    page.page.evaluate(HIDE, True)
    # The page measures with this clock: an hour passes in the other tab.
    page.page.evaluate(
        """() => {
          const now = performance.now.bind(performance);
          performance.now = () => now() + 3_600_000;
        }"""
    )
    page.page.evaluate(HIDE, False)
    page.press("a").sent()
    answer = Answer.objects.get()
    assert (answer.answered_at - answer.shown_at).total_seconds() >= 3600
    assert answer.duration_ms < 1_800_000


def test_an_own_key_gives_its_label(desk, ana):
    page = desk(LINE)
    member = page.contest.memberships.get(user=ana)
    choose_own_keys(member=member, wanted={NAME: "P N"}, actor=Actor(ana))
    page.open()
    page.click("Rey")
    page.press("p", "n")
    page.marked(f"Rey|{NAME}")
    chip = page.page.locator(f'[data-label="{NAME}"]')
    expect(chip).to_have_attribute("aria-keyshortcuts", "P N")


# --- Long texts -------------------------------------------------------------------------------


def test_ten_thousand_words_with_three_hundred_spans_are_worked_on(desk):
    words = [f"mot{number}" for number in range(10_000)]
    marked = [
        f"[{word}](TEMPORAL:DATE)" if n % 33 == 0 and n < 9900 else word
        for n, word in enumerate(words)
    ]
    text = " ".join(words)
    page = desk(" ".join(marked))
    expect(page.marks).to_have_count(300)
    choose(page, NAME)
    page.drag("mot40 mot41")
    expect(page.marks).to_have_count(301)
    page.press("End", "Shift+ArrowLeft", "Shift+Alt+Digit1")
    expect(page.marks).to_have_count(302)
    page.press("a").sent()
    units = stored(page.contest)
    assert len(units) == 302
    assert {text[start:end] for start, end, label in units if label == NAME} == {
        "mot40 mot41",
        "mot9998 mot9999",
    }
    assert all(
        text[start:end] == f"mot{33 * n}"
        for n, (start, end, _) in enumerate(unit for unit in units if unit[2] == DATE)
    )
