// The tries of a sweep by what they tried: each combination with its worst reading, and the combinations beside it.
import Big from "big.js";
import type { TryFacts } from "../model/risk/simulation.js";
import { isUntraded } from "./untraded.js";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

export interface VariantFacts {
  readonly values: TryFacts["values"];
  /** Of its readings of the candles the one with the least result. */
  readonly worst: TryFacts;
  /** Those that differ in one setting, by the value before or after: places in the list. */
  readonly neighbours: readonly number[];
}

/** In the order in which they were given. */
export function variantsOf(tries: readonly TryFacts[]): readonly VariantFacts[] {
  const groups = new Map<string, TryFacts[]>();
  for (const one of tries) {
    const key = JSON.stringify(one.values);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const found = [...groups.values()].flatMap((own) => {
    const [worst] = own.toSorted((left, right) => new Big(left.totals.result).cmp(right.totals.result));
    return worst === undefined ? [] : [{ values: worst.values, worst }];
  });
  const steps = stepsOf(found.map(({ values }) => values));
  return found.map(({ values, worst }) => ({
    values,
    worst,
    neighbours: found.flatMap((other, index) => (isBeside(values, other.values, steps) ? [index] : [])),
  }));
}

export function isTraded({ worst }: VariantFacts): boolean {
  return !isUntraded(worst);
}

/**
 * Those that came out best: of the ones that made a deal, those with no liquidation if there are any, by result, then by drawdown.
 * More than one where these are equal; the first is the one with the least risk: the lowest leverage, then the least margin.
 */
export function bestVariants(variants: readonly VariantFacts[]): readonly VariantFacts[] {
  const traded = variants.filter(isTraded);
  const safe = traded.filter(({ worst }) => worst.totals.liquidations === 0);
  const sorted = (safe.length > 0 ? safe : traded).toSorted((left, right) => {
    return byOutcome(left, right) || new Big(leverageOf(left)).cmp(leverageOf(right)) || byMargin(left, right);
  });
  const [best] = sorted;
  return best === undefined ? [] : sorted.filter((one) => byOutcome(one, best) === 0);
}

function byOutcome({ worst: { totals: left } }: VariantFacts, { worst: { totals: right } }: VariantFacts): number {
  return (
    new Big(right.result).cmp(left.result) ||
    new Big(left.drawdown).cmp(right.drawdown) ||
    left.liquidations - right.liquidations
  );
}

function byMargin({ worst: left }: VariantFacts, { worst: right }: VariantFacts): number {
  return new Big(left.totals.margin).cmp(right.totals.margin);
}

/** Of a sweep that doesn't vary leverage, all are alike: 0. */
export function leverageOf({ values }: VariantFacts): string {
  return values.find(([name]) => name === "leverage")?.[1] ?? "0";
}

/** A setting whose best value is the least or the greatest that was tried: a better one may lie beyond. */
interface EdgeFacts {
  readonly name: string;
  readonly value: string;
  readonly end: "lowest" | "highest";
}

/** None for words, for a setting with one value, for one whose next value does as well, and where nothing lies beyond. */
export function edgesOf(best: readonly VariantFacts[], variants: readonly VariantFacts[]): readonly EdgeFacts[] {
  const [first] = best;
  return (first?.values ?? []).flatMap(([name, value], place) => {
    const numbers = numbersOf(variants, place);
    if (value === null || numbers.length < 2 || !numbers.includes(value)) return [];
    const [lowest, highest] = [numbers[0], numbers.at(-1)];
    const end = value === lowest ? "lowest" : value === highest ? "highest" : undefined;
    if (end === undefined || (end === "lowest" && isLeast(name, value))) return [];
    const inner = end === "lowest" ? numbers[1] : numbers.at(-2);
    return best.some((other) => other.values[place]?.[1] === inner) ? [] : [{ name, value, end }];
  });
}

function numbersOf(variants: readonly VariantFacts[], place: number): readonly string[] {
  const all = new Set(variants.flatMap(({ values }) => values[place]?.[1] ?? []));
  return [...all].filter((value) => NUMBER.test(value)).toSorted((left, right) => new Big(left).cmp(right));
}

/** No setting goes below 0, and no leverage below 1. */
function isLeast(name: string, value: string): boolean {
  return new Big(value).lte(name === "leverage" ? 1 : 0);
}

/** `leverage 3, percentTakeProfit off`. */
export function variantName({ values }: Pick<VariantFacts, "values">): string {
  return values.map(([name, value]) => `${name} ${value ?? "off"}`).join(", ");
}

/** The values of each setting: numbers by their size, words as they were given. */
function stepsOf(all: readonly TryFacts["values"][]): ReadonlyMap<string, readonly (string | null)[]> {
  const steps = new Map<string, (string | null)[]>();
  for (const values of all)
    for (const [name, value] of values) {
      const own = steps.get(name) ?? [];
      if (!own.includes(value)) steps.set(name, [...own, value]);
    }
  return new Map([...steps].map(([name, values]) => [name, inOrder(values)]));
}

function inOrder(values: readonly (string | null)[]): readonly (string | null)[] {
  if (!values.every((value) => value !== null && NUMBER.test(value))) return values;
  return values.toSorted((left, right) => new Big(left ?? 0).cmp(right ?? 0));
}

function isBeside(
  left: TryFacts["values"],
  right: TryFacts["values"],
  steps: ReadonlyMap<string, readonly (string | null)[]>,
): boolean {
  const apart = left.flatMap(([name, value], index) => {
    const other = right[index]?.[1] ?? null;
    const values = steps.get(name) ?? [];
    return value === other ? [] : [Math.abs(values.indexOf(value) - values.indexOf(other))];
  });
  return apart.length === 1 && apart[0] === 1;
}
