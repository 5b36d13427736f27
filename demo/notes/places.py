"""Addresses, towns and countries, organisations, units and rooms of the hospital."""

import re
from collections.abc import Callable, Mapping

from demo.notes.grammar import after_de, capitalised
from demo.notes.lexicons import words
from demo.notes.marks import (
    BUILDING,
    CANTON,
    COUNTRY,
    HOUSE_NUMBER,
    ORGANISATION,
    PLACE,
    POSTCODE,
    STREET,
    STRUCTURE,
    mark,
)
from demo.notes.scene import Scene, weighted

_CANTONS = ("VD", "VD", "VD", "VD", "FR", "VS", "GE", "NE", "JU", "BE", "TI", "ZH")
_LABORATORY = re.compile("laboratoire|institut")
_NAMED_WITH_ARTICLE = re.compile("(?:Le|La|Les) ")
_HOSPITAL_KINDS = (
    ("l'", "Hôpital"), ("l'", "Hôpital"), ("la", "Clinique"), ("le", "Centre médical"), ("le", "Centre hospitalier"),
    ("l'", "Hôpital régional"), ("la", "Permanence"), ("le", "CMS"),
)  # fmt: skip
_AT = {"le": "au ", "la": "à la ", "l'": "à l'", "": "à "}


def place_name(scene: Scene, *, with_article: bool = True) -> str:
    """Return the name of a town or village, listed or composed."""
    rng = scene.rng
    if rng.random() < 0.35:
        tail = rng.choice(words("place_tails")) if rng.random() < 0.35 else ""
        return rng.choice(words("place_roots")) + rng.choice(words("place_endings")) + tail
    name = rng.choice(words("places"))
    if not with_article and _NAMED_WITH_ARTICLE.match(name):
        return place_name(scene, with_article=False)
    return name


def place_after_a(scene: Scene) -> str:
    """Return a place that can follow « à »."""
    return mark(PLACE, place_name(scene, with_article=False))


def street(scene: Scene) -> str:
    """Return a street with its type, which belongs to the unit even when glued."""
    rng = scene.rng
    kind = rng.choice(words("street_types"))
    if rng.random() < 0.12:
        name = f"{kind} {rng.choice(words('street_names_bare'))}"
    else:
        name = f"{kind} {rng.choice(words('street_names'))}"
    if kind == "Ch." and rng.random() < 0.4:
        return mark(STREET, name.upper().replace(". ", ".", 1))
    return mark(STREET, name)


def house_number(scene: Scene) -> str:
    """Return a house number."""
    letter = weighted(scene.rng, (("", 80), ("a", 7), ("b", 7), ("bis", 3), (" B", 3)))
    return mark(
        HOUSE_NUMBER,
        f"{scene.rng.choice((scene.rng.randint(1, 40), scene.rng.randint(1, 199)))}{letter}",
    )


def postcode_and_place(scene: Scene) -> str:
    """Return « 1009 Lausanne », sometimes joined by a dash or followed by the canton."""
    rng = scene.rng
    code = mark(
        POSTCODE, str(rng.randint(1000, 1999) if rng.random() < 0.9 else rng.randint(2000, 9658))
    )
    town = place_name(scene)
    joint = "-" if rng.random() < 0.12 else " "
    canton = f" {canton_code(scene)}" if rng.random() < 0.14 else ""
    return f"{code}{joint}{mark(PLACE, town.upper() if rng.random() < 0.12 else town)}{canton}"


def canton_code(scene: Scene) -> str:
    """Return the two letters of a canton."""
    return mark(CANTON, scene.rng.choice(_CANTONS))


def draw_address(scene: Scene) -> str:
    """Return an address, of a street or of a care home."""
    rng = scene.rng
    if rng.random() < 0.08:
        home = mark(ORGANISATION, f"EMS {rng.choice(words('care_homes'))}".upper())
        return f"{home}, {postcode_and_place(scene)}"
    separator = rng.choice((", ", ", ", ", ", " - ", " / "))
    return f"{street(scene)} {house_number(scene)}{separator}{postcode_and_place(scene)}"


def organisation(scene: Scene) -> tuple[str, str]:
    """Return the article and the name of a hospital, a practice or the hospital itself."""
    rng = scene.rng
    if rng.random() < 0.2:
        return rng.choice(
            (("le", "CHUV"), ("le", "CHUV"), ("le", "Centre hospitalier universitaire vaudois"))
        )
    article, kind = rng.choice(_HOSPITAL_KINDS)
    if kind == "Clinique" and rng.random() < 0.6:
        return article, f"Clinique {rng.choice(words('care_homes'))}"
    return article, f"{kind} {after_de(place_name(scene, with_article=False))}"


def at_organisation(scene: Scene) -> str:
    """Return « à l'Hôpital de … », the article outside; a town may stand for its hospital."""
    if scene.rng.random() < 0.12:
        return f"à {place_after_a(scene)}"
    article, name = organisation(scene)
    return _AT[article] + mark(ORGANISATION, name)


def at_care_home(scene: Scene) -> str:
    """Return « à l'EMS … »."""
    home = scene.rng.choice(words("care_homes"))
    return f"à l'{mark(ORGANISATION, f'EMS {home}')}"


def at_school(scene: Scene) -> str:
    """Return « au Collège de … »."""
    kinds = (("le", "Collège"), ("l'", "École"), ("le", "Gymnase"), ("la", "Garderie"))
    article, kind = scene.rng.choice(kinds)
    return _AT[article] + mark(
        ORGANISATION, f"{kind} {after_de(place_name(scene, with_article=False))}"
    )


def company(scene: Scene) -> str:
    """Return an employer."""
    return mark(ORGANISATION, scene.rng.choice(words("companies")))


def _split_article(phrase: str) -> tuple[str, str]:
    if phrase.startswith("l'"):
        return "l'", phrase[2:]
    article, name = phrase.split(" ", 1)
    return article, name


def _unit(scene: Scene) -> tuple[str, str]:
    wards = [unit for unit in words("units") if not _LABORATORY.search(unit)]
    article, name = _split_article(scene.rng.choice(wards))
    return article, capitalised(name) if scene.rng.random() < 0.25 else name


def at_unit(scene: Scene) -> str:
    """Return « au service de … », the article outside."""
    if scene.rng.random() < 0.15:
        return f"en {unit_code(scene)}"
    article, name = _unit(scene)
    tail = f" du {mark(ORGANISATION, 'CHUV')}" if scene.rng.random() < 0.06 else ""
    return _AT[article] + mark(STRUCTURE, name) + tail


def our_unit(scene: Scene) -> str:
    """Return « notre service de … »."""
    article, name = _unit(scene)
    return (scene.rng.choice(("notre ", article + ("" if article == "l'" else " ")))) + mark(
        STRUCTURE, name
    )


def unit_code(scene: Scene) -> str:
    """Return the abbreviation of a unit."""
    return mark(STRUCTURE, scene.rng.choice(words("unit_codes")))


def room_text(scene: Scene) -> str:
    """Return a room by building, floor and number."""
    rng = scene.rng
    building, floor, room = (
        rng.choice(words("buildings")),
        rng.randint(3, 19),
        rng.randint(101, 999),
    )
    forms = (f"{building} {floor:02d} / {room}", f"{building}{floor:02d}", f"{building}.{floor}.{room}",
             f"{building} {floor:02d}-{room}", f"{building}{floor:02d}/{room}", f"{building} {floor:02d}")  # fmt: skip
    return rng.choice(forms)


def bed(scene: Scene) -> str:
    """Return room or bed number; the words « chambre » and « lit » stay outside."""
    rng = scene.rng
    room, letter = str(rng.randint(101, 1320)), rng.choice(("A", "B", "C", "1", "2", "3", "4"))
    forms = (f"chambre {mark(BUILDING, room)}", f"lit {mark(BUILDING, letter)}", f"ch. {mark(BUILDING, room)}",
             f"chambre {mark(BUILDING, room)}, lit {mark(BUILDING, letter)}",
             f"chambre {mark(BUILDING, room_text(scene))}")  # fmt: skip
    return rng.choice(forms)


def _country(scene: Scene) -> tuple[str, str]:
    return _split_article(scene.rng.choice(words("countries")))


def in_country(scene: Scene) -> str:
    """Return « en Italie », « au Portugal »."""
    article, name = _country(scene)
    return f"{'au' if article == 'le' else 'en'} {mark(COUNTRY, name)}"


def from_country(scene: Scene) -> str:
    """Return « d'Italie », « du Portugal », « de Serbie »."""
    article, name = _country(scene)
    return f"du {mark(COUNTRY, name)}" if article == "le" else after_de(mark(COUNTRY, name))


def the_country(scene: Scene) -> str:
    """Return « l'Algérie », the article outside."""
    article, name = _country(scene)
    return article + ("" if article == "l'" else " ") + mark(COUNTRY, name)


def _laboratory(scene: Scene) -> str:
    names = [unit for unit in words("units") if _LABORATORY.search(unit)]
    return mark(STRUCTURE, capitalised(_split_article(scene.rng.choice(names))[1]))


SLOTS: Mapping[str, Callable[[Scene], str]] = {
    "place": lambda s: mark(PLACE, place_name(s)),
    "a_place": place_after_a,
    "region": lambda s: mark(PLACE, s.rng.choice(words("regions"))),
    "foreign": lambda s: mark(PLACE, s.rng.choice(words("foreign_places"))),
    "canton": canton_code,
    "address": lambda s: s.home if s.rng.random() < 0.7 else draw_address(s),
    "other_address": draw_address,
    "postcode_place": postcode_and_place,
    "country": lambda s: mark(COUNTRY, _country(s)[1]),
    "country_in": in_country,
    "country_from": from_country,
    "country_le": the_country,
    "CH": lambda s: mark(COUNTRY, s.rng.choice(("Suisse", "Suisse", "CH"))),
    "au_org": at_organisation,
    "org": lambda s: mark(ORGANISATION, organisation(s)[1]),
    "org_chuv": lambda s: mark(ORGANISATION, s.rng.choice(("CHUV", "Centre hospitalier universitaire vaudois"))),
    "au_care_home": at_care_home,
    "au_school": at_school,
    "employer": company,
    "insurer": lambda s: mark(ORGANISATION, s.rng.choice(words("insurers"))),
    "au_unit": at_unit,
    "notre_unit": our_unit,
    "unit": lambda s: mark(STRUCTURE, _unit(s)[1]),
    "unit_head": lambda s: mark(STRUCTURE, capitalised(_unit(s)[1])),
    "unit_lab": _laboratory,
    "code": unit_code,
    "room": lambda s: mark(BUILDING, room_text(s)),
    "bed": bed,
    "bed_no": lambda s: mark(BUILDING, f"{s.rng.randint(101, 999)}/{s.rng.randint(1, 4)}"),
    "floor": lambda s: mark(BUILDING, f"{s.rng.randint(3, 19):02d}"),
}  # fmt: skip
