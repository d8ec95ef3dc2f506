// What the tests of texts and pages share: paint that can be read, bots, deals and figures in money, made without the code under test.
import type { LiveBot } from "../../../src/model/bot/live-bot.js";
import type { Deal, DealPosition, DealResult } from "../../../src/model/deal/deal.js";
import type { DealFacts } from "../../../src/model/deal/deal-facts.js";
import type { FieldChange, Plan, Step } from "../../../src/model/plan/plan.js";
import type { AssumptionFacts } from "../../../src/model/risk/assumptions.js";
import {
  type AccountRisk,
  type BotGrid,
  type BotMoney,
  type BotRisk,
  isKnown,
  type Money,
  type MostRisk,
  type QuoteRisk,
  type RungRisk,
  type ShockRisk,
  type SumRisk,
  type UnknownRisk,
} from "../../../src/model/risk/risk.js";
import type { Position } from "../../../src/model/text/diagnostic.js";
import type { Paint } from "../../../src/render/text/paint.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";

const tagged = (tag: string) => (text: string) => `<${tag}>${text}</${tag}>`;

/** Each colour as a tag around what it paints. */
export const MARKED: Paint = {
  good: tagged("good"),
  bad: tagged("bad"),
  change: tagged("change"),
  bold: tagged("b"),
  faint: tagged("faint"),
  width: 1_000,
};

/** Text that would turn a terminal upside down, or end a tag. */
export const NASTY = "<x>\u001b&";

export const UPDATED = { date: "2026-11-21 18:00:00.000000", timezone: "UTC", timezoneType: 3 };

export function placeAt(file: string, line: number, column = 3, text = ""): Position {
  return { file, line, column, text };
}

export function liveBot(id: number, title: string, changes: Partial<LiveBot> = {}): LiveBot {
  return {
    ...live(id, title, { on: true }),
    ...{ userId: 42, exchange: "SERVICE_FUTURES", countOrderWorking: "3", updated: UPDATED },
    ...changes,
  };
}

export const POSITION: DealPosition = {
  ...{ type: "isolated", side: "LONG", leverage: "5", amount: "0.01", entryPrice: "60000", markPrice: "61000" },
  ...{ liquidationPrice: "48000", profit: "10", initialMargin: null, maintenanceMargin: null },
  ...{ positionInitialMargin: null, openOrderInitialMargin: null },
};

export const RESULT: DealResult = {
  ...{ safetyQuantity: "0.02", safetyPrice: "59000", exitQuantity: "0.03", exitPrice: "61500" },
  ...{ fees: "0.5", feesAsset: "BNB", profit: "12.5", profitAsset: "USDT" },
};

export function dealFacts(
  id: number,
  changes: Partial<Deal> = {},
  around: Partial<Omit<DealFacts, "deal">> = {},
): DealFacts {
  const snapshot = liveBot(7, "BTC dip");
  const deal: Deal = {
    ...{ id, botId: 7, pairTitle: "USDT-BTC", settings: snapshot.fields, entryPrice: "60000", takeProfits: [] },
    ...{ userId: 42, accessId: 1, exchange: "SERVICE_FUTURES", snapshot, status: "ACTIVE", position: POSITION },
    ...{ result: null, updated: UPDATED },
    ...changes,
  };
  const known = { address: "main/btc", title: "BTC dip", profitPercent: "1.67" };
  return { deal, ...known, safetyOrders: { used: 1, most: "5" }, ...around };
}

export const ASSUMED: AssumptionFacts = {
  ...{ volumeMeaning: "notional", volumeBase: "first", anchor: "base", makerFee: "0.0002", takerFee: "0.0005" },
  ...{
    fundingRate: "0.0001",
    liquidation: "binance",
    reserve: "0",
    hedgeMode: true,
    hedgeModeStated: true,
    safetyBuffer: "0",
  },
  tiers: { source: "Binance USD-M", date: "2026-01-31" },
  limits: { source: "Binance's symbols", date: "2025-12-31" },
};

export function botRisk(changes: Partial<BotRisk> = {}): BotRisk {
  return {
    ...{ pair: "USDT-BTC", side: "LONG", quote: "USDT", leverage: "5", isolated: true, on: true },
    ...{ basis: { kind: "price", price: "64000", source: "position" }, orders: 3, belowZero: 0 },
    ...{ position: "1180.5", margin: "236.1", feeReserve: "1.2", cover: "0.09", bounce: "0.05", lossAtEnd: "61.25" },
    ...{
      funding: "0.12",
      walletExposure: null,
      liquidation: { kind: "outside", loss: null, price: null, distance: null },
    },
    ...changes,
  };
}

export function rungRisk(number: number, changes: Partial<RungRisk> = {}): RungRisk {
  return {
    ...{ number, deviation: "0", price: "100", quantity: "0.5", volume: "50", volumes: "50", average: "100" },
    ...{ takeProfit: "101", bounce: "0.01", margin: "10", liquidation: { kind: "never" }, distance: null, flag: null },
    ...changes,
  };
}

/** Three orders; the position is liquidated after the second. */
export function gridOf(changes: Partial<BotRisk> = {}): BotGrid {
  const inside = { kind: "inside", loss: "7", after: 1, price: "85", neverPlaced: 1, share: "0.5" } as const;
  return {
    risk: botRisk({ liquidation: inside, position: "200", margin: "40", ...changes }),
    rungs: [
      rungRisk(0, { liquidation: { kind: "price", price: "80.5" }, distance: "0.195" }),
      rungRisk(1, {
        ...{ deviation: "-0.1", price: "90", quantity: "0.6", volumes: "100", average: "94.5", takeProfit: "95.5" },
        ...{ bounce: "0.061", margin: "20", liquidation: { kind: "price", price: "85" }, distance: "0.0556" },
        flag: "last-chance",
      }),
      rungRisk(2, {
        ...{ deviation: "-0.2", price: "80", quantity: "1.25", volume: "100", volumes: "200", average: "87" },
        ...{ takeProfit: "88", bounce: "0.1", margin: "40", flag: "unreachable" },
      }),
    ],
  };
}

const NOTHING: SumRisk = { bots: 0, position: "0", margin: "0", feeReserve: "0" };

export function quoteRisk(changes: Partial<QuoteRisk> = {}): QuoteRisk {
  return {
    ...{ quote: "USDT", bots: 1, position: "1000", margin: "200", feeReserve: "1.5", disabled: NOTHING },
    ...{ need: "200", free: null, usable: null, isAffordable: null, wallet: null, walletExposure: null },
    ...changes,
  };
}

export function shockRisk(move: string, changes: Partial<ShockRisk> = {}): ShockRisk {
  return {
    ...{ quote: "USDT", move, margin: "100", maintenance: "5", loss: "0", equity: null, liquidated: 0 },
    isCrossLiquidated: false,
    ...changes,
  };
}

export function accountRisk(changes: Partial<AccountRisk> = {}): AccountRisk {
  return { quotes: [quoteRisk()], pairs: [], sides: [], shocks: [], unknown: 0, ...changes };
}

interface MoneyChanges extends Partial<Omit<Money, "bots">> {
  readonly bots?: Readonly<Record<string, Omit<BotMoney, "most">>>;
}

/** None of its bots runs a deal. */
export function moneyOf({ bots = {}, ...changes }: MoneyChanges = {}): Money {
  return {
    ...{ assumptions: ASSUMED, before: accountRisk(), after: accountRisk(), unknown: [] },
    ...changes,
    bots: Object.fromEntries(Object.entries(bots).map(([address, one]) => [address, withoutDeal(one)])),
  };
}

/** The money of a bot that runs no deal: what it ties up follows from its settings and its switch. */
export function withoutDeal({ before, after }: Omit<BotMoney, "most">): BotMoney {
  return { before, after, most: { before: before && mostOf(before), after: mostOf(after) } };
}

function mostOf(risk: BotRisk | UnknownRisk): MostRisk | null {
  if (!isKnown(risk)) return null;
  return risk.on ? { position: risk.position, margin: risk.margin } : { position: "0", margin: "0" };
}

export const LEVERAGE: readonly FieldChange[] = [
  { field: "leverage", before: "5", after: "10" },
  { field: "percentTakeProfit", before: null, after: "1.5" },
];

/** A bot that is new and goes on, one that is updated, one whose deal gets another take profit, one that goes off. */
export function variedPlan(changes: Partial<Plan> = {}): Plan {
  const steps: readonly Step[] = [
    { ...step("turn-off", "off"), reason: "it is declared off" },
    { ...step("update", "btc"), reason: "2 settings differ", changes: LEVERAGE, warnings: ["a deal of it runs"] },
    { ...step("take-profit", "eth"), deal: { id: 70, takeProfit: { before: "1", after: "2.5" } }, reason: "asked for" },
    {
      ...step("create", "new"),
      ...{ reason: "no bot has this title", warnings: [] },
      changes: [
        { field: "title", after: "New one" },
        { field: "leverage", after: "3" },
        { field: "priceLevel", after: null },
      ],
    },
    { ...step("turn-on", "new"), reason: "it is declared on" },
  ];
  const observed = (id: number, title: string) => live(id, title, { on: true });
  return planOf(
    [
      plannedBot("off", observed(1, "Off"), { target: { title: "Off" }, managed: ["title"] }),
      plannedBot("btc", observed(2, "BTC dip"), {
        target: { ...live(2, "BTC").fields, leverage: "10", percentTakeProfit: "1.5" },
        managed: ["title", "leverage", "percentTakeProfit"],
        deals: [
          {
            ...{ id: 20, pairTitle: "USDT-BTC", fingerprint: "f", percentTakeProfit: "1.2", orderPercent: null },
            ...{ order: null, keeps: [{ field: "leverage", kept: "5", after: "10" }] },
          },
        ],
      }),
      plannedBot("eth", observed(3, "ETH"), { target: { title: "ETH" }, managed: ["title"] }),
      plannedBot("new", null, { title: "New one", target: { title: "New one", leverage: "3", priceLevel: null } }),
    ],
    steps,
    { unchanged: 12, ...changes },
  );
}

const BLOCK =
  /\s*(?=<(?:section|article|div|ul|li|dl|details|table|thead|tbody|tr|th|td|figure|svg|desc|path|rect|text|circle|polyline|h\d|p|nav|footer|main)\b)/g;

/** Markup to be read: every element that isn't within a line begins one, and a space that doesn't break is a ~. */
export function laidOut(markup: { readonly text: string } | undefined): string {
  const lines = (markup?.text ?? "nothing").replaceAll("\u00a0", "~").replaceAll(BLOCK, "\n");
  return lines.replaceAll(/\n{2,}/g, "\n").trim();
}
