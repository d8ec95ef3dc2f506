// Builds the facts of experiments for tests of pages: each variant with its bots, and the nets of their deals, two a day.
import type { ExperimentResults, Measure, ResultsFacts, VariantCurve, VariantRow } from "../../../src/model/results.js";
import { compareVariants, type VariantDeals } from "../../../src/results/compare-variants.js";
import type { CountedBot } from "../../../src/results/experiments.js";
import { figuresOf } from "../../../src/results/figures.js";
import { spanOf, variantCurve } from "../../../src/results/variant-days.js";
import { dealOf, endedOf, type Given } from "./versions-of.js";

export interface GivenVariant {
  readonly name: string;
  /** Of each of its bots the nets of its deals. */
  readonly bots: readonly (readonly number[])[];
  /** Value of the setting that the experiment tries; absent of the control, which has 1. */
  readonly tries?: string;
  /** What the service says of a net, where that is no number. */
  readonly unknown?: boolean;
  /** Bots with a running deal. */
  readonly running?: number;
}

/** The first of each is the control. */
export function experimentFacts(
  given: Readonly<Record<string, readonly GivenVariant[]>>,
  { account = "main", measure = "day" }: { readonly account?: string; readonly measure?: Measure } = {},
): ResultsFacts {
  const groups = Object.entries(given).map(([experiment, variants]) => ({
    experiment,
    variants: variants.map((one) => variantOf(one, account)),
  }));
  const pairs = groups.flatMap(({ experiment, variants: [control, ...treated] }) =>
    control === undefined ? [] : treated.map((one) => ({ experiment, control, treated: one })),
  );
  const { compared, confidence } = compareVariants(pairs, { measure, seed: "test", asOf: 0 });
  const curves: VariantCurve[] = [];
  const experiments = groups.map(({ experiment, variants }): ExperimentResults => {
    const span = spanOf(
      variants.flatMap(({ bots }) => bots),
      0,
    );
    const rows = variants.map((one): VariantRow => {
      const { points, perBotDay } = variantCurve(one.bots, span);
      curves.push({ experiment, variant: one.variant, asset: one.asset, points });
      const deals = one.bots.flatMap(({ stretches }) => stretches.flat());
      const tries = given[experiment]?.find(({ name }) => name === one.variant)?.tries;
      return {
        ...{ variant: one.variant, settings: one.settings, perBotDay },
        bots: one.bots.map(({ address }) => address),
        declared: [{ field: "percentSafetyOrder", values: [tries ?? "1"], isUndeclared: false }],
        figures: figuresOf(
          one.asset,
          [deals.toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0))],
          one.bots.flatMap(({ running }) => running),
          0,
        ),
      };
    });
    const own = compared.filter((one) => one.experiment === experiment);
    return {
      ...{ experiment, rows, since: rows[0]?.figures.first ?? null },
      comparisons: own.map(({ control, treated, interval, days, verdict, why, caveats }) => ({
        ...{ control: control.variant, variant: treated.variant, asset: treated.asset, measure },
        ...{ days, verdict, why, caveats },
        interval: interval && {
          difference: interval.difference.toFixed(3),
          low: interval.low.toFixed(3),
          high: interval.high.toFixed(3),
        },
      })),
      others: [{ address: `${account}/edited`, variant: rows.at(-1)?.variant ?? "", deals: 3 }],
      early: null,
    };
  });
  return {
    ...{ by: "variant", measure, confidence, rows: [], comparisons: [], curves: [] },
    accounts: [{ account, shown: 400, mayLack: false, profit: "after-fees" }],
    commits: { kind: "none", why: account },
    experiments,
    variantCurves: curves,
  };
}

let id = 0;

function variantOf({ name, bots, tries, unknown = false, running = 0 }: GivenVariant, account: string): VariantDeals {
  const counted = bots.map((nets, index): CountedBot => {
    const deals = nets.map((net, place): Given => {
      id += 1;
      return { id, net: unknown ? "?" : net.toFixed(8), hour: place * 12 };
    });
    return {
      ...{ address: `${account}/${name}-${index + 1}`, variant: name, pair: "USDT-BTC", asset: "USDT", others: 0 },
      stretches: [endedOf(deals)],
      running: index < running ? [dealOf({ id: 9_000 + index, net: "0" })] : [],
    };
  });
  return { variant: name, asset: "USDT", settings: tries === undefined ? [] : ["percentSafetyOrder"], bots: counted };
}
