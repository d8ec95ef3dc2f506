// What is wrong with the shape of a scenario file, in words: from zod's issues, whose own texts are never shown.
import type * as z from "zod/mini";
import { EXPECTATION_FORM } from "../../model/scenario/expectation.js";
import { listed, quoted } from "../problem.js";
import { suggestion } from "../schema/suggest.js";
import { dealSchema, priceSchema, scenarioSchema, signalSchema } from "./scenario-schema.js";

type Path = readonly (string | number)[];

/** What is wrong at a place of the file. */
export interface Wrong {
  readonly path: Path;
  /** Whether the key itself is meant. */
  readonly key?: true;
  readonly summary: string;
  readonly remedy: string;
}

const isKey = (part: PropertyKey): part is string | number => typeof part !== "symbol";

/** @param root the value that was checked */
export function formProblem(issue: z.core.$ZodIssue, root: unknown): readonly Wrong[] {
  const path = issue.path.filter(isKey);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      ...{ path: [...path, key], key: true as const },
      summary: `unknown key ${quoted(key)}${path.length === 0 ? "" : ` in ${path.join(".")}`}`,
      remedy: suggestion(key, keysAt(path)),
    }));
  if (issue.code === "invalid_key") return [badKey(path)];
  const found = path.reduce<unknown>(inside, root);
  if (found === undefined)
    return [{ path: path.slice(0, -1), summary: `${path.join(".")} is missing`, remedy: remedyOf(path) }];
  const where = path.length === 0 ? "the file" : path.join(".");
  if (issue.code === "invalid_value")
    return [
      {
        path,
        summary: `${where} can't be ${quoted(found)}`,
        remedy: `Write ${listed(issue.values.map(String), "or")}.`,
      },
    ];
  const isNumber = issue.code === "invalid_type" && issue.expected === "number" && typeof found === "string";
  const remedy = isNumber && /^[\d.]+$/.test(found) ? "Write the number without quotes." : remedyOf(path);
  return [{ path, summary: `${where} can't be ${quoted(found)}`, remedy }];
}

function inside(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === String(key))?.[1];
}

/** The key of a map by name is none: of prices, or of a path. */
function badKey(path: Path): Wrong {
  const key = String(path.at(-1));
  const isTime = path.includes("path");
  return {
    ...{ path, key: true },
    summary: isTime ? `${quoted(key)} is no time` : `${quoted(key)} is no pair`,
    remedy: isTime
      ? "Write a time from the beginning: 0m, 30m, 1h30m or 2d."
      : "Write a pair as the configuration does: USDT-BTC; or others, for all that aren't named.",
  };
}

function keysAt([section, , ...deeper]: Path): readonly string[] {
  if (section === undefined) return Object.keys(scenarioSchema.shape);
  if (deeper.length > 0) return [];
  const schemas = { prices: priceSchema, signals: signalSchema, deals: dealSchema };
  return section === "prices" || section === "signals" || section === "deals"
    ? Object.keys(schemas[section].shape)
    : [];
}

/** What to write, by the last key that has a name. */
const REMEDIES: Readonly<Record<string, string>> = {
  scenario: "Begin the file with what happens in it: scenario: A fall of 30 % in an hour.",
  account: "Write the name of an account of the configuration.",
  only: "Write a list of keys of bots; * stands for any text: only: [btc-dip, eth-*].",
  balance: "Write what the wallet holds at the beginning, more than 0: balance: 10000.",
  lasts: "Write a time: 45s, 30m, 1h30m or 2d.",
  prices: "Write how the price of each pair goes: prices: { USDT-BTC: { path: { 0m: 64000, 1h: 44800 } } }.",
  path: "Write prices above 0 by their times: path: { 0m: 64000, 1h: 44800 }.",
  walk: "Write the seed, a whole number from 0: walk: 7.",
  start: "Write a price above 0.",
  volatility: "Write a percentage above 0, and at most 50: volatility: 0.1.",
  file: "Write the name of a file of candles, relative to this file.",
  signals: "Write a list: signals: [{ bot: btc-dip, at: 10m }].",
  bot: "Write the key of a bot.",
  at: "Write a time from the beginning: 10m or 1h30m.",
  every: "Write a time: 30m or 1h.",
  opened: "Write a time from the beginning: 10m or 1h30m.",
  closed: "Write a time from the beginning: 10m or 1h30m.",
  expect: `Write a list of lines, each as ${EXPECTATION_FORM}: expect: [liquidations == 0].`,
  deals: "Write a list: deals: [{ bot: btc-dip, ended: take-profit }].",
  safetyOrders: "Write a whole number from 0.",
  entry: "Write a price above 0.",
  exit: "Write a price above 0.",
  net: "Write an amount.",
};

function remedyOf(path: Path): string {
  const key = path.findLast((part) => typeof part === "string" && Object.hasOwn(REMEDIES, part));
  return REMEDIES[key ?? ""] ?? "A scenario has these keys: scenario, balance, prices, and expect or deals.";
}
