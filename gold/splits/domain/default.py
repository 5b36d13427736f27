"""The default method: every category's target met, and the best samples for test, then for validation."""

from collections.abc import Iterator

from gold.splits.domain.bar import Bar
from gold.splits.domain.choosing import Stock, choose_exactly, choose_nearly, choose_roughly
from gold.splits.domain.descent import search
from gold.splits.domain.plan import Ints, Plan
from gold.splits.domain.thesis import draw

# Where bounds cannot be kept: how long, and up to how many numbers, an integer program looks for the
# least deviation.
NODES = 50
LARGEST_JOINT = 300


def balance(plan: Plan, *, peer: Ints, seed: int) -> Ints:
    """Return the part of each unit, in nothing behind the peer unless that leaves a part empty."""
    bar = Bar.of(plan, peer)
    stock = Stock.of(plan)
    found = _as_good(stock, bar, peer, seed=seed)
    return found if bar is None else _better(stock, bar, found)


def _as_good(stock: Stock, bar: Bar | None, peer: Ints, *, seed: int) -> Ints:
    plan = stock.plan
    found = choose_exactly(stock)
    if found is not None and bar and not bar.is_met(plan, found):
        found = choose_exactly(stock, bar=bar)
    if found is not None and (bar is None or bar.is_met(plan, found)):
        return found
    starts = _starts(stock, bar, peer, seed=seed)
    return stock.in_order(search(plan, starts, bar, seed=seed))


def _better(stock: Stock, bar: Bar, found: Ints) -> Ints:
    """Return a split that is higher than the peer where this one is only as high, if there is one."""
    for higher in bar.raises(bar.passed(stock.plan, found)):
        tried = choose_exactly(stock, bar=higher)
        if tried is None and _is_small(stock):
            tried = choose_nearly(stock, bar=higher, nodes=NODES)
        if tried is not None and higher.is_met(stock.plan, tried):
            return tried
    return found


def _is_small(stock: Stock) -> bool:
    return len(stock.sizes) * (len(stock.plan.parts) - 1) <= LARGEST_JOINT


def _starts(stock: Stock, bar: Bar | None, peer: Ints, *, seed: int) -> Iterator[Ints]:
    """Yield splits to start from; the first has no empty part and is not below the bar."""
    yield peer if bar else draw(stock.plan, seed=seed)
    rough = choose_roughly(stock)
    if rough is not None:
        yield rough
    if not _is_small(stock):
        return
    near = choose_nearly(stock, nodes=NODES)
    if near is not None:
        yield near
    if bar and near is not None and not bar.is_met(stock.plan, near):
        above = choose_nearly(stock, bar=bar, nodes=NODES)
        if above is not None:
            yield above
