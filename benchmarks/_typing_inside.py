"""Seeds the platform that the typing benchmark works on; a process of its own with its own database."""

import json

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.test import Client

from accounts.audit import Actor
from accounts.models import User
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.inputs.services import add_inputs
from contests.people.services import members as setup_members
from contests.setup import services as setup
from contests.teams.services import add_team, shuffle_sequences
from corpus.documents.models import Chunk, Corpus, Document
from text.markup import parse
from text.tokens import digest_of

WORDS = ("patient", "suivi", "depuis", "mars", "pour", "une", "douleur", "du", "genou", "gauche")


def long_line(words: int, spans: int) -> str:
    """Return a marked line with so many words and spans, evenly spread."""
    each = words // spans if spans else words + 1
    line = [WORDS[number % len(WORDS)] + str(number % 97) for number in range(words)]
    for number in range(each // 2, words, each):
        line[number] = f"[{line[number]}](TEMPORAL:DATE)"
    return " ".join(line)


def add_contest(owner: User, name: str, lines: list[str]) -> Contest:
    """Make an open contest of these lines."""
    contest = setup.create_contest(
        name=name, manager=owner, actor=Actor(owner), state=Contest.State.OPEN
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    add_team(contest=contest, group=1, name="farfalle", arm="experimental", retention=1)
    corpus = Corpus.objects.create(name=name, created_by=owner)
    document = Document.objects.create(
        corpus=corpus, external_id=name, kind="text", source=name, digest=digest_of(name)
    )
    parsed = [parse(line) for line in lines]
    chunks = Chunk.objects.bulk_create(
        Chunk(document=document, line=line, text=text, digest=digest_of(text))
        for line, (text, _) in enumerate(parsed, start=1)
    )
    proposals = {chunk.pk: spans for chunk, (_, spans) in zip(chunks, parsed, strict=True)}
    add_inputs(contest=contest, chunks=chunks, proposals=proposals)
    shuffle_sequences(contest=contest)
    return contest


def main() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    carl = User.objects.create_user("carl@example.org")
    ana = User.objects.create_user("ana@example.org", language="en")
    contests = {
        "200 words": [long_line(200, 6)],
        "10,000 words, 300 spans": [long_line(10_000, 300)],
        "short lines": [f"Ligne {n}: vu le [{n % 28 + 1} mars](TEMPORAL:DATE)." for n in range(80)],
    }
    ids = {}
    for name, lines in contests.items():
        contest = add_contest(carl, name, lines)
        team = contest.teams.get()
        setup_members.add_member(
            contest=contest, user=ana, role="annotator", alias="ana", team=team
        )
        ids[name] = contest.pk
    client = Client()
    client.force_login(ana)
    print(json.dumps({"contests": ids, "session": client.cookies["sessionid"].value}))


if __name__ == "__main__":
    main()
