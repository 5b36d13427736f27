from collections.abc import Callable

import pytest

from accounts.audit import Actor
from contests.guidelines import services as guidelines
from contests.guidelines.models import GuidelineRevision
from contests.guidelines.services import text_digest

Write = Callable[..., GuidelineRevision]


@pytest.fixture
def begin(contest, carl) -> Write:
    """Begin a draft with a text in each of the given languages."""

    def begin(**texts: str) -> GuidelineRevision:
        actor = Actor(carl)
        draft = guidelines.start_draft(contest=contest, source="empty", author=carl, actor=actor)
        for language, markdown in texts.items():
            guidelines.save_text(
                contest=contest,
                draft_id=draft.pk,
                language=language,
                markdown=markdown,
                loaded=text_digest(""),
                actor=actor,
            )
        return draft

    return begin


@pytest.fixture
def publish(contest, carl, begin) -> Write:
    """Publish a text under the next version of a level."""

    def publish(fr: str, *, level: str = "minor", at=None, **texts: str) -> GuidelineRevision:
        draft = begin(fr=fr, **texts)
        return guidelines.publish(
            contest=contest,
            draft_id=draft.pk,
            level=level,
            change_note=f"Now: {fr}",
            actor=Actor(carl),
            at=at,
        )

    return publish
