#!/usr/bin/env python3
"""Works out the money of accounts again, from the reference alone and with nothing of ours, and compares every figure.

    python3 recompute.py < accounts.json

Prints each figure that differs by more than a billionth, then what was compared; exit code 1 if any differs.
"""
import json
import sys
from collections import defaultdict
from decimal import ROUND_CEILING, Decimal as D

from deals import ONE, ZERO, Grid, Rules, number

MOVES = [D(text) for text in ("-0.4", "-0.2", "-0.1", "-0.05", "0.05", "0.1", "0.2", "0.4")]


class Bot:
    """What it ties up, by pair and side: its running deals, or its next one where that is more."""

    def __init__(self, key, fields, on, deals, rules):
        self.key, self.fields, self.on, self.deals = key, fields, on, [Grid(deal, rules) for deal in deals]
        self.next, self.counts = Grid(fields, rules), on or bool(deals)
        self.all = self.deals + ([self.next] if on else [])

    def ties(self, figure, quote=None):
        found = {}
        for grid in self.deals:
            found[grid.place] = found.get(grid.place, ZERO) + figure(grid)
        if self.on:
            found[self.next.place] = max(found.get(self.next.place, ZERO), figure(self.next))
        return {place: value for place, value in found.items() if quote in (None, place[0].split("-")[0])}

    def shocked(self, move, quote):
        """Of each place its deals or, where that loses more, its next one with all its figures; of the wallet the most that either takes."""
        found = {}
        for grid in self.deals:
            own, before = grid.after(move), found.get(grid.place)
            found[grid.place] = own if before is None else (*(a + b for a, b in zip(before[:4], own[:4])), before[4] or own[4], before[5] or own[5])
        if self.on:
            own, before = self.next.after(move), found.get(self.next.place)
            if before is not None:
                worst = min(before, own, key=lambda one: (one[2], not one[4]))
                own = (*worst[:3], max(before[3], own[3]), worst[4], before[5] or own[5])
            found[self.next.place] = own
        return [one for place, one in found.items() if place[0].split("-")[0] == quote]

    def sum(self, figure, quote=None):
        return sum(self.ties(figure, quote).values(), ZERO)


SUMS = (("position", lambda grid: grid.position), ("margin", lambda grid: grid.margin), ("feeReserve", lambda grid: grid.fees))


def account_risk(account, rules, bots, closed):
    """Sums by asset, pair and side, need, cross bots at their depth, and shocks."""
    out, counted = {"unknown": 0}, [bot for bot in bots if bot.counts]
    held = defaultdict(lambda: ZERO)
    for position in account["held"]:
        held[(position["pair"], position["side"])] += number(position["margin"])

    def row(at, some, where):
        inside = [bot for bot in some if any(where(place) for place in bot.ties(SUMS[0][1]))]
        out[at + "bots"] = len(inside)
        for name, figure in SUMS:
            out[at + name] = sum((value for bot in inside for place, value in bot.ties(figure).items() if where(place)), ZERO)

    of = lambda quote: lambda place: place[0].startswith(quote + "-")
    places = {place for bot in counted for place in bot.ties(SUMS[0][1])}
    for pair in {pair for pair, _ in places}:
        row(f"pairs[{pair}].", counted, lambda place: place[0] == pair)
    for quote, side in {(pair.split("-")[0], side) for pair, side in places}:
        row(f"sides[{quote} {side}].", counted, lambda place: of(quote)(place) and place[1] == side)
    for quote in {pair.split("-")[0] for pair, _ in places} | {bot.next.quote for bot in bots if not bot.counts}:
        at, funds = f"quotes[{quote}].", (account["funds"] or {}).get(quote)
        row(at, counted, of(quote))
        off = [bot.next for bot in bots if not bot.counts and bot.next.quote == quote]
        out[at + "disabled.bots"] = len(off)
        for name, figure in SUMS:
            out[f"{at}disabled.{name}"] = sum(map(figure, off), ZERO)
        out[at + "offRunning"] = len([bot for bot in counted if not bot.on and bot.ties(SUMS[0][1], quote)]) or None
        need = out[at + "margin"]
        for place in {grid.place for bot in counted for grid in bot.deals} | {grid.place for grid in closed}:
            if of(quote)(place):
                own = [bot.ties(SUMS[1][1])[place] for bot in counted if any(grid.place == place for grid in bot.deals)]
                need -= min(held[place], sum(own, ZERO) + sum((grid.margin for grid in closed if grid.place == place), ZERO))
        need, wallet = max(ZERO, need), number(funds and funds["wallet"])
        free = number(funds and funds["free"])
        usable = None if free is None else free * (1 - rules.reserve)
        out.update({at + "need": need, at + "wallet": wallet, at + "free": free, at + "usable": usable})
        out[at + "isAffordable"] = None if free is None else need + out[at + "feeReserve"] <= usable
        out[at + "walletExposure"] = out[at + "position"] / wallet if wallet else None
        cross = [bot for bot in counted if any(not grid.isolated and grid.quote == quote for grid in bot.all)]

        def shock(move):
            after = lambda grid: grid.after(move)
            chosen = [one for bot in counted for one in bot.shocked(move, quote)]
            total = lambda index: sum((one[index] for one in chosen), ZERO)
            stands = any(after(grid)[5] for bot in cross for grid in bot.all if grid.quote == quote)
            gone = sum(1 for one in chosen if one[4])
            ends = bool(cross) and (None if wallet is None else stands and wallet - total(3) <= 0)
            return {"margin": total(0), "maintenance": total(1), "loss": total(2), "liquidated": gone, "isCrossLiquidated": ends}

        for move in MOVES:
            found = shock(move)
            found["equity"] = None if wallet is None else wallet + found["loss"]
            out.update({f"shocks[{quote} {move}].{name}": value for name, value in found.items()})
        if len(cross) > 1 and wallet is not None:
            taken = defaultdict(lambda: ZERO)
            for bot in counted:
                for place, value in bot.ties(Grid.at_depth, quote).items():
                    taken[place] += value
            pairs = {pair for pair, _ in taken}
            room = wallet - sum(max(taken.get((pair, "LONG"), ZERO), taken.get((pair, "SHORT"), ZERO)) for pair in pairs)
            deepest = max(grid.cover for bot in counted for grid in bot.all if grid.quote == quote)
            steps = range(1, max(1, int((deepest * 1000).to_integral_value(ROUND_CEILING))) + 1) if room <= 0 else ()
            moves = (D(sign * step) / 1000 for step in steps for sign in (-1, 1) if sign * step > -1000)
            ends = next((move for move in moves if shock(move)["isCrossLiquidated"]), None)
            out.update({f"{at}crossAtDepth.bots": len(cross), f"{at}crossAtDepth.room": room, f"{at}crossAtDepth.endsAt": ends})
    return out


def price_of(account, pair):
    marks = [p["markPrice"] for p in account["held"] if p["pair"] == pair]
    entries = [deal["entry"] for deal in sorted(account["deals"], key=lambda deal: -deal["id"]) if deal["settings"]["pairTitle"] == pair and deal["entry"]]
    found = [(marks, "position"), (entries, "deal"), ([account["given"][pair]] if pair in account["given"] else [], "given")]
    return next(((number(prices[0]), source) for prices, source in found if prices), (None, None))


def behind(account, rules, grid, wallet):
    """The equity behind a cross position: the wallet without isolated margins, and what the others gain, less their maintenance."""
    for one in account["held"]:
        if one["pair"].split("-")[0] != grid.quote:
            continue
        amount, mark, side = abs(number(one["amount"])), number(one["markPrice"]), 1 if one["side"] == "LONG" else -1
        if one["isolated"]:
            wallet -= number(one["margin"])
        elif (one["pair"], one["side"]) != grid.place:
            wallet += side * amount * (mark - number(one["entryPrice"])) - rules.maintenance(one["pair"], amount * mark)
    return wallet


def bot_risk(account, rules, fields, on, fleet):
    price, source = price_of(account, fields["pairTitle"])
    grid = Grid(fields, rules, price)
    n, s, last = grid.last, grid.s, grid.prices[-1]
    funds = (account["funds"] or {}).get(grid.quote)
    wallet = number(funds and funds["wallet"])
    out = {"pair": grid.pair, "side": grid.side, "quote": grid.quote, "leverage": grid.leverage, "isolated": grid.isolated, "on": on, "orders": n + 1}
    out.update({"belowZero": grid.below, "cover": grid.cover, "bounce": grid.costs[n] / grid.amounts[n] * (1 + s * grid.profit) / last - 1})
    out.update({name: figure(grid) for name, figure in SUMS})
    out.update({"lossAtEnd": -min(ZERO, grid.gain(n, last)), "funding": s * grid.amounts[n] * last * rules.funding})
    out.update({"basis.kind": "price" if price else "relative", "basis.price": price, "basis.source": source})
    out["walletExposure"] = grid.position / wallet if wallet else None
    if not grid.isolated and wallet is None:
        return {**out, "liquidation.kind": "unknown", "liquidation.needs": "balance"}
    equity = None if grid.isolated else behind(account, rules, grid, wallet)
    ends = [grid.liquidation(k, equity) for k in range(n + 1)]
    after = next((k for k in range(n) if ends[k] is not None and s * (ends[k] - grid.prices[k + 1]) >= 0), n)
    end = ends[after]
    out.update({"liquidation.price": end, "liquidation.loss": None if end is None else -min(ZERO, grid.gain(after, end))})
    if after < n:
        share = sum(grid.volumes[after + 1 :]) / grid.position
        return {**out, "liquidation.kind": "inside", "liquidation.after": after, "liquidation.neverPlaced": n - after, "liquidation.share": share}
    out.update({"liquidation.kind": "outside", "liquidation.distance": None if end is None else s * (last - end) / last})
    depth = {key: fleet.get(f"quotes[{grid.quote}].crossAtDepth.{key}") for key in ("bots", "room", "endsAt")}
    if on and not grid.isolated and depth["room"] is not None and depth["room"] <= 0:
        out.update({"liquidation.together.others": depth["bots"] - 1, "liquidation.together.move": depth["endsAt"]})
    return out


def recomputed(account):
    rules, out = Rules(account), {}
    live, declared = {bot["id"]: bot for bot in account["live"]}, {bot["id"]: bot for bot in account["declared"]}
    for when in ("before", "after"):
        bots = []
        for key in live if when == "before" or account["completes"] else {**live, **declared}:
            bot, wanted = live.get(key, {"fields": {}, "on": False}), declared.get(key)
            fields, on = bot["fields"], bot["on"]
            if when == "after" and not account["completes"]:
                on = wanted.get("enabled", on) if wanted else on and account["undeclared"] != "turn-off"
                fields = {**fields, **wanted["fields"]} if wanted else fields
            ended = account["completes"] if when == "after" else None
            deals = [deal["settings"] for deal in account["deals"] if deal["botId"] == key and deal["id"] != ended]
            bots.append(Bot(key, fields, on, deals, rules))
        closed = [Grid(deal["settings"], rules) for deal in account["deals"] if when == "after" and deal["id"] == account["completes"]]
        fleet = account_risk(account, rules, bots, closed)
        out.update({f"{when}.{name}": value for name, value in fleet.items()})
        if when == "after" and any(bot.deals for bot in bots):
            # Once the running deals have closed: settings alone, of what is on.
            alone = [Bot(bot.key, bot.fields, bot.on, [], rules) for bot in bots]
            later = {name: figure for name, figure in account_risk(account, rules, alone, []).items() if name.startswith(("quotes[", "shocks["))}
            seen = [name for name in later if name.startswith("shocks[") or name.endswith(("].position", "].margin"))]
            if {name.split("[")[1] for name in later} != {name.split("[")[1] for name in fleet if name.startswith(("quotes[", "shocks["))} or any(later[name] != fleet.get(name) for name in seen):
                out.update({f"later.{name}": value for name, value in later.items()})
        for bot in bots:
            name = next((name for name in (f"b{bot.key}", f"#{bot.key}") if f"main/{name}" in account["money"]["bots"]), None)
            if name:
                risk = bot_risk(account, rules, bot.fields, bot.on, fleet)
                out.update({f"bots[{name}].{when}.{figure}": value for figure, value in risk.items()})
                out.update({f"bots[{name}].most.{when}.{figure}": bot.sum(of) for figure, of in SUMS[:2]})
    return out


def flat(value, at=""):
    """Figures by their path; rows by what they are of. What isn't a figure of this calculator is left out."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("refused", "open"):
                yield from flat(inner, f"bots[{key[5:]}]" if at == "bots" else f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for row in value:
            name = row["pair"] if "pair" in row else " ".join(row[key] for key in ("quote", "side", "move") if key in row)
            yield from flat({key: inner for key, inner in row.items() if key not in ("pair", "quote", "side", "move")}, f"{at}[{name}]")
    else:
        yield at, value


def same(mine, theirs):
    if mine is None or theirs is None or isinstance(mine, (bool, str)):
        return mine == theirs
    return abs(mine - D(str(theirs))) <= max(abs(D(str(theirs))) * D("1e-9"), D("2e-12"))


def main():
    figures, wrong, accounts = 0, 0, json.load(sys.stdin)
    for account in accounts:
        theirs = dict(flat({key: account["money"][key] for key in ("bots", "before", "after", "later") if key in account["money"]}))
        mine = recomputed(account)
        for name in sorted({*theirs, *mine}):
            if theirs.get(name) is None and mine.get(name) is None:
                continue
            figures += 1
            if not same(mine.get(name), theirs.get(name)):
                wrong += 1
                print(f"account {account['number']}, {name}: {mine.get(name)} here, {theirs.get(name)} there")
    print(f"{len(accounts)} accounts, {figures} figures, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
