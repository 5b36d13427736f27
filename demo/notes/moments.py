"""Dates, times of day and ages, in every form that clinicians write."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from demo.notes.grammar import after_de
from demo.notes.marks import AGE, DATE, TIME, mark
from demo.notes.scene import Scene, weighted

MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre",
)  # fmt: skip
WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
NUMERALS = (
    "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize",
)  # fmt: skip
HOLIDAYS = (
    ("de", "Noël"), ("de", "Pâques"), ("de l'", "Ascension"), ("de", "Pentecôte"), ("du", "Nouvel An"),
    ("du", "Jeûne fédéral"), ("de la", "fête nationale suisse"), ("du", "Vendredi saint"), ("de la", "Saint-Nicolas"),
    ("de la", "Toussaint"), ("de la", "Saint-Sylvestre"), ("de", "Carnaval"),
)  # fmt: skip
TIMES_IN_WORDS = (
    "sept heures et demie", "huit heures", "neuf heures et quart", "dix heures trente", "quatorze heures",
    "dix-sept heures quinze", "vingt heures", "six heures du matin", "dix heures moins le quart",
)  # fmt: skip

DATE_STYLES: tuple[tuple[str, float], ...] = (
    ("dot", 52), ("dot_short_year", 14), ("slash", 10), ("words", 14), ("dot_unpadded", 6), ("iso", 4),
)  # fmt: skip
TIME_STYLES: tuple[tuple[str, float], ...] = (
    ("h", 45), ("colon", 38), ("h_spaced", 4), ("H", 6), ("hour", 7),
)  # fmt: skip

_FULL: Mapping[str, Callable[[date], str]] = {
    "dot": lambda day: f"{day:%d.%m.%Y}",
    "dot_short_year": lambda day: f"{day:%d.%m.%y}",
    "slash": lambda day: f"{day:%d/%m/%Y}",
    "words": lambda day: f"{_ordinal(day)} {MONTHS[day.month - 1]} {day.year}",
    "dot_unpadded": lambda day: f"{day.day}.{day.month}.{day.year}",
    "iso": lambda day: day.isoformat(),
}
_SHORT: Mapping[str, Callable[[date], str]] = {
    "dot": lambda day: f"{day:%d.%m}",
    "slash": lambda day: f"{day:%d/%m}",
    "words": lambda day: f"{_ordinal(day)} {MONTHS[day.month - 1]}",
}


def _ordinal(day: date) -> str:
    return "1er" if day.day == 1 else str(day.day)


def full(scene: Scene, day: date) -> str:
    """Return a whole date, mostly in the document's own style."""
    is_usual = scene.rng.random() < 0.8
    style = scene.date_style if is_usual else weighted(scene.rng, DATE_STYLES)
    return mark(DATE, _FULL[style](day))


def short(scene: Scene, day: date) -> str:
    """Return day and month."""
    style = scene.date_style if scene.date_style in _SHORT else "dot"
    return mark(DATE, _SHORT[style](day))


def weekday(day: date) -> str:
    """Return the weekday, a unit of its own."""
    return mark(DATE, WEEKDAYS[day.weekday()])


def in_words(day: date, *, with_year: bool = True) -> str:
    """Return a date with its month written out."""
    year = f" {day.year}" if with_year else ""
    return mark(DATE, f"{_ordinal(day)} {MONTHS[day.month - 1]}{year}")


def month_year(scene: Scene, day: date) -> str:
    """Return a month of a year."""
    forms = (f"{MONTHS[day.month - 1]} {day.year}", f"{day:%m.%Y}", f"{day:%m/%Y}")
    return mark(DATE, scene.rng.choices(forms, (6, 2, 1))[0])


def on_day(scene: Scene, day: date) -> str:
    """Return « le … » with a date near the document's own."""
    form = weighted(
        scene.rng, (("full", 56), ("short", 13), ("weekday", 18), ("bare", 6), ("alone", 7))
    )
    if form == "full":
        return f"le {full(scene, day)}"
    if form == "short":
        return f"le {short(scene, day)}"
    if form == "weekday":
        date_part = scene.rng.choice(
            (full(scene, day), in_words(day, with_year=False), short(scene, day))
        )
        return f"le {weekday(day)} {date_part}"
    if form == "bare":
        # A bare day number belongs to its weekday: one unit.
        return f"le {mark(DATE, f'{WEEKDAYS[day.weekday()]} {day.day}')}"
    return f"{weekday(day)}" if scene.rng.random() < 0.3 else f"le {weekday(day)}"


def long_ago(scene: Scene) -> str:
    """Return « en 2012 », « en mars 2015 », « fin 2019 »: a moment well before the document."""
    day = scene.following_day(6000)
    year = mark(DATE, str(day.year))
    month = month_year(scene, day)
    forms = ((f"en {year}", 40), (f"en {month}", 30), (f"le {full(scene, day)}", 20), (f"fin {year}", 4),
             (f"début {month}", 3), (f"en {mark(DATE, MONTHS[day.month - 1])} dernier", 3))  # fmt: skip
    return weighted(scene.rng, forms)


def since(scene: Scene) -> str:
    """Return what follows « depuis » or « dès »."""
    day = scene.past_day(60)
    forms = ((f"le {full(scene, day)}", 50), (mark(DATE, MONTHS[day.month - 1]), 10), (month_year(scene, day), 15),
             (weekday(day), 10), (mark(DATE, str(day.year)), 15))  # fmt: skip
    return weighted(scene.rng, forms)


def stay(scene: Scene) -> str:
    """Return « du … au … »; within one month the interval is one unit."""
    first, last = _two_days(scene)
    rng = scene.rng
    if first.month == last.month and first.day < last.day and rng.random() < 0.35:
        tail = (
            f"{MONTHS[last.month - 1]} {last.year}"
            if rng.random() < 0.6
            else MONTHS[last.month - 1]
        )
        form = rng.choice((f"{first.day} au {last.day} {tail}", f"{first.day} au {last:%d.%m.%Y}"))
        return f"du {mark(DATE, form)}"
    if rng.random() < 0.2:
        return f"du {in_words(first, with_year=False)} au {in_words(last, with_year=rng.random() < 0.5)}"
    start = short(scene, first) if rng.random() < 0.3 else full(scene, first)
    return f"du {start} au {full(scene, last)}"


def stay_bare(scene: Scene) -> str:
    """Return two dates with a dash between, each a unit."""
    first, last = _two_days(scene)
    return f"{full(scene, first)} - {full(scene, last)}"


def interval(scene: Scene) -> str:
    """Return days of one month joined by a dash: one unit."""
    first = scene.past_day(40).replace(day=scene.rng.randint(1, 24))
    last = first + timedelta(days=scene.rng.randint(1, 3))
    forms = (f"{first.day}-{last:%d.%m.%Y}", f"{first.day}-{last.day} {MONTHS[last.month - 1]}",
             f"{first.day}-{last:%d.%m.%y}", f"{first.day}-{last.day} {MONTHS[last.month - 1]} {last.year}")  # fmt: skip
    return mark(DATE, scene.rng.choice(forms))


def _two_days(scene: Scene) -> tuple[date, date]:
    last = scene.past_day(20)
    return max(last - timedelta(days=scene.rng.randint(1, 18)), scene.birth), last


def after_holiday(scene: Scene) -> str:
    """Return « de Noël », « de la fête nationale suisse »: the feast without its article."""
    article, name = scene.rng.choice(HOLIDAYS)
    return f"{article}{'' if article.endswith(chr(39)) else ' '}{mark(DATE, name)}"


def time(scene: Scene) -> str:
    """Return a time of day."""
    if scene.rng.random() < 0.03 and scene.minute_of_phrase is None:
        return mark(TIME, scene.rng.choice(TIMES_IN_WORDS))
    return mark(TIME, clock(scene, scene.following_minute()))


def office_time(scene: Scene) -> str:
    """Return a time at which offices are open."""
    return mark(TIME, clock(scene, scene.following_minute(7, 17)))


def clock(scene: Scene, minute_of_day: int) -> str:
    """Return a minute of the day in figures."""
    rng = scene.rng
    hour, minute = divmod(minute_of_day, 60)
    style = scene.time_style if rng.random() < 0.8 else weighted(rng, TIME_STYLES)
    if style == "colon":
        return f"{hour:02d}:{minute:02d}"
    if style == "hour" or (minute == 0 and rng.random() < 0.6):
        return f"{hour}{'H' if style == 'H' else 'h'}"
    separator = {"h": "h", "H": "H", "h_spaced": " h "}.get(style, "h")
    return f"{hour}{separator}{minute:02d}"


def age_text(days: int, scene: Scene) -> str:
    """Return an age in the unit that fits it."""
    if days < 60:
        return _weeks_or_days(days, scene)
    if days < 2 * 365:
        months = max(1, days // 30)
        return f"{_count(months, scene)} mois"
    years = days // 365
    if years < 6 and scene.rng.random() < 0.25:
        return scene.rng.choice(
            (f"{years} ans et demi", f"{years} ans et {scene.rng.randint(2, 11)} mois")
        )
    return f"{_count(years, scene)} {'an' if years == 1 else 'ans'}"


def _weeks_or_days(days: int, scene: Scene) -> str:
    if days < 7 or scene.rng.random() < 0.4:
        return scene.rng.choice((f"{max(days, 2)} jours", f"{max(days, 2)} jours de vie"))
    weeks, rest = divmod(days, 7)
    text = "une semaine" if weeks == 1 else f"{_count(weeks, scene)} semaines"
    return f"{text} et {NUMERALS[rest - 1]} jours" if rest > 1 else text


def _count(number: int, scene: Scene) -> str:
    is_written_out = number <= len(NUMERALS) and scene.rng.random() < 0.15
    return NUMERALS[number - 1] if is_written_out else str(number)


def age(scene: Scene) -> str:
    """Return the patient's age."""
    text = age_text(scene.age_days, scene)
    return mark(AGE, text.replace(" ans", "ans") if scene.rng.random() < 0.05 else text)


def some_age(scene: Scene, low: int, high: int) -> str:
    """Return an age in years."""
    years = scene.rng.randint(low, max(low, high))
    return mark(AGE, f"{_count(years, scene)} {'an' if years == 1 else 'ans'}")


def two_ages(scene: Scene, low: int, high: int) -> str:
    """Return « de 13 et 15 ans »: one unit, unless the word « ans » stands twice."""
    younger = scene.rng.randint(low, high)
    older = younger + scene.rng.randint(1, 5)
    if scene.rng.random() < 0.65:
        return f"de {mark(AGE, f'{younger} et {older} ans')}"
    return f"de {mark(AGE, f'{younger} ans')} et {mark(AGE, f'{older} ans')}"


def offspring_age(scene: Scene) -> str:
    """Return the age of a child that this patient can have."""
    years = scene.age_years
    return some_age(scene, max(1, years - 38), max(3, years - 22))


SLOTS: Mapping[str, Callable[[Scene], str]] = {
    "date": lambda s: full(s, s.following_day(30)),
    "fdate": lambda s: full(s, s.future_day(60)),
    "birth": lambda s: mark(DATE, _FULL["words" if s.date_style == "words" else "dot"](s.birth)),
    "day": lambda s: short(s, s.following_day(20)),
    "le_date": lambda s: on_day(s, s.following_day(25)),
    "le_fdate": lambda s: on_day(s, s.future_day(50)),
    "le_fday": lambda s: s.rng.choice((weekday(s.future_day(7)), f"le {short(s, s.future_day(7))}")),
    "le_fsince": lambda s: f"le {full(s, s.future_day(15))}",
    "le_since": since,
    "in_past": long_ago,
    "in_year": lambda s: f"en {mark(DATE, str(s.past_day(12000).year))}",
    "year": lambda s: mark(DATE, str(s.past_day(9000).year)),
    "month": lambda s: mark(DATE, MONTHS[s.past_day(200).month - 1]),
    "month_year": lambda s: month_year(s, s.past_day(4000)),
    "weekday": lambda s: weekday(s.day_of_phrase or s.past_day(6)),
    "weekday_day": lambda s: _bare_day(s.following_day(20)),
    "full_past": lambda s: full(s, s.following_day(6000)),
    "wday_day": lambda s: _weekday_and_short(s, s.following_day(20)),
    "today_pair": lambda s: f"{weekday(s.today)} {in_words(s.today)}",
    "fday_words": lambda s: _weekday_in_words(s.future_day(60)),
    "fday_pair": lambda s: _weekday_and_date(s, s.future_day(60)),
    "date_mon": lambda s: mark(DATE, "lundi"),
    "date_fri": lambda s: mark(DATE, s.rng.choice(("vendredi", "jeudi", "samedi"))),
    "stay": stay,
    "stay_bare": stay_bare,
    "interval": interval,
    "de_holiday": after_holiday,
    "time": time,
    "dtime": office_time,
    "time_range": lambda s: f"{time(s)} - {time(s)}",
    "time_bracket": lambda s: f"[{mark(TIME, f'{s.rng.randint(6, 23):02d}:00')}]",
    "age": age,
    "de_age": lambda s: after_de(age(s)),
    "past_age": lambda s: some_age(s, 3, max(4, s.age_years - 1)),
    "kin_age": lambda s: some_age(s, 24, 58) if s.is_child else some_age(s, 41, 93),
    "parent_age": lambda s: some_age(s, s.age_years + 19, s.age_years + 38),
    "de_sibling_age": lambda s: after_de(some_age(s, max(1, s.age_years - 12), s.age_years + 12)),
    "ages_siblings": lambda s: two_ages(s, max(2, s.age_years - 12), s.age_years + 8),
    "de_kid_age": lambda s: after_de(some_age(s, 1, 17) if s.is_child else offspring_age(s)),
    "ages_two": lambda s: two_ages(s, max(2, s.age_years - 38), max(3, s.age_years - 22)),
    "ages_kids": lambda s: two_ages(s, 3, 14),
    "child_past": lambda s: mark(AGE, f"{s.rng.randint(9, 18)} mois"),
    "de_kid_months": lambda s: f"de {mark(AGE, f'{s.rng.randint(2, 9)} mois')}",
    "de_baby_age": lambda s: after_de(mark(AGE, age_text(s.rng.randint(2, 59), s))),
}  # fmt: skip


def _weekday_and_date(scene: Scene, day: date) -> str:
    return f"{weekday(day)} {full(scene, day)}"


def _weekday_and_short(scene: Scene, day: date) -> str:
    return f"{weekday(day)} {short(scene, day)}"


def _weekday_in_words(day: date) -> str:
    return f"{weekday(day)} {in_words(day)}"


def _bare_day(day: date) -> str:
    return mark(DATE, f"{WEEKDAYS[day.weekday()]} {day.day}")
