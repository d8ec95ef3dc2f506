// Variants side by side, day by day: a winner only where the deals of both allow it.
import { describe, expect, it } from "vitest";
import type { Deal } from "../../../src/model/deal/deal.js";
import { LEAST_DAYS, LEAST_DEALS } from "../../../src/results/compare.js";
import { compareVariants, type VariantDeals } from "../../../src/results/compare-variants.js";
import type { CountedBot } from "../../../src/results/experiments.js";
import { dealOf, endedOf, type Given } from "./versions-of.js";

const DAY = { measure: "day", seed: "test", asOf: 0 } as const;
const DEAL = { measure: "deal", seed: "test", asOf: 0 } as const;

interface Shown {
  readonly pair?: string;
  /** Hours between deals; default: 12. */
  readonly hours?: number;
  readonly more?: (index: number) => Partial<Given>;
}

let id = 0;
function bot(nets: readonly number[], { pair = "USDT-BTC", hours = 12, more = () => ({}) }: Shown = {}): CountedBot {
  const given = nets.map((net, index): Given => {
    id += 1;
    return { id, net: net.toFixed(8), hour: index * hours, ...more(index) };
  });
  const address = `main/${id}`;
  return { address, variant: "", pair, asset: "USDT", stretches: [endedOf(given)], running: [], others: 0 };
}

const variant = (name: string, bots: readonly CountedBot[], settings: readonly string[] = []): VariantDeals => ({
  ...{ variant: name, asset: "USDT", bots, settings },
});
const pair = (control: readonly CountedBot[], tried: readonly CountedBot[], settings = ["percentTakeProfit"]) => ({
  experiment: "x",
  control: variant("c", control),
  treated: variant("t", tried, settings),
});

/** A market that every bot shares: a deal in its middle lost a lot. */
const market = (index: number) => ((index * 7) % 11) - 5 - (index === 20 ? 40 : 0);
const around = (mean: number, count = 60) => Array.from({ length: count }, (_, index) => mean + market(index));
/** Independent of the market, and of each other. */
const noise = (size: number) => (index: number) => ((((index + 1) * 48_271) % 101) / 101 - 0.5) * size;

/** A deal of which nothing but its open result counts here. */
const open = (profit: string) => ({ position: { profit } }) as unknown as Deal;
const flat = (mean: number) => Array.from({ length: 60 }, (_, index) => mean + (index % 3) / 10);

const only = (...given: Parameters<typeof compareVariants>) => compareVariants(...given).compared[0];

describe("two variants", () => {
  it.each([
    { because: "more a day", nets: around(1.3), verdict: "better" },
    { because: "less a day", nets: around(0.7), verdict: "worse" },
    { because: "as much", nets: around(1), verdict: "unclear" },
    { because: "as much, but for chance", nets: around(1).map((net, at) => net + noise(2)(at)), verdict: "unclear" },
    { because: "one deal short", nets: around(9, LEAST_DEALS - 1), verdict: "too-few" },
    { because: "just enough deals", nets: around(9, LEAST_DEALS), verdict: "better" },
  ])("are $verdict with $because", ({ nets, verdict }) => {
    const found = only([pair([bot(around(1))], [bot(nets)])], DAY);
    expect(found?.verdict).toBe(verdict);
    expect(found?.interval === null).toBe(verdict === "too-few");
  });

  it("share the market: what a deal alone can't tell, the days can", () => {
    const both = [pair([bot(around(1))], [bot(around(1.3))])];
    expect([only(both, DEAL)?.verdict, only(both, DAY)?.verdict]).toEqual(["unclear", "better"]);
    expect(only(both, DAY)?.interval).toMatchObject({ difference: expect.closeTo(0.6) });
  });

  it("are compared a bot: two bots are worth no more than one", () => {
    const found = only([pair([bot(around(1))], [bot(around(1)), bot(around(1))])], DAY);
    expect([found?.verdict, found?.interval?.difference]).toEqual(["unclear", 0]);
  });

  it("take days on which both had bots, and say how many there were", () => {
    const late = (days: number) => bot(around(1), { more: (index) => ({ hour: (60 + index) * 12 - days * 24 }) });
    const [few, enough] = [LEAST_DAYS - 1, LEAST_DAYS].map((days) => only([pair([bot(around(1))], [late(days)])], DAY));
    expect([few?.verdict, few?.days, few?.why]).toEqual([
      "too-few",
      LEAST_DAYS - 1,
      `too few days to tell: both had bots on ${LEAST_DAYS - 1} days, and it takes ${LEAST_DAYS}`,
    ]);
    expect([enough?.verdict === "too-few", enough?.days]).toEqual([false, LEAST_DAYS]);
  });

  it("count a bot whose deal is stuck on to the last day, with nothing earned", () => {
    const stuck = bot(around(1, 30));
    const running = [dealOf({ id: 9_999, net: "0", hour: 1 })];
    const [gone, waits] = [stuck, { ...stuck, running }].map((one) => only([pair([bot(around(1))], [one])], DAY));
    expect([gone?.days, waits?.days]).toEqual([15, 30]);
    expect(waits?.caveats).toContain("1 deal still runs, with a result that isn't known, and isn't in these figures.");
  });

  it("count a bot that is stuck in its first deal, and say so", () => {
    const stuck: CountedBot = { ...bot([]), stretches: [], running: [open("-1")] };
    const note =
      "1 bot of t has a deal that runs and none that ended: counted as at work from the first day on, with nothing earned.";
    const winner = [pair([bot(flat(1))], [bot(flat(1.3)), stuck])];
    expect(only(winner, DAY)?.verdict).toBe("worse");
    expect(only(winner, DAY)?.caveats).toContain(note);
    expect(only(winner, DEAL)?.caveats).not.toContain(note);
    expect(only([pair([bot(flat(1))], [bot(flat(1.3))])], DAY)?.verdict).toBe("better");
  });

  it("what is open is shared by bots with deals alone: one that waits for its first takes no part", () => {
    const idle = Array.from({ length: 9 }, (): CountedBot => ({ ...bot([]), stretches: [] }));
    const [alone, among] = [[], idle].map((more) =>
      only([pair([bot(flat(1))], [{ ...bot(flat(1.3)), running: [open("-30")] }, ...more])], DAY),
    );
    expect([alone?.verdict, among?.verdict]).toEqual(["unclear", "unclear"]);
  });

  it("are unknown where one of their deals can't be read, or its end isn't one", () => {
    const broken = (net: string) => bot(around(1), { more: (index) => (index === 3 ? { net } : {}) });
    for (const net of ["n/a", `9${"0".repeat(120)}`])
      for (const how of [DAY, DEAL]) {
        const { compared, confidence } = compareVariants([pair([bot(around(1))], [broken(net)])], how);
        expect([compared.map(({ verdict }) => verdict), confidence]).toEqual([["unknown"], null]);
      }
    const year = bot(around(1), { more: (index) => (index === 0 ? { hour: -24 * 365 * 100 } : {}) });
    expect(only([pair([bot(around(1))], [year])], DAY)?.verdict).toBe("unknown");
  });

  it("say of the one that did better where none of its deals lost, the control too", () => {
    const unhurt = (name: string) => `None of ${name}'s deals lost: how much it can lose hasn't been seen yet.`;
    const found = (control: number, tried: number) => only([pair([bot(flat(control))], [bot(flat(tried))])], DAY);
    expect([found(1, 2)?.verdict, found(1, 2)?.caveats]).toEqual(["better", [unhurt("t")]]);
    expect([found(2, 1)?.verdict, found(2, 1)?.caveats]).toEqual(["worse", [unhurt("c")]]);
    expect([found(1, 1)?.verdict, found(1, 1)?.caveats]).toEqual(["unclear", []]);
    const hurt = only([pair([bot(around(1.3))], [bot(around(1))])], DAY);
    expect([hurt?.verdict, hurt?.caveats]).toEqual(["worse", []]);
  });

  it("say what the figure leaves out", () => {
    const gains = Array.from({ length: 60 }, (_, index) => 50 + (index % 3));
    const settings = (index: number) => ({ settings: { percent_take_profit: index < 30 ? "1" : "2" } });
    const tried = bot(gains, { pair: "USDT-ETH", more: settings });
    expect(only([pair([bot(around(1))], [tried], ["leverage", "percentTakeProfit"])], DAY)?.caveats).toEqual([
      "They trade different pairs: what makes the pairs differ is part of the difference.",
      "How much money a deal takes differs, too (leverage): see net on margin.",
      "The settings of t changed meanwhile, and all of them count as one.",
      "None of t's deals lost: how much it can lose hasn't been seen yet.",
    ]);
  });
});

it("many comparisons each get a wider interval, and the same deals always the same one", () => {
  const noisy = (add: number) => around(1).map((net, at) => net + add + noise(2)(at));
  const one = pair([bot(around(1))], [bot(noisy(0.2))]);
  const other = pair([bot(around(1))], [bot(noisy(0.4))]);
  const [alone, both, again] = [[one], [one, other], [one, other]].map((pairs) => compareVariants(pairs, DAY));
  expect([alone?.confidence, both?.confidence]).toEqual([0.95, 0.975]);
  const width = (found: typeof alone) => {
    const interval = found?.compared[0]?.interval;
    return (interval?.high ?? 0) - (interval?.low ?? 0);
  };
  expect(width(both)).toBeGreaterThan(width(alone));
  expect(again).toEqual(both);
});
