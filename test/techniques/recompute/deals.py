"""A deal to its end, from docs/reference/money.md and docs/explanation/assumptions.md alone."""
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal as D, getcontext

getcontext().prec = 50
ZERO, ONE = D(0), D(1)
MODES = {"half-up": ROUND_HALF_UP, "down": ROUND_DOWN, "up": ROUND_UP}


def number(value):
    return None if value is None else D(str(value))


class Rules:
    """The account's assumptions."""

    def __init__(self, account):
        said = account["said"]
        word = lambda key, usual: said.get(key, usual)
        self.meaning, self.base, self.anchor = word("volumeMeaning", "notional"), word("volumeBase", "first"), word("anchor", "base")
        self.formula, self.mode = word("liquidation", "binance"), MODES[word("roundingMode", "half-up")]
        self.taker, self.funding = D(word("takerFee", "0.0005")), D(word("fundingRate", "0.0001"))
        self.reserve, self.buffer = D(word("reserve", "0")), D(word("safetyBuffer", "0"))
        self.limits, self.flat, self.table = word("pairs", {}), number(said.get("maintenance")), account["exchange"]

    def tiers(self, pair):
        rows = self.table["pairs"].get(pair, {}).get("tiers", self.table["other"])
        tiers, last, cum = [], None, ZERO
        for floor, rate in [(ZERO, self.flat)] if self.flat is not None else [(number(r["floor"]), number(r["rate"])) for r in rows]:
            cum += ZERO if last is None else floor * (rate - last)
            tiers.append((floor, rate, cum))
            last = rate
        return tiers

    def tier(self, pair, notional):
        return [tier for tier in self.tiers(pair) if tier[0] <= max(notional, ZERO)][-1]

    def maintenance(self, pair, notional):
        _, rate, cum = self.tier(pair, notional)
        return notional * rate - cum


def rounded(value, unit, mode):
    return value if unit is None else (value / unit).quantize(ONE, rounding=mode) * unit


class Grid:
    """A deal to its end. Without a price nothing is rounded, and a first fill is 100."""

    def __init__(self, fields, rules, price=None):
        self.rules, self.pair, self.side = rules, fields["pairTitle"], fields["strategy"]
        self.place, self.quote = (self.pair, self.side), self.pair.split("-")[0]
        self.s, self.leverage, self.isolated = (1 if self.side == "LONG" else -1), number(fields["leverage"]), fields["marginMode"] == "ISO"
        self.profit, step = number(fields["percentTakeProfit"]) / 100, number(fields["percentSafetyOrder"]) / 100
        scale, martingale = number(fields["dynamicStepScale"]) or ONE, number(fields["martingaleScale"])
        first, safety = number(fields["volumeFirstOrder"]), number(fields["volumeSafetyOrder"])
        count = 0 if martingale is None and safety is None else int(fields["countOrderMax"] or 0)
        own = rules.limits.get(self.pair, {})
        tick, lot = (None, None) if price is None else (number(own.get("tick")), number(own.get("lot", "0.00000001")))
        start = at = price or D(100)
        self.prices, self.volumes, self.amounts, self.costs = [], [], [], []
        deviation = amount = cost = ZERO
        for k in range(count + 1):
            if k > 0:
                width = step * scale ** (k - 1)
                deviation += width
                origin, distance = {"base": (start, deviation), "previous": (at, width), "average": (cost / amount, width)}[rules.anchor]
                at = origin * (1 - self.s * distance)
            fill = at if k == 0 else rounded(at, tick, rules.mode)
            if fill <= 0:
                break
            if k == 0 or martingale is None:
                volume = first if k == 0 else safety
            else:
                volume = first * martingale**k if rules.base == "first" or safety is None else safety * martingale ** (k - 1)
            volume *= self.leverage if rules.meaning == "margin" else 1
            quantity = rounded(volume / fill, lot, rules.mode) or volume / fill
            amount, cost = amount + quantity, cost + quantity * fill
            for kept, value in ((self.prices, fill), (self.volumes, volume), (self.amounts, amount), (self.costs, cost)):
                kept.append(value)
            self.cover = deviation if rules.anchor == "base" else self.s * (start - fill) / start
        self.last, self.below = len(self.prices) - 1, count + 1 - len(self.prices)
        self.position = sum(self.volumes)
        self.margin, self.fees = self.position / self.leverage, self.position * 2 * rules.taker
        self.seen = {}

    def gain(self, k, price):
        return self.s * (price * self.amounts[k] - self.costs[k])

    def liquidation(self, k, behind=None):
        """The price; None for never. `behind` is the equity behind a cross position."""
        s, amount, cost, rules = self.s, self.amounts[k], self.costs[k], self.rules
        wallet = cost / self.leverage if behind is None else behind
        _, rate, cum = rules.tier(self.pair, cost)
        if rules.formula == "bybit":
            found = cost / amount - s * (wallet - (cost * rate - cum)) / amount
        elif rules.formula == "gate":
            found = (cost / amount - s * wallet / amount) / (1 - s * (rate + rules.taker))
        else:
            tiers = rules.tiers(self.pair)
            tops = [floor for floor, _, _ in tiers[1:]] + [None]
            for (_, rate, cum), top in zip(tiers, tops):
                found = (wallet + cum - s * cost) / (amount * (rate - s))
                if top is None or amount * found < top:
                    break
        if found <= 0:
            return None if s == 1 else ZERO
        return max(ZERO, found + s * abs(cost / amount - found) * rules.buffer)

    def after(self, move):
        """After a move of all prices: margin, maintenance, loss, what it takes of the wallet behind cross positions, liquidated, cross and standing."""
        if move not in self.seen:
            self.seen[move] = self.moved(move)
        return self.seen[move]

    def moved(self, move):
        price, k = self.prices[0] * (1 + move), 0
        if self.s * move >= self.profit:
            return ZERO, ZERO, ZERO, ZERO, False, False
        while True:
            fills = k < self.last and self.s * (self.prices[k + 1] - price) >= 0
            end = self.liquidation(k) if self.isolated else None
            if end is not None and self.s * (end - (self.prices[k + 1] if fills else price)) >= 0:
                gone = self.costs[k] / self.leverage
                return ZERO, ZERO, -gone, gone, True, False
            if not fills:
                return self.standing(k, price)
            k += 1

    def standing(self, k, price):
        margin, loss = self.costs[k] / self.leverage, min(ZERO, self.gain(k, price))
        maintenance = self.rules.maintenance(self.pair, self.amounts[k] * price)
        return margin, maintenance, loss, margin if self.isolated else maintenance - loss, False, not self.isolated

    def at_depth(self):
        return self.standing(self.last, self.prices[-1])[3]
