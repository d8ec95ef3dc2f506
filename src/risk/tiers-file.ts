// Reads a file of maintenance tiers: JSON with its date, tiers by pair, and those of all other pairs.
import * as z from "zod/mini";
import { pairOf, QUOTES } from "../model/bot/pair.js";
import type { Tier, TierTable } from "../model/risk/assumptions.js";
import { canonicalDecimal, compareDecimals } from "../model/text/decimal.js";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_PAIRS = 10_000;
const MOST_TIERS = 100;

/** Numbers as numbers or as text: files of tiers come in both forms. */
const decimal = z.pipe(
  z.union([z.string().check(z.maxLength(60)), z.number()]),
  z.transform((value) => canonicalDecimal(value) ?? ""),
);
const tier = z.strictObject({ floor: decimal, rate: decimal });
const tiers = z.array(tier).check(z.minLength(1), z.maxLength(MOST_TIERS));

const file = z.strictObject({
  source: z.string().check(z.minLength(1), z.maxLength(300)),
  date: z.string().check(z.regex(DAY)),
  pairs: z.optional(z.record(z.string().check(z.maxLength(60)), tiers)),
  other: tiers,
});

type TiersReading = { readonly ok: true; readonly table: TierTable } | { readonly ok: false; readonly problem: string };

/** `problem` says in one line what is wrong; it quotes nothing but names of pairs. */
export function readTiers(text: string): TiersReading {
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
    return { ok: false, problem: `${path === "" ? "it" : path} doesn't have the format of a tiers file` };
  }
  const { source, date, pairs = {}, other } = read.data;
  if (!isDay(date)) return { ok: false, problem: `date ${date} isn't a valid day` };
  if (Object.keys(pairs).length > MOST_PAIRS) return { ok: false, problem: `it has more than ${MOST_PAIRS} pairs` };
  const misnamed = Object.keys(pairs).find((name) => meantPair(name) !== undefined);
  // Left alone, its tiers would hold for no bot, and nobody would see it.
  if (misnamed !== undefined) return { ok: false, problem: misnamedText(misnamed) };
  const bad = Object.entries({ ...pairs, other }).find(([, list]) => !areRising(list));
  if (bad !== undefined)
    return {
      ok: false,
      problem: `the tiers of ${bad[0]} must start at floor 0, and floors and rates (fractions below 1) must rise`,
    };
  return { ok: true, table: { source, date, pairs, other } };
}

/** Date.parse takes 2026-02-30 for the 2nd of March. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

const PAIR = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,30}$/;

/** undefined where the name is a pair. `LINKUSDT`, `LINK/USDT:USDT` and `LINK-USDT` mean USDT-LINK; `""` where nothing tells. */
function meantPair(name: string): string | undefined {
  const upper = name.toUpperCase();
  const [left = "", right = ""] = upper.split("-");
  // The service's pairs are the other way round than most others': nothing is traded against a base of dollars but other dollars.
  const isReversed = QUOTES.includes(right) && !QUOTES.includes(left);
  if (PAIR.test(name) && !isReversed) return undefined;
  if (PAIR.test(upper) && !isReversed) return upper;
  const pair = pairOf(upper.replace(/(?::.*|\.P|[-_]PERP)$/, "").replace(/[^A-Z0-9]/g, "")) ?? "";
  return PAIR.test(pair) ? pair : "";
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
