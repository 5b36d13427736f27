"""Releases in tests: answers, a run, and freezing as a worker does it."""

from accounts.audit import Actor
from contests.contest.models import Contest
from gold.releases.models import Release
from gold.releases.services.releases import start_freezing
from tests.agreement.running import drain, give, join, run_now

DOCTOR = "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS)."
PATIENT = "Patient de [63 ans](DÉMOGRAPHIE:ÂGE), domicilié à [Nyon](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE)."
NOBODY = "Pas d'allergie connue."


def annotate(contest: Contest) -> None:
    """Let three people answer: one text they agree on, one left empty, one with a tie, one single."""
    ida, leo, mia = join(contest, "ida", "leo", "mia")
    for member in (ida, leo, mia):
        give(member, DOCTOR)
        give(member, NOBODY)
    give(ida, PATIENT)
    give(leo, "Patient de [63 ans](DÉMOGRAPHIE:ÂGE), domicilié à Nyon.")
    give(mia, "Contrôle le [18#03#2022](TEMPORAL:DATE).")
    run_now(contest)


def freeze(*contests: Contest, name: str = "letters", takes_in_changes: bool = True) -> Release:
    """Freeze these contests as their first manager."""
    actor = Actor(contests[0].memberships.get(role="manager").user)
    release, _job = start_freezing(
        name=name,
        description="Invented lines.",
        contests=contests,
        actor=actor,
        takes_in_changes=takes_in_changes,
    )
    drain()
    release.refresh_from_db()
    return release
