#!/usr/bin/env python3
"""An outside program that drives whole deals, Python standard library only.

    python3 whole_deals.py BASE_URL KEY SECRET HOOK_ACCOUNT HOOK_TOKEN

Written from the interface description alone: webhooks in both dialects (flat
bodies with one URL for each action, and {"action", "params"} on the bare URL),
the request/response API for everything that is read. The price of SOL is
expected to rise by a fraction of a percent each second. Prints every check; exit code 0 only
when all of them hold.
"""
import base64
import hashlib
import hmac
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from decimal import Decimal

FAILED = []
COUNT = 0
CLOSE_PATH = "/close-deal"


def check(name, ok, note=""):
    global COUNT
    COUNT += 1
    print(("ok    " if ok else "FAIL  ") + name + ("" if ok else f": {note}"))
    if not ok:
        FAILED.append(name)
    return ok


class Service:
    def __init__(self, base, key, secret, account, token):
        self.base, self.key, self.secret = base, key, secret
        self.hook_path = f"/crazy/hook/{account}:{token}"
        self.account = account

    def rest(self, method, name, **query):
        path, text, nonce = "/bot-futures/" + name, urllib.parse.urlencode(query), str(int(time.time()))
        signed = base64.b64encode(f"{path}/{nonce}/{text}".encode())
        headers = {
            "CTG-API-KEY": self.key,
            "CTG-API-NONCE": nonce,
            "CTG-API-SIGNATURE": hmac.new(self.secret.encode(), signed, hashlib.sha256).hexdigest(),
        }
        status, body = self.send(method, path + ("?" + text if text else ""), headers)
        answer = json.loads(body)
        if status != 200 or answer["isSuccess"] is not True:
            raise RuntimeError(f"{name}: {status} {body[:200]}")
        return answer["data"]

    def hook(self, body, suffix="", path=None):
        headers = {"Content-Type": "application/json"}
        status, text = self.send("POST", (path or self.hook_path) + suffix, headers, json.dumps(body).encode())
        return status, json.loads(text)

    def send(self, method, target, headers, data=None):
        request = urllib.request.Request(self.base + target, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=15) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def accepted(answer):
    """2xx, and a code of 0 where there is one."""
    status, body = answer
    return 200 <= status < 300 and str(body.get("code", 0)) == "0"


def poll(label, read, seconds=20):
    end = time.time() + seconds
    while True:
        found = read()
        if found or time.time() > end:
            check(label, bool(found), "never seen")
            return found
        time.sleep(0.05)


class Deals:
    def __init__(self, service, access):
        self.service, self.scope = service, {"accessId": access["accessId"], "exchange": access["exchange"]}

    def active(self, bot):
        return [d for d in self.service.rest("GET", "active-deals", **self.scope) if d["botId"] == bot]

    def ended(self, deal):
        past = self.service.rest("GET", "deals-history", **self.scope)
        return next((d for d in past if d["id"] == deal["id"]), None)

    def account(self):
        return self.service.rest("POST", "account-information")

    def wallet(self):
        return Decimal(next(a for a in self.account()["assets"] if a["asset"] == "USDT")["walletBalance"])


def order(deal):
    return list(deal["tpOrder"].values())[0] if deal["tpOrder"] else None


def amount(deal):
    return Decimal(deal["position"]["amount"])


def near(text, wanted, tolerance="0.0005"):
    return abs(Decimal(text) / Decimal(wanted) - 1) < Decimal(tolerance)


OPEN = {"orderVolume": "128", "leverage": 10, "marginType": "cross", "orderType": "Market", "cycles": 1}
DCA = {"enabled": True, "max": 4, "active": 2, "volume": "64", "percent": "1", "multiplierVolume": "1.5", "multiplierPrice": "1"}
TAKE = {"enabled": True, "event": "percentage", "value": "1.5"}
STOP = {"enabled": True, "event": "percentage", "value": "30", "delay": 3}


def envelope(service, action, params):
    return service.hook({"action": action, "params": params})


def whole_deal(service, deals, bot, dialect):
    """Open, update, average and close in one dialect."""
    who = {"botId": bot, "strategy": "long", "pairs": ["BTCUSDT"]}

    def send(action, body, suffix):
        return service.hook({**who, **body}, suffix) if dialect == "flat" else envelope(service, action, {**who, **body})

    before = deals.wallet()
    check(f"{dialect}: open is accepted", accepted(send("open", {"open": OPEN, "dca": DCA, "close": TAKE, "stop": STOP}, "")))
    deal = poll(f"{dialect}: a deal is seen", lambda: deals.active(bot))[0]
    entry = deal["position"]["entryPrice"]
    settings = deal["botSnapshot"]["settings"]
    check(f"{dialect}: first order of 128", near(amount(deal) * Decimal(entry), 128), deal["position"])
    check(f"{dialect}: the snapshot is the webhook's", (deal["botSnapshot"]["leverage"], settings["count_order_max"],
          settings["volume_first_order"], settings["martingale_scale"]) == (10, "4", "128", "1.5"), settings)
    check(f"{dialect}: take profit 1.5 % above", near(order(deal)["price"], Decimal(entry) * Decimal("1.015")), order(deal))
    check(f"{dialect}: margin of two working safety orders", Decimal(deal["position"]["openOrdInitMargin"]) > 0, deal["position"])

    check(f"{dialect}: update is accepted", accepted(send("update", {"close": {**TAKE, "value": "3"}, "dca": {"enabled": False}}, "")))
    poll(f"{dialect}: update is seen", lambda: near(order(deals.active(bot)[0])["price"], Decimal(entry) * Decimal("1.03")))
    check(f"{dialect}: no safety orders left", deals.active(bot)[0]["position"]["openOrdInitMargin"] in ("", "0"))

    check(f"{dialect}: average is accepted", accepted(send("average", {"amount": "64"}, "/topup-deal")))
    poll(f"{dialect}: average is seen", lambda: amount(deals.active(bot)[0]) > amount(deal))
    more = deals.active(bot)[0]
    check(f"{dialect}: averaged by 64", near(amount(more) * Decimal(more["position"]["entryPrice"]), 192), more["position"])
    held = deals.account()["positions"]["USDT-BTC_BUY"]
    check(f"{dialect}: account shows the position", Decimal(held["amount"]) >= amount(more), held)

    check(f"{dialect}: close is accepted", accepted(send("close", {"closePosition": True}, CLOSE_PATH)))
    done = poll(f"{dialect}: deal is in history", lambda: deals.ended(deal))
    result = done["result"]
    check(f"{dialect}: completed", (done["status"], Decimal(result["qtyTP"])) == ("COMPLETED", amount(more)), result)
    check(f"{dialect}: averaging is in the result", near(result["qtySO"], amount(more) - amount(deal)), result)
    check(f"{dialect}: the wallet changed by the profit", deals.wallet() - before == Decimal(result["profit"]),
          (before, deals.wallet(), result["profit"]))
    check(f"{dialect}: not active any more", not deals.active(bot))


def left_position(service, deals, bot):
    check("leave: open", accepted(envelope(service, "open", {"botId": bot, "open": {"orderVolume": "64"}})))
    deal = poll("leave: a deal is seen", lambda: deals.active(bot))[0]
    check("leave: close without closing", accepted(envelope(service, "close", {"botId": bot, "closePosition": False})))
    poll("leave: deal is gone", lambda: not deals.active(bot))
    check("leave: position stays", "USDT-BTC_BUY" in deals.account()["positions"], deals.account()["positions"])
    check("leave: not in history", deals.ended(deal) is None)


def ghost(service, deals, exchange):
    params = {"strategy": "short", "pairs": ["ETHUSDT"]}
    check("ghost: open", accepted(envelope(service, "open", {**params, "open": {"orderVolume": "96", "leverage": 4}})))
    find = lambda: [b for b in service.rest("GET", "all", exchange=exchange) if b["title"] == "Ghost"]
    bot = poll("ghost: a bot named Ghost is listed", find)[0]["id"]
    deal = poll("ghost: its deal is seen", lambda: deals.active(bot))[0]
    check("ghost: as asked for", (deal["pairTitle"], deal["position"]["side"], deal["position"]["leverage"])
          == ("USDT-ETH", "SHORT", "4"), deal["position"])
    check("ghost: average", accepted(envelope(service, "average", {**params, "amount": "32"})))
    poll("ghost: average is seen", lambda: amount(deals.active(bot)[0]) > amount(deal))
    check("ghost: close", accepted(envelope(service, "close", {**params, "closePosition": True})))
    poll("ghost: deal is in history", lambda: deals.ended(deal))


def by_the_market(service, deals, bot):
    """A take profit that the price fills, with an order that is seen working and then filled."""
    body = {"botId": bot, "strategy": "long", "pairs": ["SOLUSDT"], "open": {"orderVolume": "150"},
            "dca": {"enabled": False}, "close": {"enabled": True, "event": "percentage", "value": "0.4"}}
    check("market: open", accepted(service.hook(body)))
    deal = poll("market: a deal is seen", lambda: deals.active(bot))[0]
    done = poll("market: the price fills the take profit", lambda: deals.ended(deal), 30)
    filled = order(done)
    check("market: working, then filled", (order(deal)["status"], filled["status"]) == ("1", "3"), filled)
    check("market: at its own price", done["result"]["avPriceTP"] == order(deal)["price"] == filled["price"], done["result"])
    gain = (Decimal(filled["price"]) - Decimal(deal["position"]["entryPrice"])) * amount(deal) - Decimal(done["result"]["fees"])
    check("market: profit is price difference less fees", abs(gain - Decimal(done["result"]["profit"])) < Decimal("0.00000002"),
          (gain, done["result"]))


def by_the_api(service, deals, bot):
    service.rest("POST", "start-new-deal", botId=bot)
    deal = poll("api: a deal is seen", lambda: deals.active(bot))[0]
    service.rest("POST", "renew-tp-percentage", dealId=deal["id"], immediately=1, newPercentOfTp="7")
    entry = Decimal(deal["position"]["entryPrice"])
    poll("api: take profit is changed", lambda: near(order(deals.active(bot)[0])["price"], entry * Decimal("1.07")))
    service.rest("POST", "complete-deal", dealId=deal["id"])
    poll("api: completed", lambda: deals.ended(deal))
    service.rest("POST", "start-new-deal", botId=bot)
    second = poll("api: a second deal is seen", lambda: deals.active(bot))[0]
    service.rest("POST", "cancel-deal", dealId=second["id"])
    poll("api: cancelled", lambda: not deals.active(bot))
    check("api: a cancelled deal isn't in history", deals.ended(second) is None)


def refusals(service, bot):
    good = {"botId": bot, "strategy": "long", "pairs": ["BTCUSDT"], "open": {"orderVolume": "64"}}
    wrong = {
        "no orderVolume": {**good, "open": {"leverage": 5}},
        "an unknown bot": {**good, "botId": 99999999},
        "another pair": {**good, "pairs": ["ETHUSDT"]},
        "a symbol of a chart": {**good, "pairs": ["BTCUSDT.P"]},
        "buy for long": {**good, "strategy": "buy"},
        "a flag as text": {**good, "dca": {"enabled": "true"}},
        "an event without a value": {**good, "close": {"enabled": True, "event": "pnl"}},
        "an unknown action": {"action": "add", "params": good},
    }
    for name, body in wrong.items():
        check(f"refused: {name}", not accepted(service.hook(body)), service.hook(body))
    check("refused: average without an amount", not accepted(service.hook({"botId": bot}, "/topup-deal")))
    check("refused: the wrong token", not accepted(service.hook(good, path=f"/crazy/hook/{service.account}:wrong")))


def run(service):
    access = service.rest("GET", "access-list")[0]
    deals = Deals(service, access)
    settings = {
        "accessId": access["accessId"], "exchange": access["exchange"], "strategy": "LONG", "leverage": 5, "marginMode": "CROSS",
        "typeTakeProfit": "LIMIT", "typeFirstOrder": "MARKET", "percentTakeProfit": "2", "percentSafetyOrder": "1",
        "volumeFirstOrder": "64", "volumeSafetyOrder": "64", "countOrderMax": 3,
    }
    bot = service.rest("POST", "create", title="hooked", pairTitle="USDT-BTC", **settings)["botId"]
    moving = service.rest("POST", "create", title="moving", pairTitle="USDT-SOL", **settings)["botId"]
    whole_deal(service, deals, bot, "flat")
    whole_deal(service, deals, bot, "envelope")
    left_position(service, deals, bot)
    ghost(service, deals, access["exchange"])
    by_the_market(service, deals, moving)
    by_the_api(service, deals, bot)
    refusals(service, bot)
    logs = service.rest("GET", "logs", botId=bot)
    check("the log tells of it", any("averaged" in entry["message"] for entry in logs), logs[:3])


def main():
    if len(sys.argv) != 6:
        sys.exit("usage: whole_deals.py BASE_URL KEY SECRET HOOK_ACCOUNT HOOK_TOKEN")
    try:
        run(Service(*sys.argv[1:]))
    except Exception as error:  # noqa: BLE001 - a broken answer must end in a failed check
        check("run to the end", False, f"{type(error).__name__}: {error}")
    print(f"{COUNT - len(FAILED)} of {COUNT} checks passed")
    sys.exit(1 if FAILED else 0)


main()
