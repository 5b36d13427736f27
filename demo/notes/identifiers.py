"""Numbers and addresses that identify: ids, telephone, fax, e-mail, URL."""

import unicodedata
from collections.abc import Callable, Mapping
from random import Random

from demo.notes.lexicons import words
from demo.notes.marks import EMAIL, FAX, IPP, ORDER_NUMBER, PHONE, STAY_NUMBER, URL, mark
from demo.notes.scene import Person, Scene

_PATHS = ("", "", "/visites", "/patients/acces", "/consultation", "/brochure.pdf", "/rdv?id=12")


def digits(rng: Random, count: int) -> str:
    """Return digits of which the first is not zero."""
    return str(rng.randint(10 ** (count - 1), 10**count - 1))


def draw_ipp(rng: Random) -> str:
    """Return the number of a patient."""
    return rng.choice((f"80{digits(rng, 8)}", digits(rng, 7), f"3{digits(rng, 6)}"))


def draw_stay_number(rng: Random) -> str:
    """Return the number of a stay."""
    return f"{rng.choice((19, 20, 21, 30))}{digits(rng, 8)}"


def phone_number(rng: Random) -> str:
    """Return a number that no Swiss subscriber has: none begins with 0 or 1 after the prefix."""
    prefix = rng.choice(("21", "22", "24", "26", "27", "32", "79", "78", "76"))
    a, b, c = f"{rng.randint(0, 199):03d}", f"{rng.randint(0, 99):02d}", f"{rng.randint(0, 99):02d}"
    return rng.choice(
        (f"0{prefix} {a} {b} {c}", f"0{prefix} {a} {b} {c}", f"+41 {prefix} {a} {b} {c}", f"0{prefix}.{a}.{b}.{c}",
         f"0{prefix}/{a}.{b}.{c}", f"(+41) {prefix} {a} {b} {c}", f"+41{prefix}{a}{b}{c}", f"0041 {prefix} {a} {b} {c}",
         f"0{prefix}/{a} {b} {c}")
    )  # fmt: skip


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower().replace("ø", "o"))
    return "".join(c for c in decomposed if c.isascii() and (c.isalnum() or c == "-"))


def email_address(rng: Random, person: Person) -> str:
    """Return an address of a person or of an office."""
    host = rng.choice(words("mail_hosts"))
    first, last = _plain(person.first_names[0]), _plain(person.surnames[0])
    name = rng.choice((f"{first}.{last}", f"{first}.{last}", f"{first[0]}.{last}", f"{last}{rng.randint(1, 99)}",
                       "secretariat", "info", "rdv.consultation"))  # fmt: skip
    return f"{name}@{host}"


def web_address(rng: Random) -> str:
    """Return the address of a page."""
    host = rng.choice(words("mail_hosts"))
    return f"{rng.choice(('www.', 'www.', 'https://www.', 'https://'))}{host}{rng.choice(_PATHS)}"


SLOTS: Mapping[str, Callable[[Scene], str]] = {
    "ipp": lambda s: mark(IPP, s.ipp),
    "stay_no": lambda s: mark(STAY_NUMBER, s.stay_number),
    "order_no": lambda s: mark(ORDER_NUMBER, s.rng.choice((digits(s.rng, 8), f"B{digits(s.rng, 7)}", digits(s.rng, 10)))),
    "phone": lambda s: mark(PHONE, phone_number(s.rng)),
    "fax": lambda s: mark(FAX, phone_number(s.rng)),
    "email": lambda s: mark(EMAIL, email_address(s.rng, s.rng.choice([s.patient, *s.staff]))),
    "url": lambda s: mark(URL, web_address(s.rng)),
}  # fmt: skip
