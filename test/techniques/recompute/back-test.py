# A back-test worked out again from its documentation alone: deals of every reading from the candles, figures from the deals and days.
import json, math, sys
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal as D, getcontext

getcontext().prec = 60
EIGHT = D("1e-8")
QUARTER = 8 * 3600000


def eight(value):
    return value.quantize(EIGHT, ROUND_HALF_UP)


def digits12(value):
    return value if value == 0 else value.quantize(D(1).scaleb(value.adjusted() - 11), ROUND_HALF_UP)


# Where the price goes after the open and before the close: against a position, with it.
WAYS = {"conservative": "awa", "against-first": "aw", "with-first": "wa"}


class Bot:
    """One bot in a wallet that is never short: MARKET first order, LIMIT take profit, cross margin or isolated."""

    def __init__(self, bot, terms, order):
        self.bot, self.terms, self.way, self.waits = bot, terms, WAYS[order], order == "conservative"
        self.sign = 1 if bot["strategy"] == "LONG" else -1
        self.trades, self.open_deal, self.mark, self.before = [], None, None, None

    def fee(self, volume, rate):
        return eight(volume * D(self.terms[rate]))

    def start(self, price, at):
        amount = eight(D(self.bot["volumeFirstOrder"]) / price)
        self.open_deal = dict(opened=at, anchor=price, amount=amount, cost=amount * price, filled=0,
                              fees=self.fee(amount * price, "takerFee"), funding=D(0), held=self.waits)

    def safety(self):
        deal, bot = self.open_deal, self.bot
        number = deal["filled"] + 1
        if number > bot["countOrderMax"]:
            return None
        price = digits12(deal["anchor"] * (1 - self.sign * number * D(bot["percentSafetyOrder"]) / 100))
        return price, eight(D(bot["volumeSafetyOrder"]) / price)

    def target(self):
        deal = self.open_deal
        return digits12(deal["cost"] * (1 + self.sign * D(self.bot["percentTakeProfit"]) / 100) / deal["amount"]) \
            if deal["filled"] else digits12(deal["anchor"] * (1 + self.sign * D(self.bot["percentTakeProfit"]) / 100))

    def against(self, price, level):
        return (level - price) * self.sign >= 0

    def fill_safety(self, price, amount):
        deal = self.open_deal
        deal["amount"] += amount
        deal["cost"] += amount * price
        deal["filled"] += 1
        deal["fees"] += self.fee(amount * price, "makerFee")
        deal["held"] = self.waits

    def end(self, reason, price, profit, fee, again, at):
        deal = self.open_deal
        fees = deal["fees"] + fee
        self.trades.append(dict(opened=deal["opened"], closed=at, safetyOrders=deal["filled"], profit=profit, fees=fees,
                                funding=deal["funding"], net=profit - fees + deal["funding"], exit=price, reason=reason))
        self.start(again, at)

    def take(self, target, again, at):
        deal = self.open_deal
        profit = eight(self.sign * (deal["amount"] * target - deal["cost"]))
        self.end("take-profit", target, profit, self.fee(deal["amount"] * target, "makerFee"), again, at)

    def ruin(self):
        """Where an isolated position's margin and what it gains are no more than its maintenance: margin + s(aP - C) = r·aP."""
        if self.bot.get("marginMode") != "ISO":
            return None
        deal, rate = self.open_deal, D(self.terms["maintenance"])
        margin = deal["cost"] / D(self.bot["leverage"])
        price = (margin - self.sign * deal["cost"]) / (deal["amount"] * (rate - self.sign))
        return digits12(price) if price > 0 else None

    def lose(self, level, again, at):
        """The margin is lost whole, and nothing else is asked."""
        self.end("liquidated", level, -eight(self.open_deal["cost"] / D(self.bot["leverage"])), D(0), again, at)

    def go(self, price, at, jumps):
        """Levels on the way, one after the other; a jump fills them at their own prices and goes on from its end."""
        while True:
            order, target, ruin = self.safety(), self.target(), self.ruin()
            # Of two levels on the way the nearer one; at one price the order comes first.
            is_ruined = ruin is not None and self.against(price, ruin) and not (order and self.against(ruin, order[0]))
            if order and self.against(price, order[0]) and not is_ruined:
                self.fill_safety(*order)
            elif is_ruined:
                self.lose(ruin, price if jumps else ruin, at)
            elif not self.open_deal["held"] and self.against(target, price):
                # Behind the price already: the next deal opens where the price stands.
                self.take(target, price if jumps else target, at)
            else:
                return

    def candle(self, time, prices, interval):
        first, high, low, last = prices
        bad, good = (low, high) if self.sign == 1 else (high, low)
        if self.open_deal is None:
            self.start(first, time)
        elif self.before is not None:
            for _ in range(time // QUARTER - self.before // QUARTER):
                paid = eight(self.open_deal["amount"] * self.mark * D(self.terms["fundingRate"])) * self.sign
                self.open_deal["funding"] -= paid
        self.before = time
        self.go(first, time, True)
        for point, turn in enumerate(self.way, 1):
            self.go(bad if turn == "a" else good, time + interval * point // (len(self.way) + 1), False)
        self.go(last, time + max(1, interval - 1), False)
        self.mark = last
        self.open_deal["held"] = False


def check(name, mine, theirs, wrong):
    if mine is None or theirs is None:
        same = mine is None and theirs is None
    elif isinstance(mine, (int, str)):
        same = mine == theirs
    else:
        same = abs(float(mine) - float(theirs)) <= 2e-8 * max(1.0, abs(float(mine)))
    if not same:
        wrong.append(f"{name}: {mine} here, {theirs} there")
    return 1


def moment(text):
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def replay(bot, trades, candles, terms, order, wrong):
    mine = Bot(bot, terms, order)
    interval = min(b[0] - a[0] for a, b in zip(candles, candles[1:]))
    for time, *prices in candles:
        mine.candle(time, [D(str(price)) for price in prices], interval)
    own = [trade for trade in trades if trade["bot"].endswith("/" + bot["key"])]
    count = check(f"{bot['key']} deals", len(mine.trades), len(own), wrong)
    for index, (one, other) in enumerate(zip(mine.trades, own)):
        for key, value in one.items():
            theirs = moment(other[key]) if key in ("opened", "closed") else other[key]
            exact = str(value.normalize() if value else D(0)) if isinstance(value, D) else value
            theirs = str(D(theirs).normalize()) if isinstance(value, D) else theirs
            count += check(f"{bot['key']} {index} {key}", exact, theirs, wrong)
    return count


def figures(replay, trades, start, span, wrong):
    metrics, count = replay["metrics"], 0
    nets = [D(trade["net"]) for trade in trades]
    gains, losses = sum(net for net in nets if net > 0), -sum(net for net in nets if net < 0)
    times = [moment(trade["closed"]) - moment(trade["opened"]) for trade in trades]
    deals = dict(won=sum(net > 0 for net in nets), lost=sum(net < 0 for net in nets), winRate=None, profitFactor=None,
                 expectancy=None, longestTime=None)
    if nets:
        deals.update(winRate=deals["won"] / len(nets), expectancy=float(sum(nets)) / len(nets), longestTime=max(times),
                     profitFactor=float(gains / losses) if losses else None)
        for key, edge in (("best", max), ("worst", min)):
            count += check(key, str(edge(nets).normalize()), str(D(metrics["deals"][key]["net"]).normalize()), wrong)
        count += check("averageTime", round(sum(times) / len(times) + 1e-9), metrics["deals"]["averageTime"], wrong)
    for key, value in deals.items():
        count += check(key, value, metrics["deals"][key], wrong)

    days = [(date.fromisoformat(day["start"]), float(day["result"])) for day in metrics["days"]]
    count += check("days", float(replay["totals"]["result"]), sum(result for _, result in days), wrong)
    for key, begin in (("weeks", lambda day: day - timedelta(day.weekday())), ("months", lambda day: day.replace(day=1))):
        sums = {}
        for day, result in days:
            sums[begin(day)] = sums.get(begin(day), 0.0) + result
        count += check(key, len(sums), len(metrics[key]), wrong)
        for (first, result), period in zip(sums.items(), metrics[key]):
            count += check(f"{key} start", first.isoformat(), period["start"], wrong)
            count += check(f"{key} {first}", result, period["result"], wrong)
    equity, returns = start, []
    for _, result in days:
        returns.append(result / equity)
        equity += result
    mean, size = sum(returns) / len(returns), len(returns)
    spread = math.sqrt(sum((each - mean) ** 2 for each in returns) / (size - 1))
    downside = math.sqrt(sum(min(each, 0) ** 2 for each in returns) / size)
    cagr = (equity / start) ** (365 / (span / 86400000)) - 1
    largest = float(metrics["fall"]["largestShare"]) if metrics["fall"] else 0
    # What nothing divides is unknown.
    over = lambda value, by: value / by if by > 1e-12 else None
    yearly = lambda by: over(mean * math.sqrt(365), by)
    ratios = dict(totalReturn=equity / start - 1, cagr=cagr, sharpe=yearly(spread), sortino=yearly(downside),
                  calmar=over(cagr, largest))
    for key, value in ratios.items():
        if value is None:
            count += check(key, value, metrics["ratios"][key], wrong)
            continue
        # Days, and the share that Calmar divides by, are rounded to 8 places where they are printed.
        loose = 1e-5 + (1e-8 / largest if key == "calmar" else 0)
        near = abs(value - float(metrics["ratios"][key])) <= loose * max(1, abs(value))
        count += check(key, value, value if near else metrics["ratios"][key], wrong)
    return count


given = json.load(sys.stdin)
wrong, checked = [], 0
for case in given["replays"]:
    account = case["report"]["accounts"][0]
    span = moment(account["to"]) - moment(account["from"])
    for one in account["replays"]:
        listed = [trade for trade in case["trades"] if trade["order"] == one["order"]]
        checked += figures(one, listed, float(case["balance"]), span, wrong)
        for bot in case["bots"]:
            checked += replay(bot, listed, case["candles"], given["terms"], one["order"], wrong)
print("\n".join(wrong[:20]))
print(f"{len(given['replays'])} replays, {checked} figures, {len(wrong)} differ")
