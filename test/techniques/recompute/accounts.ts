// Random accounts with deals in flight: bots that are changed, flipped, moved, turned off or created, what their positions hold, and botform's figures.
import fc from "fast-check";
import type { Access, ObservedBot } from "../../../src/model/bot/bot.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { RunningDeal } from "../../../src/model/deal/deal.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { ExchangeTable, StatedAssumptions } from "../../../src/model/risk/assumptions.js";
import { asItIs, dealStep, directPlan } from "../../../src/reconcile/plan/direct-plan.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { readExchange } from "../../../src/risk/exchange-file.js";
import { dealPrices, type FoundPrice, type Held, pricesOf } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";
import { deal, desired, desiredBot, live } from "../../unit/reconcile/fleet.js";

const LEVELS = { "USDT-BTC": 64000, "USDT-ETH": 2500, "USDT-SOL": 150, "USDC-BTC": 63900 } as const;
const PAIRS = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "USDC-BTC"] as const;

/** A random bot may look like another one under a new title. */
const WITHOUT_QUESTIONS = { allowReplace: false, questions: false };

const between = (least: number, most: number, places = 2) =>
  fc
    .integer({ min: Math.round(least * 10 ** places), max: Math.round(most * 10 ** places) })
    .map((whole) => String(whole / 10 ** places));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const often = fc.constantFrom(true, true, true, false);

const settings: fc.Arbitrary<SomeFields> = fc.record({
  pairTitle: fc.constantFrom(...PAIRS, ...PAIRS.slice(0, 3)),
  strategy: fc.constantFrom("LONG", "SHORT"),
  leverage: fc.constantFrom("1", "2", "3", "5", "10", "20", "50", "75"),
  marginMode: fc.constantFrom("ISO", "CROSS"),
  percentTakeProfit: between(0.3, 6),
  percentSafetyOrder: between(0.2, 8),
  volumeFirstOrder: between(6, 200),
  volumeSafetyOrder: maybe(between(6, 200)),
  countOrderMax: maybe(between(1, 12, 0)),
  martingaleScale: maybe(between(1.05, 1.8)),
  dynamicStepScale: maybe(between(1.05, 1.5)),
});
const OWN = [
  ...(["pairTitle", "strategy", "leverage", "marginMode", "percentTakeProfit", "percentSafetyOrder"] as const),
  ...(["volumeFirstOrder", "volumeSafetyOrder", "countOrderMax", "martingaleScale", "dynamicStepScale"] as const),
];
/** The first settings, with some of the second. */
const changed = fc.record({ by: settings, names: fc.subarray(OWN, { maxLength: 4 }) });
type Changed = typeof changed extends fc.Arbitrary<infer T> ? T : never;

function change(fields: SomeFields, { by, names }: Changed): SomeFields {
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, by[name] ?? null])) };
}

const bot = fc.record({
  kind: fc.constantFrom("live", "live", "live", "new", "undeclared"),
  was: settings,
  now: changed,
  /** Settings that the configuration leaves alone. */
  open: fc.subarray(["countOrderMax", "volumeSafetyOrder", "martingaleScale"] as const, { maxLength: 1 }),
  on: often,
  enabled: fc.constantFrom(true, true, false, undefined),
  deals: fc.array(
    fc.record({ kept: changed, near: between(0.97, 1.03, 4), isPriced: often, isHeld: often, filled: between(1, 6) }),
    { maxLength: 2 },
  ),
});

const tiers = fc
  .record({ first: fc.constantFrom<number>(0.004, 0.005, 0.0065), steps: fc.array(fc.integer({ min: 2, max: 5 })) })
  .map(({ first, steps }) => {
    const rows = [{ floor: 0, rate: first }];
    for (const [index, step] of steps.slice(0, 6).entries())
      rows.push({ floor: (rows[index]?.floor || 500) * step, rate: Number((first * 1.5 ** (index + 1)).toFixed(6)) });
    return rows;
  });
const limits = { "USDT-BTC": { tick: "0.1", lot: "0.001" }, "USDT-ETH": { lot: "0.01" } };
const said: fc.Arbitrary<StatedAssumptions> = fc.record(
  {
    volumeMeaning: fc.constantFrom("notional", "margin"),
    volumeBase: fc.constantFrom("first", "safety"),
    anchor: fc.constantFrom("base", "previous", "average"),
    takerFee: fc.constantFrom("0.0004", "0.001"),
    fundingRate: fc.constantFrom("0.0003", "-0.0002"),
    liquidation: fc.constantFrom("binance", "bybit", "gate"),
    reserve: fc.constantFrom("0.1", "0.25"),
    safetyBuffer: fc.constant("0.05"),
    maintenance: fc.constantFrom("0.004", "0.01"),
    roundingMode: fc.constantFrom("half-up", "down", "up"),
    pairs: fc.constant(limits),
  },
  { requiredKeys: [] },
);

const account = fc.record({
  said,
  tables: fc.record({ btc: tiers, other: tiers }),
  undeclared: fc.constantFrom("report", "turn-off"),
  bots: fc.array(bot, { minLength: 1, maxLength: 8 }),
  level: between(0.8, 1.2, 4),
  given: fc.subarray([...PAIRS]),
  wallet: maybe(between(30, 30_000)),
  /** A plan of `deals complete`. */
  completes: fc.constantFrom(false, false, false, false, true),
});
type Drawn = typeof account extends fc.Arbitrary<infer T> ? T : never;

const price = (pair: string, ...factors: readonly string[]) => {
  const level = Object.entries(LEVELS).find(([name]) => name === pair)?.[1] ?? 1;
  return String(Number(factors.reduce((product, factor) => product * Number(factor), level).toPrecision(7)));
};

function dealsOf({ bots }: Drawn, level: string) {
  return bots.flatMap(({ kind, was, deals }, index) =>
    (kind === "new" ? [] : deals).map(({ kept, near, isPriced, isHeld, filled }, place) => {
      const own = change(was, kept);
      const pairTitle = own.pairTitle ?? "";
      const entryPrice = isPriced ? price(pairTitle, level, near) : null;
      const settings = { ...live(index + 1, `Bot ${index + 1}`, { fields: own }).fields };
      return { isHeld, filled, one: deal(500 + 10 * index + place, index + 1, { pairTitle, entryPrice, settings }) };
    }),
  );
}

/** At most one position of a pair and side, as an exchange has it. */
function heldBy(deals: ReturnType<typeof dealsOf>, level: string): readonly Held[] {
  const held = new Map<string, Held>();
  for (const { isHeld, filled, one } of deals) {
    const { pairTitle: pair, settings } = one;
    const side = settings.strategy === "SHORT" ? "SHORT" : "LONG";
    if (!isHeld || held.has(`${pair} ${side}`)) continue;
    const [entryPrice, cost] = [
      one.entryPrice ?? price(pair, level),
      Number(settings.volumeFirstOrder) * Number(filled),
    ];
    const [margin, amount] = [cost / Number(settings.leverage), cost / Number(entryPrice)].map((one) => one.toFixed(6));
    if (margin === undefined || amount === undefined) continue;
    const isolated = settings.marginMode === "ISO";
    const markPrice = price(pair, level);
    held.set(`${pair} ${side}`, {
      pair,
      side,
      margin: String(Number(margin)),
      amount,
      entryPrice,
      markPrice,
      isolated,
    });
  }
  return [...held.values()];
}

/** As `deals complete` plans it. */
function completing({ id }: RunningDeal, bot: ObservedBot, access: Access): Plan {
  const address = `main/b${bot.id}`;
  const about = { account: "main", exchange: access.exchange, command: "deals complete", observedBots: 1 };
  return directPlan(about, [asItIs({ address, live: bot, access })], [dealStep(address, "complete-deal", { id })]);
}

function tableOf({ tables: { btc, other } }: Drawn) {
  const exchange = { source: "random", date: "2026-11-01", pairs: { "USDT-BTC": { tiers: btc } }, other };
  const reading = readExchange(JSON.stringify(exchange));
  if (!reading.ok) throw new Error(reading.problem);
  const table: ExchangeTable = reading.table;
  return { exchange, table };
}

/** What the account is, and what botform makes of it. */
function figured(drawn: Drawn, number: number) {
  const { bots, undeclared, level, wallet } = drawn;
  const { exchange, table } = tableOf(drawn);
  const wanted = bots.flatMap(({ kind, was, now, open, enabled }, index) => {
    if (kind === "undeclared") return [];
    const fields = Object.entries(change(was, now)).filter(
      ([name]) => kind === "new" || !open.some((one) => one === name),
    );
    return [{ id: index + 1, enabled, fields: Object.fromEntries(fields) }];
  });
  const standing = bots.flatMap(({ kind, was, on }, index) =>
    kind === "new" ? [] : [live(index + 1, `Bot ${index + 1}`, { fields: was, on })],
  );
  const ofDeals = dealsOf(drawn, level);
  const deals = ofDeals.map(({ one }) => one);
  const declared = desired(
    wanted.map(({ id, enabled, fields }) =>
      desiredBot(`b${id}`, { enabled, fields: { title: `Bot ${id}`, ...fields } }),
    ),
    { undeclared },
  );
  const access = { id: 1, title: "Main", exchange: declared.exchange };
  const made = makePlan(declared, { accesses: [access], bots: standing, deals, pairs: null }, WITHOUT_QUESTIONS);
  const [first] = drawn.completes ? deals : [];
  const owner = standing.find(({ id }) => id === first?.botId);
  const closing = first && owner && completing(first, owner, access);
  const held = wallet === null ? [] : heldBy(ofDeals, level);
  const marks = held.map(({ pair }): FoundPrice => ({ pair, price: price(pair, level), source: "position" }));
  const given = drawn.given.map((pair): FoundPrice => ({ pair, price: price(pair, level, "1.001"), source: "given" }));
  const funds = wallet === null ? undefined : { USDT: { wallet, free: String(Number(wallet) / 2) } };
  const money = moneyOf(
    closing ?? made,
    standing,
    deals,
    {
      prices: pricesOf([...marks, ...dealPrices(deals), ...given]),
      funds: funds && new Map(Object.entries(funds)),
      held,
    },
    assumptionsOf(drawn.said, table),
  );
  return {
    ...{ number, said: drawn.said, exchange, undeclared, declared: wanted, held, money },
    live: standing.map(({ id, fields, status }) => ({ id, on: status.on, fields })),
    deals: deals.map(({ id, botId, entryPrice, settings }) => ({ id, botId, entry: entryPrice, settings })),
    given: Object.fromEntries(given.map(({ pair, price }) => [pair, price])),
    ...{ funds: funds ?? null, completes: closing === undefined ? null : first?.id },
  };
}

export function accounts(count: number): readonly ReturnType<typeof figured>[] {
  return fc.sample(account, count).map(figured);
}
