"""What happens here when a contest gets inputs: the chat learns to recognise them."""

from collections.abc import Iterable
from typing import Any

from contests.chat.services import learn_inputs
from contests.inputs.models import ContestInput
from contests.inputs.services import inputs_added


def recognise(*, contest_id: int, inputs: Iterable[ContestInput], **_kwargs: Any) -> None:
    learn_inputs(contest_id=contest_id, inputs=inputs)


inputs_added.connect(recognise)
