"""The default method: every category's target met, and the best samples for test, then for validation."""

from gold.domain.splitting.bar import Bar
from gold.domain.splitting.choosing import candidates, choose_exactly
from gold.domain.splitting.descent import better, cost
from gold.domain.splitting.plan import Ints, Plan
from gold.domain.splitting.stock import Stock

# Where bounds cannot be kept, how long the least deviation is looked for, and up to which size.
NODES = 100
LARGEST_JOINT = 20_000


def balance(plan: Plan, *, peer: Ints) -> Ints:
    """Return the part of each unit, in nothing behind the peer unless that leaves a part empty."""
    bar = Bar.of(plan, peer)
    stock = Stock.of(plan)
    found = choose_exactly(stock)
    if found is not None and bar and not bar.is_met(plan, found):
        found = choose_exactly(stock, bar=bar)
    if found is not None and (bar is None or bar.is_met(plan, found)):
        return found
    return stock.in_order(_least(stock, bar, peer))


def _least(stock: Stock, bar: Bar | None, peer: Ints) -> Ints:
    """Return the split with the least deviation found, and the best quality of those."""
    plan = stock.plan
    starts = [peer] if bar else []
    if len(stock.sizes) * (len(plan.parts) - 1) <= LARGEST_JOINT or not starts:
        starts = [*candidates(stock, bar, nodes=NODES), *starts]
    ends = [better(plan, start, bar) for start in starts]
    above = [end for end in ends if bar is None or bar.is_met(plan, end)]
    return min(above, key=lambda parts: cost(plan, parts))
