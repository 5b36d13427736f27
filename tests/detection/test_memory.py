"""What was learned is kept up to a bound, and what was asked for lately is kept longest."""

from detection.rules.figures import Memory


def test_no_more_is_kept_than_the_bound_and_the_oldest_goes_first():
    memory = Memory[str, int](4)
    for number, word in enumerate("abcdef"):
        memory.keep(word, number)
        assert len(memory) <= 4
    assert [memory.recall(word) for word in "abef"] == [None, None, 4, 5]


def test_what_is_asked_for_stays():
    memory = Memory[str, int](4)
    memory.keep("often", 1)
    for number in range(20):
        memory.keep(str(number), number)
        assert memory.recall("often") == 1
