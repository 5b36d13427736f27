"""Tasks with known answers, which annotators do before the contest opens for them."""
