// Which kinds of values each part of an answer may have: what is more is refused, rather than taken for something else.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ASSET_AMOUNTS, POSITION_AMOUNTS, TOTALS } from "../../../src/model/bot/account.js";
import { ANSWERS, envelope } from "../../../src/service/wire.js";

const KINDS: Readonly<Record<string, unknown>> = {
  ...{ absent: undefined, null: null, text: "x", whole: 7, negative: -1, fraction: 1.5, huge: 2 ** 53, flag: true },
  ...{ list: [], map: {}, texts: ["x"], entries: { a: "x" } },
};
const each = (names: string | readonly string[], value: unknown) =>
  Object.fromEntries((typeof names === "string" ? names.split(" ") : names).map((name) => [name, value]));

const BOT = {
  ...{ id: 7, title: "A", pairTitle: "USDT-BTC", strategy: "LONG", leverage: 5, status: "on", settings: { a: "b" } },
  ...{ accessId: 7, userId: 7, exchange: "E", updated: { date: "2026-01-01", timezone_type: 3, timezone: "UTC" } },
};
const POSITION = "amount entryPrice markPrice liqPrice pnl initMargin maintMargin posInitMargin openOrdInitMargin";
const DEAL = {
  ...{ id: 7, userId: 7, pairTitle: "USDT-BTC", botId: 7, accessId: 7, status: "ACTIVE", botSnapshot: BOT },
  position: { type: "BOTH", side: "LONG", leverage: 5, ...each(POSITION, "1") },
  tpOrder: { a: { type: "LIMIT", fee_asset: "x", ...each("number status price qty time qty_filled fee pnl", "1") } },
  result: each("qtySO avPriceSO qtyTP avPriceTP fees profit feesAsset profitAsset", "1"),
  ...{ updated: BOT.updated, exchange: "E" },
};
const ACCOUNT = {
  ...{ ...each(TOTALS, "1"), leverage: 5 },
  assets: [{ asset: "USDT", ...each(ASSET_AMOUNTS, "1"), marginAvailable: true, updateTime: 1 }],
  positions: {
    a: { ...each(POSITION_AMOUNTS, "1"), ...each("positionSide symbol ourSymbol marginType leverage", "x") },
  },
};

type Where = readonly string[];

function placesIn(value: unknown, path: Where = []): readonly Where[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])]);
}

function placed(value: unknown, [key = "", ...rest]: Where, now: unknown): unknown {
  const entries = Object.entries(value ?? {}).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    if (rest.length > 0) return [[name, placed(inner, rest, now)]];
    return now === undefined ? [] : [[name, now]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** The parts of an answer by the kinds that they may have. */
function tolerance(schema: z.core.$ZodType, whole: unknown): Readonly<Record<string, string>> {
  const groups: Record<string, string> = {};
  for (const path of placesIn(whole)) {
    const isTaken = ([, value]: [string, unknown]) => z.safeParse(schema, placed(whole, path, value)).success;
    const kinds = Object.entries(KINDS)
      .filter(isTaken)
      .map(([kind]) => kind)
      .join(" ");
    const names = groups[kinds];
    groups[kinds] = `${names === undefined ? "" : `${names} `}${path.join(".")}`;
  }
  return groups;
}

const under = (prefix: string, names: string | readonly string[]) =>
  (typeof names === "string" ? names.split(" ") : names).map((name) => `${prefix}${name}`).join(" ");

const botAt = (at: string) => ({
  whole: `${at}id`,
  text: under(at, "title updated.date updated.timezone"),
  "absent null text": under(at, "pairTitle strategy"),
  "absent null text whole negative": `${at}leverage`,
  "text whole negative fraction huge": `${at}status`,
  "list map texts entries": `${at}settings`,
  "absent null text whole negative fraction flag list map texts entries": `${at}settings.a`,
  "absent whole": under(at, "accessId userId"),
  "absent text": `${at}exchange`,
  "absent null": `${at}updated`,
  "whole negative fraction huge": `${at}updated.timezone_type`,
});

it.each<[string, z.core.$ZodType, unknown, Readonly<Record<string, string>>]>([
  [
    "whole answer",
    envelope,
    { isSuccess: true, errorMessage: "x", data: 1 },
    {
      flag: "isSuccess",
      "absent null text": "errorMessage",
      [Object.keys(KINDS).join(" ")]: "data",
    },
  ],
  [
    "list of accesses",
    ANSWERS.accesses,
    [{ accessId: 7, title: "x", exchange: "x" }],
    { absent: "0", whole: "0.accessId", text: "0.title 0.exchange" },
  ],
  ["list of bots", ANSWERS.bots, [BOT], { absent: "0", ...botAt("0.") }],
  ["bot's details", ANSWERS.botDetails, [BOT], { absent: "0", ...botAt("0.") }],
  ["changed bot", ANSWERS.updated, BOT, botAt("")],
  ["log", ANSWERS.logs, [{ message: "x", datetime: "x" }], { absent: "0", text: "0.message 0.datetime" }],
  ["new bot", ANSWERS.created, { botId: 7 }, { whole: "botId" }],
  ["list of pairs", ANSWERS.pairs, ["x"], { "absent text": "0" }],
])("a %s", (_, schema, whole, expected) => {
  expect(z.parse(schema, whole)).toEqual(whole);
  expect(tolerance(schema, whole)).toEqual(expected);
});

it("a list of deals, each with its bot as it was", () => {
  expect(z.parse(ANSWERS.deals, [DEAL])).toEqual([DEAL]);
  const { botSnapshot, ...own } = DEAL;
  const rows = z.pipe(
    z.transform((row): unknown[] => [Object.assign({ botSnapshot }, row)]),
    ANSWERS.deals,
  );
  expect(tolerance(rows, own)).toEqual({
    whole: "id botId",
    "absent whole": "userId accessId",
    text: `pairTitle status ${under("position.", "type side")} tpOrder.a.type ${under("result.", "feesAsset profitAsset")} ${under("updated.", "date timezone")}`,
    "absent text": "exchange",
    "absent null": "position result updated",
    "absent null list map": "tpOrder",
    absent: "tpOrder.a",
    "null text whole negative fraction huge flag": "position.leverage",
    "text whole negative fraction huge": [
      under("position.", "amount entryPrice markPrice liqPrice pnl"),
      under("tpOrder.a.", "number status price qty time"),
      under("result.", "qtySO avPriceSO qtyTP avPriceTP fees profit"),
    ].join(" "),
    "absent null text whole negative fraction huge": [
      under("position.", "initMargin maintMargin posInitMargin openOrdInitMargin"),
      under("tpOrder.a.", "qty_filled fee pnl"),
    ].join(" "),
    "absent null text": "tpOrder.a.fee_asset",
    "whole negative fraction huge": "updated.timezone_type",
  });
  const wrong = [undefined, null, [], { ...BOT, id: -1 }, { ...BOT, title: undefined }];
  for (const was of wrong) expect(z.safeParse(ANSWERS.deals, [{ ...DEAL, botSnapshot: was }]).success).toBe(false);
});

it("an account", () => {
  expect(z.parse(ANSWERS.account, ACCOUNT)).toEqual(ACCOUNT);
  expect(tolerance(ANSWERS.account, ACCOUNT)).toEqual({
    text: [
      TOTALS.join(" "),
      under("assets.0.", ["asset", ...ASSET_AMOUNTS]),
      under("positions.a.", [...POSITION_AMOUNTS.filter((name) => name !== "leverage"), "positionSide"]),
      under("positions.a.", "symbol ourSymbol marginType"),
    ].join(" "),
    "absent null text whole negative fraction huge flag": "leverage",
    "null text whole negative fraction huge flag": "positions.a.leverage",
    list: "assets",
    "list map": "positions",
    absent: "assets.0 positions.a",
    flag: "assets.0.marginAvailable",
    "whole negative fraction huge": "assets.0.updateTime",
  });
  expect(z.parse(ANSWERS.account, { ...ACCOUNT, positions: [] }).positions).toEqual({});
});
