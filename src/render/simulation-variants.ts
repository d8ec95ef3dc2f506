// The tries of a sweep by what they tried: each combination with its worst reading, and the combinations beside it.
import Big from "big.js";
import type { TryFacts } from "../model/risk/simulation.js";

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

/** Of those with no liquidation if there are any; of equal results the one with less drawdown, then with less margin. Undefined of none. */
export function bestVariant(variants: readonly VariantFacts[]): VariantFacts | undefined {
  const safe = variants.filter(({ worst }) => worst.totals.liquidations === 0);
  const [best] = (safe.length > 0 ? safe : variants).toSorted(
    ({ worst: { totals: left } }, { worst: { totals: right } }) =>
      new Big(right.result).cmp(left.result) ||
      new Big(left.drawdown).cmp(right.drawdown) ||
      new Big(left.margin).cmp(right.margin),
  );
  return best;
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
  if (!values.every((value) => value !== null && /^-?[\d.]+$/.test(value))) return values;
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
