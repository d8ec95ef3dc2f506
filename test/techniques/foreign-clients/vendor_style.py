#!/usr/bin/env python3
"""An outside program for the futures bot service, Python standard library only.

    python3 vendor_style.py BASE_URL KEY SECRET

Written from the interface description alone, in the manner of the Python
programs found in public: Content-Type application/json on every request, the
JSON text "" or nothing as the body, True and False for booleans, no "?" when
there are no parameters, and an update that puts pairTitle and botId in the
query and everything else in a JSON body. Prints every check; exit code 0 only
when all of them hold.
"""
import base64
import hashlib
import hmac
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PREFIX = "/bot-futures/"
FAILED = []
COUNT = 0


def check(name, ok, note=""):
    global COUNT
    COUNT += 1
    print(("ok    " if ok else "FAIL  ") + name + ("" if ok else f": {note}"))
    if not ok:
        FAILED.append(name)
    return ok


class Api:
    def __init__(self, base, key, secret):
        self.base, self.key, self.secret = base.rstrip("/"), key, secret
        self.calls = 0

    def send(self, method, name, query=None, body=None, nonce=None, key=None, secret=None):
        path = name if name.startswith("/") else PREFIX + name
        text = urllib.parse.urlencode(query or {})
        nonce = str(int(time.time()) if nonce is None else nonce)
        token = base64.b64encode(f"{path}/{nonce}/{text}".encode())
        signature = hmac.new((secret or self.secret).encode(), token, hashlib.sha256).hexdigest()
        self.calls += 1
        if body is None and self.calls % 2:
            data = b'""'
        else:
            data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path + ("?" + text if text else ""),
            data=data,
            method=method,
            headers={
                "Content-Type": "application/json",
                "CTG-API-SIGNATURE": signature,
                "CTG-API-KEY": key or self.key,
                "CTG-API-NONCE": nonce,
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=15) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


def decode(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


class Stop(Exception):
    pass


def data_of(label, answer, needed=True):
    status, text = answer
    value = decode(text)
    good = (
        status == 200
        and isinstance(value, dict)
        and value.get("isSuccess") is True
        and value.get("errorMessage") == ""
        and "data" in value
    )
    check(f"{label}: envelope", good, f"{status} {text[:300]}")
    if not good:
        if needed:
            raise Stop(label)
        return None
    check(f"{label}: envelope keys", set(value) == {"isSuccess", "errorMessage", "data"}, list(value))
    return value["data"]


# --- shapes -----------------------------------------------------------------
# A shape is a dict of key -> test; a test returns None or a complaint.
DECIMAL = re.compile(r"-?\d+(\.\d+)?\Z")
PAIR = re.compile(r"[A-Z0-9]+-[A-Z0-9]+\Z")


def is_int(v):
    return None if type(v) is int else f"not an integer: {v!r}"


def is_str(v):
    return None if isinstance(v, str) else f"not a string: {v!r}"


def is_bool(v):
    return None if type(v) is bool else f"not a boolean: {v!r}"


def decimal(v):
    return None if isinstance(v, str) and DECIMAL.match(v) else f"not a decimal string: {v!r}"


def decimal_or_empty(v):
    return None if v == "" else decimal(v)


def digits(v):
    return None if isinstance(v, str) and re.match(r"\d+\Z", v) else f"not a string integer: {v!r}"


def digits_or_empty(v):
    return None if v == "" else digits(v)


def string_or_number(v):
    if type(v) in (int, float):
        return None
    return decimal_or_empty(v)


def pair(v):
    return None if isinstance(v, str) and PAIR.match(v) else f"not QUOTE-BASE: {v!r}"


def one_of(*values):
    return lambda v: None if v in values and type(v) is str else f"not one of {values}: {v!r}"


def shape(keys):
    def test(v):
        if not isinstance(v, dict):
            return f"not an object: {v!r}"
        if set(v) != set(keys):
            return f"keys missing {sorted(set(keys) - set(v))}, unexpected {sorted(set(v) - set(keys))}"
        for key, inner in keys.items():
            bad = inner(v[key])
            if bad:
                return f"{key}: {bad}"
        return None

    return test


def array(inner):
    def test(v):
        if not isinstance(v, list):
            return f"not an array: {v!r}"
        for at, item in enumerate(v):
            bad = inner(item)
            if bad:
                return f"[{at}]: {bad}"
        return None

    return test


ACCESS = shape({"accessId": is_int, "title": is_str, "exchange": is_str})
SETTINGS = shape({
    "margin_mode": one_of("ISO", "CROSS"),
    "type_take_profit": one_of("LIMIT", "STOP-MARKET"),
    "type_first_order": one_of("LIMIT", "MARKET"),
    "percent_take_profit": decimal,
    "percent_safety_order": decimal,
    "volume_first_order": decimal,
    "volume_safety_order": decimal_or_empty,
    "count_order_working": is_str,
    "count_order_max": digits_or_empty,
    "martingale": one_of("0", "1"),
    "martingale_scale": decimal_or_empty,
    "dynamic_step": one_of("0", "1"),
    "dynamic_step_scale": decimal_or_empty,
    "cycle_limit": one_of("0", "1"),
    "cycle_limit_scale": digits_or_empty,
    "tb_group_indicator": one_of("NOTHING", "FOMO", "DIVER", "TRENDS", "TRENDS_CROSSING", "OSCILLATORS"),
    "tb_indicator": is_str,
    "tb_interval": is_str,
    "price_level": one_of("NOTHING", "UPPER", "LOWER", "BOTH"),
    "price_level_up": string_or_number,
    "price_level_down": string_or_number,
})
UPDATED = shape({
    "date": lambda v: None if isinstance(v, str) and re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\Z", v) else f"date form: {v!r}",
    "timezone_type": is_int,
    "timezone": one_of("UTC"),
})
LISTED = {
    "id": is_int, "userId": is_int, "title": is_str, "pairTitle": pair,
    "strategy": one_of("LONG", "SHORT"), "leverage": is_int, "status": is_str,
    "settings": SETTINGS, "exchange": is_str,
}
DETAILED = {**LISTED, "accessId": is_int, "updated": UPDATED}
CHANGED = {**DETAILED, "status": is_int}
TP_ORDER = shape({
    "type": is_str, "number": digits, "status": is_str, "price": decimal, "qty": decimal,
    "qty_filled": decimal_or_empty, "fee": decimal_or_empty, "fee_asset": is_str,
    "pnl": decimal_or_empty,
    "time": lambda v: None if isinstance(v, str) and re.match(r"\d{13}\Z", v) else f"not epoch milliseconds: {v!r}",
})
POSITION = shape({
    "type": is_str, "side": one_of("LONG", "SHORT"), "leverage": digits, "amount": decimal,
    "entryPrice": decimal, "markPrice": decimal, "liqPrice": decimal, "pnl": decimal,
    "initMargin": decimal_or_empty, "maintMargin": decimal_or_empty,
    "posInitMargin": decimal_or_empty, "openOrdInitMargin": decimal_or_empty,
})
RESULT = shape({
    "qtySO": decimal, "avPriceSO": decimal, "qtyTP": decimal, "avPriceTP": decimal,
    "fees": decimal, "feesAsset": is_str, "profit": decimal, "profitAsset": is_str,
})


def tp_orders(v):
    if not isinstance(v, dict):
        return f"not an object: {v!r}"
    for number, order in v.items():
        bad = TP_ORDER(order)
        if bad:
            return f"{number}: {bad}"
        if order["number"] != number:
            return f"{number}: number is {order['number']!r}"
    return None


def deal(status):
    return shape({
        "id": is_int, "userId": is_int, "pairTitle": pair, "botId": is_int, "accessId": is_int,
        "status": one_of(status), "botSnapshot": shape(DETAILED), "position": POSITION,
        "tpOrder": tp_orders,
        "result": (lambda v: None if v is None else f"not null: {v!r}") if status == "ACTIVE" else RESULT,
        "updated": UPDATED, "exchange": is_str,
    })


LOG = shape({
    "message": is_str,
    "datetime": lambda v: None if isinstance(v, str) and re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\Z", v) else f"datetime form: {v!r}",
})
ASSET = shape({
    "asset": is_str, "marginAvailable": is_bool, "updateTime": is_int,
    **{k: decimal for k in (
        "walletBalance", "unrealizedProfit", "marginBalance", "maintMargin", "initialMargin",
        "positionInitialMargin", "openOrderInitialMargin", "maxWithdrawAmount",
        "crossWalletBalance", "crossUnPnl", "availableBalance")},
})
ACCOUNT_POSITION = shape({
    "positionSide": one_of("LONG", "SHORT"), "symbol": is_str, "ourSymbol": pair, "marginType": is_str,
    **{k: decimal for k in (
        "amount", "entryPrice", "markPrice", "liquidationPrice", "unRealizedProfit", "leverage",
        "isolatedMargin", "positionMargin", "openOrderMargin")},
})


def account_positions(v):
    if not isinstance(v, dict):
        return f"not an object: {v!r}"
    for key, item in v.items():
        bad = ACCOUNT_POSITION(item)
        if bad:
            return f"{key}: {bad}"
        quote, base = item["ourSymbol"].split("-")
        side = "BUY" if item["positionSide"] == "LONG" else "SELL"
        if key != f"{quote}-{base}_{side}":
            return f"key {key} for {item['ourSymbol']} {item['positionSide']}"
        if item["symbol"] != base + quote:
            return f"{key}: symbol {item['symbol']}"
    return None


ACCOUNT = shape({
    **{k: decimal for k in (
        "totalInitialMargin", "totalMaintMargin", "totalMarginBalance", "totalPositionMargin",
        "totalOpenOrderMargin", "totalUnrealizedProfit", "totalWalletBalance", "totalFreeBalance")},
    "leverage": lambda v: None if v is None or type(v) in (int, float, str) else f"leverage: {v!r}",
    "assets": array(ASSET), "positions": account_positions,
})


def fits(label, value, test):
    bad = test(value)
    return check(f"{label}: shape", bad is None, bad)


def poll(label, read, seconds=15):
    end = time.time() + seconds
    while time.time() < end:
        found = read()
        if found:
            return check(label, True) and found
        time.sleep(0.1)
    check(label, False, f"not seen within {seconds} s")
    raise Stop(label)


def refused(label, answer, statuses=None):
    status, text = answer
    value = decode(text)
    success = isinstance(value, dict) and value.get("isSuccess") is True
    check(f"{label}: refused", not success, f"{status} {text[:200]}")
    check(f"{label}: no 5xx", status < 500, status)
    if statuses:
        check(f"{label}: HTTP {statuses}", status in statuses, f"{status} {text[:200]}")
    if isinstance(value, dict) and "isSuccess" in value:
        check(f"{label}: says why", value["isSuccess"] is False and isinstance(value.get("errorMessage"), str)
              and value["errorMessage"] != "", text[:200])


def run(api):
    accesses = data_of("access list", api.send("GET", "access-list"))
    fits("access list", accesses, array(ACCESS))
    if not check("access list: has one", len(accesses) > 0):
        raise Stop("no access")
    access, exchange = accesses[0]["accessId"], accesses[0]["exchange"]
    scope = {"accessId": access, "exchange": exchange}

    pairs = data_of("pair list", api.send("GET", "pair-list"))
    fits("pair list", pairs, array(pair))
    check("pair list: USDT-ETH", "USDT-ETH" in pairs, pairs)

    account = data_of("account information", api.send("POST", "account-information"))
    fits("account information", account, ACCOUNT)

    title = f"Outside ~ ü +%&= \"{time.time_ns()}\""
    created = data_of("create", api.send("POST", "create", {
        **scope, "pairTitle": "USDT-ETH", "title": title, "strategy": "LONG", "leverage": 5,
        "marginMode": "ISO", "typeTakeProfit": "LIMIT", "typeFirstOrder": "MARKET",
        "percentTakeProfit": 1.25, "percentSafetyOrder": 1.0, "volumeFirstOrder": 20.0,
        "volumeSafetyOrder": 25.5, "countOrderMax": 6, "martingaleScale": 1.05, "dynamicStepScale": 2.0,
        "cycleLimitScale": 30, "indicatorGroup": "FOMO", "indicatorName": "CLASSIC",
        "indicatorInterval": "5MIN", "priceLevel": "BOTH", "priceLevelDown": 1.5, "priceLevelUp": 900000,
    }))
    fits("create", created, shape({"botId": is_int}))
    bot = created["botId"]

    def details():
        found = data_of_quiet(api.send("GET", "detail", {"botId": bot}))
        return found[0]

    def data_of_quiet(answer):
        value = decode(answer[1])
        if answer[0] != 200 or not isinstance(value, dict) or value.get("isSuccess") is not True:
            check("reading while polling", False, f"{answer[0]} {answer[1][:200]}")
            raise Stop("polling")
        return value["data"]

    found = data_of("details", api.send("GET", "detail", {"botId": bot}))
    fits("details", found, array(shape(DETAILED)))
    check("details: one bot", len(found) == 1, len(found))
    seen = found[0]
    settings = seen["settings"]
    check("details: the bot created",
          (seen["id"], seen["title"], seen["pairTitle"], seen["accessId"], seen["strategy"], seen["leverage"], seen["exchange"])
          == (bot, title, "USDT-ETH", access, "LONG", 5, exchange), seen)
    check("details: off", seen["status"] == "DISABLED", seen["status"])
    wanted = {"percent_take_profit": 1.25, "percent_safety_order": 1, "volume_first_order": 20,
              "volume_safety_order": 25.5, "count_order_max": 6, "martingale_scale": 1.05,
              "dynamic_step_scale": 2, "cycle_limit_scale": 30, "price_level_up": 900000, "price_level_down": 1.5}
    for key, value in wanted.items():
        check(f"details: {key}", float(settings[key]) == value, settings[key])
    for key in ("martingale", "dynamic_step", "cycle_limit"):
        check(f"details: {key} on", str(settings[key]) == "1", settings[key])
    check("details: words", [settings[k] for k in ("margin_mode", "type_take_profit", "type_first_order",
          "tb_group_indicator", "tb_indicator", "tb_interval", "price_level")]
          == ["ISO", "LIMIT", "MARKET", "FOMO", "CLASSIC", "5MIN", "BOTH"], settings)

    listed = data_of("list", api.send("GET", "all", {"exchange": exchange}))
    fits("list", listed, array(shape(LISTED)))
    check("list: has the bot", [b["title"] for b in listed if b["id"] == bot] == [title])

    changed = data_of("update", api.send(
        "POST", "update", {"pairTitle": "USDT-ETH", "botId": bot},
        {"title": title + "2", "percentTakeProfit": 2.5, "leverage": 7, "priceLevel": "NOTHING",
         "indicatorGroup": "NOTHING", "volumeFirstOrder": "33.5"}))
    fits("update", changed, shape(CHANGED))
    check("update: status 0 while off", changed["status"] == 0, changed["status"])
    check("update: body was read", (changed["title"], changed["leverage"], float(changed["settings"]["percent_take_profit"]),
          float(changed["settings"]["volume_first_order"]), changed["settings"]["price_level"])
          == (title + "2", 7, 2.5, 33.5, "NOTHING"), changed)
    check("update: omitted parameters keep their value",
          (changed["settings"]["margin_mode"], float(changed["settings"]["percent_safety_order"]), str(changed["settings"]["martingale"]))
          == ("ISO", 1, "1"), changed["settings"])
    check("update: read back", details()["settings"] == changed["settings"], details())
    check("update: updated is not before the creation", changed["updated"]["date"] >= seen["updated"]["date"], changed["updated"])

    # Commands.
    fits("turn on", data_of("turn on", api.send("POST", "activate", {"botId": bot})), is_str)
    poll("turn on: observed", lambda: details()["status"] != "DISABLED")
    fits("turn off", data_of("turn off", api.send("POST", "deactivate", {"botId": bot})), is_str)
    poll("turn off: observed", lambda: details()["status"] == "DISABLED")

    def active():
        found = data_of_quiet(api.send("GET", "active-deals", scope))
        return [d for d in found if d["botId"] == bot]

    def history():
        found = data_of_quiet(api.send("GET", "deals-history", scope))
        return [d for d in found if d["botId"] == bot]

    for left in active():
        data_of("complete what turning on opened", api.send("POST", "complete-deal", {"dealId": left["id"]}))
    poll("no deal left over", lambda: not active())

    fits("start deal", data_of("start deal", api.send("POST", "start-new-deal", {"botId": bot})), is_str)
    poll("start deal: observed", active)
    deals = data_of("active deals", api.send("GET", "active-deals", scope))
    fits("active deals", deals, array(deal("ACTIVE")))
    mine = [d for d in deals if d["botId"] == bot]
    check("active deals: one of this bot", len(mine) == 1, len(mine))
    mine = mine[0]
    check("active deals: belongs here", (mine["pairTitle"], mine["accessId"], mine["exchange"], mine["position"]["side"], mine["position"]["leverage"])
          == ("USDT-ETH", access, exchange, "LONG", "7"), mine)
    check("active deals: snapshot is the bot", mine["botSnapshot"]["settings"] == changed["settings"], mine["botSnapshot"])

    poll("active deals: take profit order stands", lambda: active()[0]["tpOrder"])
    mine = active()[0]
    entry = float(mine["position"]["entryPrice"])
    price = float(list(mine["tpOrder"].values())[0]["price"])
    check("active deals: take profit 2.5 % above entry", abs(price / entry - 1.025) < 0.0005, (entry, price))
    fits("active deals with take profit", [mine], array(deal("ACTIVE")))

    account = data_of("account with position", api.send("POST", "account-information"))
    fits("account with position", account, ACCOUNT)
    check("account with position: USDT-ETH_BUY", "USDT-ETH_BUY" in account["positions"], list(account["positions"]))

    fits("change take profit", data_of("change take profit", api.send(
        "POST", "renew-tp-percentage", {"dealId": mine["id"], "immediately": True, "newPercentOfTp": 4.0}), needed=False), is_str)
    poll("change take profit: observed", lambda: any(
        abs(float(o["price"]) / entry - 1.04) < 0.0005 for d in active() for o in d["tpOrder"].values()))
    fits("change take profit later", data_of("change take profit later", api.send(
        "POST", "renew-tp-percentage", {"dealId": mine["id"], "immediately": False, "newPercentOfTp": 3.5}), needed=False), is_str)

    before = len(history())
    fits("complete deal", data_of("complete deal", api.send("POST", "complete-deal", {"dealId": mine["id"]})), is_str)
    poll("complete deal: in history", lambda: [d for d in history() if d["id"] == mine["id"]])
    past = data_of("history", api.send("GET", "deals-history", scope))
    fits("history", past, array(deal("COMPLETED")))
    check("history: one more", len(history()) == before + 1, (before, len(history())))
    check("complete deal: not active any more", not active(), active())

    data_of("start second deal", api.send("POST", "start-new-deal", {"botId": bot}))
    second = poll("second deal: observed", active)[0]
    check("second deal: new id", second["id"] != mine["id"], second["id"])
    fits("cancel deal", data_of("cancel deal", api.send("POST", "cancel-deal", {"dealId": second["id"]})), is_str)
    poll("cancel deal: observed", lambda: not active())
    fits("history after cancel", data_of("history after cancel", api.send("GET", "deals-history", scope)), array(deal("COMPLETED")))
    check("cancel deal: not in history", not [d for d in history() if d["id"] == second["id"]])

    logs = data_of("logs", api.send("GET", "logs", {"botId": bot}))
    fits("logs", logs, array(LOG))
    check("logs: several", len(logs) > 2, len(logs))
    short = data_of("logs limit 2", api.send("GET", "logs", {"botId": bot, "limit": 2}))
    fits("logs limit 2", short, array(LOG))
    check("logs limit 2: two", len(short) == 2, len(short))

    # Refusals.
    ask = {"exchange": exchange}
    refused("wrong secret", api.send("GET", "all", ask, secret="not-the-secret"))
    refused("wrong key", api.send("GET", "all", ask, key="not-the-key"))
    refused("stale nonce", api.send("GET", "all", ask, nonce=int(time.time()) - 86400))
    refused("milliseconds as nonce", api.send("GET", "all", ask, nonce=int(time.time() * 1000)))
    refused("missing exchange", api.send("GET", "all"))
    refused("missing botId", api.send("GET", "detail"))
    refused("missing botId on update", api.send("POST", "update", {"title": "x"}))
    refused("missing accessId", api.send("GET", "active-deals", ask))
    refused("missing newPercentOfTp", api.send("POST", "renew-tp-percentage", {"dealId": mine["id"], "immediately": True}))
    refused("create without anything", api.send("POST", "create"))
    for name, value in (("percentTakeProfit", 0), ("percentTakeProfit", 100), ("percentSafetyOrder", 99.995),
                        ("countOrderMax", 0), ("countOrderMax", 51), ("martingaleScale", 1.04),
                        ("dynamicStepScale", 2.01), ("strategy", "UP"), ("marginMode", "isolated"),
                        ("typeFirstOrder", "STOP-MARKET"), ("indicatorGroup", "MOON"), ("priceLevel", "SIDE"),
                        ("leverage", "ten"), ("percentTakeProfit", "1,5")):
        refused(f"update {name}={value}", api.send("POST", "update", {"pairTitle": "USDT-ETH", "botId": bot}, {name: value}))
    now = details()
    check("refused updates changed nothing", (now["settings"], now["leverage"]) == (changed["settings"], 7), now)
    refused("unknown bot turned on", api.send("POST", "activate", {"botId": 999999999}))
    refused("unknown deal completed", api.send("POST", "complete-deal", {"dealId": 999999999}))
    refused("unknown path", api.send("GET", "nothing-here"), (404,))
    refused("unknown root path", api.send("GET", "/"), (404,))
    refused("POST on the access list", api.send("POST", "access-list"), (405,))
    refused("GET on account information", api.send("GET", "account-information"), (405,))


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: vendor_style.py BASE_URL KEY SECRET")
    try:
        run(Api(*sys.argv[1:]))
    except Stop as stop:
        check(f"run to the end (stopped at {stop})", False, "cannot go on")
    except Exception as error:  # noqa: BLE001 - a broken answer must end in a failed check
        check("run to the end", False, f"{type(error).__name__}: {error}")
    print(f"{COUNT - len(FAILED)} of {COUNT} checks passed")
    sys.exit(1 if FAILED else 0)


main()
