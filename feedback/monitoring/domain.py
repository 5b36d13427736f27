"""Rules for annotators with unusual values."""

import pandas as pd

LOW_QUALITY, LOW_AGREEMENT, FAST, SLOW, MANY_REJECTS = (
    "low-quality", "low-agreement", "fast", "slow", "many-rejects",
)  # fmt: skip
# With fewer answers or fewer people, nothing is unusual.
ENOUGH_ANSWERS = 20
ENOUGH_PEOPLE = 3
# Distance from the median that is unusual for quality, agreement and rejects.
FAR = 0.1
# Factor between a person's speed and the median that is unusual.
TIMES = 2.0
# A person's number of answers, tasks per minute, and shares from 0 to 1.
WORK = ["answered", "per_minute", "quality", "agreement", "rejects"]


def standing_out(people: pd.DataFrame) -> list[tuple[str, ...]]:
    """Return, for each row of WORK, the values far from the median of people with enough answers.

    >>> alike, apart = (50, 6.0, 0.92, 0.9, 0.0), (50, 14.0, 0.78, 0.9, 0.0)
    >>> standing_out(pd.DataFrame([alike, alike, alike, apart], columns=WORK))[3]
    ('low-quality', 'fast')
    """
    judged = people[people["answered"] >= ENOUGH_ANSWERS]
    middle = judged[WORK].median().where(judged[WORK].count() >= ENOUGH_PEOPLE)
    # Comparisons with missing values are false.
    holds = pd.DataFrame(
        {
            LOW_QUALITY: judged["quality"] < middle["quality"] - FAR,
            LOW_AGREEMENT: judged["agreement"] < middle["agreement"] - FAR,
            FAST: judged["per_minute"] > TIMES * middle["per_minute"],
            SLOW: judged["per_minute"] < middle["per_minute"] / TIMES,
            MANY_REJECTS: judged["rejects"] > middle["rejects"] + FAR,
        }
    ).reindex(people.index, fill_value=False)
    return [tuple(holds.columns[row]) for row in holds.to_numpy(dtype=bool)]
