// What a plan says that bots may tie up is at least what the market makes of them: deals that run on, and those that follow.
import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { advance } from "../../../src/market/advance.js";
import { isRefusal, openDeal } from "../../../src/market/commands.js";
import type { Deal } from "../../../src/market/deal.js";
import { DEFAULT_RULES } from "../../../src/market/rules.js";
import { settingsOf } from "../../../src/market/settings.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { accountRisk, type Countable, mostOf } from "../../../src/risk/account-risk.js";
import { DEFAULT_ASSUMPTIONS } from "../../../src/risk/assumptions.js";
import { NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { found } from "../../unit/policy/input.js";
import { live } from "../../unit/reconcile/fleet.js";

const PAIRS = ["USDT-BTC", "USDT-ETH"] as const;
const FIRST = 100;

const whole = (min: number, max: number) => fc.integer({ min, max }).map(String);
const settings: fc.Arbitrary<SomeFields> = fc.record({
  pairTitle: fc.constantFrom(...PAIRS),
  strategy: fc.constantFrom("LONG", "SHORT"),
  leverage: whole(1, 10),
  marginMode: fc.constant("CROSS"),
  percentTakeProfit: whole(1, 5),
  percentSafetyOrder: whole(1, 4),
  volumeFirstOrder: whole(10, 100),
  volumeSafetyOrder: whole(10, 100),
  countOrderMax: whole(0, 6),
  martingaleScale: fc.constantFrom(null, "1.2", "1.5"),
});
/** Moves of both pairs, in percent. */
const moves = fc.array(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })), {
  minLength: 5,
  maxLength: 25,
});
const fleet = fc.array(fc.record({ old: settings, now: settings, on: fc.boolean(), runs: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});

const pricesAfter = (before: readonly number[], by: readonly number[]) =>
  before.map((price, index) => price * (1 + (by[index] ?? 0) / 100));

/** A bot in the market: the deal that ran before the plan, and those of its new settings. */
class Played {
  readonly deals: Deal[] = [];

  open(fields: SomeFields, prices: readonly number[]): void {
    const step = openDeal(settingsOf(fields), DEFAULT_RULES, marketOf(fields.pairTitle, prices));
    if (!isRefusal(step)) this.deals.push(step.deal);
  }

  move(prices: readonly number[]): void {
    for (const [index, deal] of this.deals.entries())
      this.deals[index] = advance(deal, DEFAULT_RULES, marketOf(deal.settings.pairTitle, prices)).deal;
  }

  runsAs({ pairTitle, strategy }: SomeFields): boolean {
    return this.running().some((one) => one.settings.pairTitle === pairTitle && one.settings.strategy === strategy);
  }

  running(): readonly Deal[] {
    return this.deals.filter(({ status }) => status !== "ENDED");
  }

  position(): Big {
    return this.running().reduce((sum, { cost }) => sum.plus(cost), new Big(0));
  }
}

function marketOf(pair: string | null | undefined, prices: readonly number[]) {
  return { price: String(prices[pair === PAIRS[0] ? 0 : 1] ?? FIRST), time: 0 };
}

/** Amounts are rounded to lots of 0.00000001, prices to 12 digits. */
const ROUNDING = "0.001";

it("a fleet's deals never hold more than the plan said, whatever prices do", () => {
  fc.assert(
    fc.property(fleet, moves, moves, (bots, before, after) => {
      const all = bots.map((bot) => ({ ...bot, played: new Played() }));
      let prices: readonly number[] = PAIRS.map(() => FIRST);
      for (const { old, runs, played } of all) if (runs) played.open(old, prices);
      for (const by of before) {
        prices = pricesAfter(prices, by);
        for (const { played } of all) played.move(prices);
      }
      const planned = all.map(({ old, now, on, played }) => {
        const bot: Countable = { fields: now, on, running: played.running().map(() => old) };
        return { on, now, played, bot, most: mostOf(bot, DEFAULT_ASSUMPTIONS, new WeakMap())?.position ?? "" };
      });
      const counted = planned.map(({ bot }) => bot);
      const total = accountRisk(counted, NO_MARKET_DATA, DEFAULT_ASSUMPTIONS).quotes[0]?.position ?? "0";
      const sum = (some: readonly Big[]) => some.reduce((left, right) => left.plus(right), new Big(0));
      expect(sum(planned.map(({ most }) => new Big(most))).toFixed()).toBe(total);
      for (const by of after) {
        prices = pricesAfter(prices, by);
        for (const { on, now, played, most } of planned) {
          played.move(prices);
          // On its own pair and side a bot waits for its deal to end; elsewhere it may open at once.
          if (on && !played.runsAs(now)) played.open(now, prices);
          expect(Number(played.position().minus(most))).toBeLessThan(Number(ROUNDING));
        }
        expect(Number(sum(planned.map(({ played }) => played.position())).minus(total))).toBeLessThan(Number(ROUNDING));
      }
    }),
    { numRuns: 150 },
  );
});

/** The bots as YAML, under the defaults of the policies' tests. */
function written(bots: readonly { readonly now: SomeFields; readonly on: boolean }[]): string {
  return bots
    .map(({ now, on }, index) => `  b${index}: ${JSON.stringify({ title: `B${index}`, ...numbers(now), enabled: on })}`)
    .join("\n");
}

function numbers(fields: SomeFields): object {
  const isText = (name: string) => ["pairTitle", "strategy", "marginMode"].includes(name);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isText(name) || value === null ? value : Number(value)]),
  );
}

it("a limit that denies is passed by no fleet that it lets through", () => {
  const sound = fc.tuple(settings, whole(1, 6)).map(([one, countOrderMax]): SomeFields => ({ ...one, countOrderMax }));
  const bots = fc.array(fc.record({ old: sound, now: sound, on: fc.boolean(), runs: fc.boolean() }), {
    ...{ minLength: 1, maxLength: 5 },
  });
  const ended = { let: 0, denied: 0 };
  fc.assert(
    fc.property(bots, fc.integer({ min: 1, max: 25 }), moves, (fleetNow, limit, after) => {
      const all = fleetNow.map((bot, index) => ({ ...bot, index, played: new Played() }));
      let prices: readonly number[] = PAIRS.map(() => FIRST);
      for (const { old, runs, played } of all) if (runs) played.open(old, prices);
      const observed = all.map(({ old, on, index }) => {
        const bot = live(index + 1, `B${index}`, { on });
        return { ...bot, fields: { ...bot.fields, ...old } };
      });
      const deals = all.flatMap(({ played, index, old }) =>
        played.running().map(() => ({
          ...{ id: index + 70, botId: index + 1, pairTitle: old.pairTitle ?? "", entryPrice: String(FIRST) },
          ...{ settings: { ...live(1, "A").fields, ...old }, takeProfits: [] },
        })),
      );
      const cap = `policies:\n  cap: { rule: max-wallet-exposure, of: account, limit: ${limit} }\n`;
      const findings = found(`${cap}bots:\n${written(fleetNow)}\n`, { live: observed, deals, balance: "10000" });
      // What was beyond it before, and the plan makes no worse, is a warning.
      const own = findings.filter(({ policy }) => policy === "cap");
      if (own.some(({ severity }) => severity === "deny")) ended.denied += 1;
      if (own.length > 0) return;
      ended.let += 1;
      for (const by of after) {
        prices = pricesAfter(prices, by);
        for (const { on, now, played } of all) {
          played.move(prices);
          if (on && !played.runsAs(now)) played.open(now, prices);
        }
        const held = all.reduce((sum, { played }) => sum.plus(played.position()), new Big(0));
        expect(Number(held)).toBeLessThanOrEqual(limit * 100 + Number(ROUNDING));
      }
    }),
    { numRuns: 100 },
  );
  expect(Math.min(ended.let, ended.denied)).toBeGreaterThan(10);
});
