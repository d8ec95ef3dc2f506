// Reads a file of an exchange's table: JSON with its date, by pair the maintenance tiers and what the exchange accepts of orders, and the tiers of all other pairs.
import * as z from "zod/mini";
import { PAIR, pairOf, QUOTES } from "../model/bot/pair.js";
import type { ExchangeTable, PairLimits, Tier } from "../model/risk/assumptions.js";
import { canonicalDecimal, compareDecimals } from "../model/text/decimal.js";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_PAIRS = 10_000;
const MOST_TIERS = 100;
const LONGEST_PAIR = 35;

/** Numbers as numbers or as text: such files come in both forms. */
const decimal = z.pipe(
  z.union([z.string().check(z.maxLength(60)), z.number()]),
  z.transform((value) => canonicalDecimal(value) ?? ""),
);
const tier = z.strictObject({ floor: decimal, rate: decimal, maxLeverage: z.exactOptional(decimal) });
const tiers = z.array(tier).check(z.minLength(1), z.maxLength(MOST_TIERS));
const limit = z.exactOptional(decimal);
const limits = { tick: limit, lot: limit, leastNotional: limit, maxLeverage: limit };
/** A list alone is that of the tiers. */
const entry = z.pipe(
  z.transform((value) => (Array.isArray(value) ? { tiers: value } : value)),
  z.strictObject({ ...limits, tiers: z.exactOptional(tiers) }),
);

const file = z.strictObject({
  source: z.string().check(z.minLength(1), z.maxLength(300)),
  date: z.string().check(z.regex(DAY)),
  pairs: z.optional(z.record(z.string().check(z.maxLength(60)), entry)),
  other: tiers,
});

type Reading = { readonly ok: true; readonly table: ExchangeTable } | { readonly ok: false; readonly problem: string };

/** `problem` says in one line what is wrong; it quotes nothing but names of pairs. */
export function readExchange(text: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message would quote the file (threat 6).
    return { ok: false, problem: "it isn't JSON" };
  }
  const read = z.safeParse(file, value);
  if (!read.success) {
    const path = read.error.issues[0]?.path.map(String).join(".") ?? "";
    return { ok: false, problem: `${path === "" ? "it" : path} doesn't have the format of an exchange file` };
  }
  const { source, date, pairs = {}, other } = read.data;
  const problem = problemOf(read.data);
  if (problem !== undefined) return { ok: false, problem };
  const known = Object.entries(pairs);
  const tiered = known.flatMap(([pair, { tiers: list }]) => (list === undefined ? [] : [[pair, list] as const]));
  const limited = known.flatMap(([pair, { tiers: _list, ...rest }]): (readonly [string, PairLimits])[] =>
    Object.keys(rest).length === 0 ? [] : [[pair, rest]],
  );
  return {
    ok: true,
    table: {
      tiers: { source, date, pairs: Object.fromEntries(tiered), other },
      ...(limited.length > 0 && { limits: { source, date, pairs: Object.fromEntries(limited) } }),
    },
  };
}

function problemOf({ date, pairs = {}, other }: z.infer<typeof file>): string | undefined {
  if (!isDay(date)) return `date ${date} isn't a valid day`;
  const entries = Object.entries(pairs);
  if (entries.length > MOST_PAIRS) return `it has more than ${MOST_PAIRS} pairs`;
  const misnamed = entries.find(([name]) => meantPair(name) !== undefined)?.[0];
  // Left alone, it would apply to no bot, and nobody would see it.
  if (misnamed !== undefined) return misnamedText(misnamed);
  const lists = [...entries.map(([name, own]) => [name, own.tiers] as const), ["other", other] as const];
  const bad = lists.find(([, list]) => list !== undefined && !areRising(list));
  if (bad !== undefined)
    return `the tiers of ${bad[0]} must start at floor 0, and floors and rates (fractions below 1) must rise`;
  const wrong = entries.find(([, own]) => !areLimits(own) || own.tiers?.some((one) => !isLeverage(one)));
  if (other.some((one) => !isLeverage(one))) return "maxLeverage of other must be a number above 0";
  return wrong && `tick, lot, leastNotional and maxLeverage of ${wrong[0]} must be numbers above 0`;
}

function areLimits({ tiers: _list, ...own }: PairLimits & { readonly tiers?: unknown }): boolean {
  return Object.values(own).every((value) => value !== "" && compareDecimals(value, "0") > 0);
}

function isLeverage({ maxLeverage = "1" }: Tier): boolean {
  return maxLeverage !== "" && compareDecimals(maxLeverage, "0") > 0;
}

/** Date.parse takes 2026-02-30 for the 2nd of March. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

function isPair(name: string): boolean {
  return name.length <= LONGEST_PAIR && PAIR.test(name);
}

/** undefined where the name is a pair. `LINKUSDT`, `LINK/USDT:USDT` and `LINK-USDT` mean USDT-LINK; `""` where nothing tells. */
function meantPair(name: string): string | undefined {
  const upper = name.toUpperCase();
  const [left = "", right = ""] = upper.split("-");
  // The service's pairs are the other way round than most others': nothing is traded against a base of dollars but other dollars.
  const isReversed = QUOTES.includes(right) && !QUOTES.includes(left);
  if (isPair(name) && !isReversed) return undefined;
  if (isPair(upper) && !isReversed) return upper;
  const pair = pairOf(upper.replace(/(?::.*|\.P|[-_]PERP)$/, "").replace(/[^A-Z0-9]/g, "")) ?? "";
  return isPair(pair) ? pair : "";
}

function misnamedText(name: string): string {
  const meant = meantPair(name);
  return `${JSON.stringify(name)} under pairs is not a pair: ${meant === undefined || meant === "" ? "write QUOTE-BASE, such as USDT-BTC" : `did you mean ${meant}?`}`;
}

function areRising(list: readonly Tier[]): boolean {
  return list.every(({ floor, rate }, index) => {
    if (floor === "" || rate === "") return false;
    const before = list[index - 1];
    const isRate = compareDecimals(rate, "0") >= 0 && compareDecimals(rate, "1") < 0;
    if (before === undefined) return floor === "0" && isRate;
    return isRate && compareDecimals(floor, before.floor) > 0 && compareDecimals(rate, before.rate) >= 0;
  });
}
