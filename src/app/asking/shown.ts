// Looks at what a service shows anyhow: words, types, orders and fields, of what was read. Nothing here asks.
import { isRecord } from "../../model/record.js";
import type { Seen } from "../../model/service-questions.js";
import { counted } from "../../model/text/counted.js";

/** Parsed JSON, unchecked. */
type Json = unknown;
type Row = Readonly<Record<string, Json>>;

/** Everything that was read of one account, as it came. */
export interface Reading {
  /** Whole answers, envelopes and all. */
  readonly envelopes: readonly Json[];
  /** Of each exchange. */
  readonly lists: readonly (readonly Row[])[];
  /** Of some of the bots. */
  readonly details: readonly Row[];
  readonly running: readonly Row[];
  /** Of each access. */
  readonly histories: readonly (readonly Row[])[];
  readonly account: Row;
}

export function rowsOf(value: Json): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** What can be told for sure; a question that nothing answers isn't among them. */
export function seenIn(reading: Reading): readonly Seen[] {
  const bots = [...reading.lists.flat(), ...reading.details];
  const settings = bots.map(({ settings: own }) => own).filter(isRecord);
  return [
    ...statuses(bots),
    ...typesOf(settings),
    ...fieldsOf(reading, bots, settings),
    ...listOrder(reading.lists),
    ...deals(reading),
    ...accounts(reading.account),
  ];
}

/** DISABLED and 0 are off; everything else is taken for on (S-32). */
function statuses(bots: readonly Row[]): readonly Seen[] {
  const words = [...new Set(bots.map(({ status }) => status))];
  const isOff = (word: Json) => word === 0 || word === "0" || word === "DISABLED";
  const shown = (word: Json) => (typeof word === "string" || typeof word === "number" ? String(word) : "");
  const off = words.filter(isOff).map(shown);
  const on = words.filter((word) => !isOff(word)).map(shown);
  const one = (name: "statusOff" | "statusOn", [word, ...others]: readonly string[]): readonly Seen[] => {
    if (word === undefined) return [];
    const detail = others.length === 0 ? "the only word seen" : `beside ${others.join(", ")}`;
    return [{ name, value: word, detail: `${detail}, of ${counted(bots.length, "reading")}` }];
  };
  return [...one("statusOff", off), ...one("statusOn", on)];
}

const DECIMALS = ["percent_take_profit", "percent_safety_order", "volume_first_order"];
const COUNTS = ["count_order_max", "martingale", "dynamic_step", "cycle_limit"];
const LIMITS = ["price_level_up", "price_level_down"];

function typesOf(settings: readonly Row[]): readonly Seen[] {
  const of = (names: readonly string[]) =>
    settings.flatMap((own) => names.map((name) => own[name])).filter((value) => value !== "" && value != null);
  const counts = of(COUNTS);
  const limits = of(LIMITS);
  const decimals = of(DECIMALS).filter((value) => typeof value === "string");
  const isNumber = (value: Json) => typeof value === "number";
  const padded = decimals.filter((text) => /\.\d*0$/.test(text)).length;
  return [
    ...either("settingTypes", counts, counts.some(isNumber) ? "mixed" : "strings"),
    ...either("priceLevels", limits, limits.some(isNumber) ? "number" : "string"),
    ...either("numbers", decimals, padded > 0 ? "padded" : "plain"),
  ];
}

function either(name: Seen["name"], values: readonly Json[], value: string): readonly Seen[] {
  const [first] = values;
  return first === undefined ? [] : [{ name, value, detail: `for example ${JSON.stringify(first)}` }];
}

const ENVELOPE: ReadonlySet<string> = new Set(["isSuccess", "errorMessage", "data"]);
const BOT: ReadonlySet<string> = new Set(
  "id userId title pairTitle accessId strategy leverage status settings updated exchange".split(" "),
);
const SETTINGS: ReadonlySet<string> = new Set([
  ...["margin_mode", "type_take_profit", "type_first_order", "volume_safety_order", "count_order_working"],
  ...["martingale_scale", "dynamic_step_scale", "cycle_limit_scale", "price_level"],
  ...["tb_group_indicator", "tb_indicator", "tb_interval"],
  ...DECIMALS,
  ...COUNTS,
  ...LIMITS,
]);

function fieldsOf({ envelopes }: Reading, bots: readonly Row[], settings: readonly Row[]): readonly Seen[] {
  if (bots.length === 0) return [];
  const unknown = (rows: readonly Row[], known: ReadonlySet<string>) =>
    rows.flatMap((row) => Object.keys(row).filter((key) => !known.has(key)));
  const extra = [
    ...unknown(envelopes.filter(isRecord), ENVELOPE),
    ...unknown(bots, BOT),
    ...unknown(settings, SETTINGS),
  ];
  const names = [...new Set(extra)];
  const detail = names.length === 0 ? `none, in ${counted(bots.length, "reading")} of bots` : names.join(", ");
  return [{ name: "extraFields", value: names.length === 0 ? "none" : "some", detail }];
}

function listOrder(lists: readonly (readonly Row[])[]): readonly Seen[] {
  const ids = lists.map((list) => list.map(({ id }) => Number(id))).filter((list) => list.length > 1);
  if (ids.length === 0) return [];
  const all = (isRight: (before: number, after: number) => boolean) =>
    ids.every((list) => list.every((id, at) => at === 0 || isRight(list[at - 1] ?? id, id)));
  const value = all((a, b) => a < b) ? "ascending" : all((a, b) => a > b) ? "descending" : "neither";
  return [{ name: "listOrder", value, detail: `by id, of ${ids.flat().length} bots` }];
}

function deals({ running, histories }: Reading): readonly Seen[] {
  const positions = [...running, ...histories.flat()].map(({ position }) => position).filter(isRecord);
  const amounts = positions.map(({ amount }) => amount).filter((value) => value != null);
  const numbers = either("dealNumbers", amounts, amounts.some((one) => typeof one === "number") ? "number" : "text");
  const ends = histories.map((history) => history.map(endOf)).filter((history) => new Set(history).size > 1);
  const [first = []] = ends;
  if (ends.length === 0) return numbers;
  const isSorted = (list: readonly string[]) => list.every((one, at) => at === 0 || (list[at - 1] ?? "") <= one);
  const value = ends.every(isSorted) ? "asc" : ends.every((list) => isSorted(list.toReversed())) ? "desc" : undefined;
  if (value === undefined) return numbers;
  return [...numbers, { name: "historyOrder", value, detail: `by their ends, of ${first.length} deals` }];
}

function endOf({ updated }: Row): string {
  return isRecord(updated) && typeof updated["date"] === "string" ? updated["date"] : "";
}

function accounts(account: Row): readonly Seen[] {
  const { positions, leverage } = account;
  const isEmpty = Array.isArray(positions) ? positions.length === 0 : isRecord(positions) && isBare(positions);
  const written = JSON.stringify(positions);
  return [
    ...(isEmpty
      ? [{ name: "emptyMaps", value: Array.isArray(positions) ? "array" : "object", detail: written } as const]
      : []),
    ...("leverage" in account
      ? [
          {
            name: "accountLeverage",
            value: leverage === null ? "null" : "value",
            detail: JSON.stringify(leverage),
          } as const,
        ]
      : []),
  ];
}

function isBare(map: Row): boolean {
  return Object.keys(map).length === 0;
}
