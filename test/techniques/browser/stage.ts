// Plans to draw pages of, made by the real planner from YAML and from bots as they stand, without a network.
import { loadSources } from "../../../src/config/load.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { Desired, DesiredBot } from "../../../src/model/bot/desired.js";
import { FIELD_NAMES, type Fields } from "../../../src/model/bot/field.js";
import type { RunningDeal } from "../../../src/model/deal/deal.js";
import type { Finding } from "../../../src/model/policy/finding.js";
import type { ReportView } from "../../../src/model/risk/ladder.js";
import type { Position } from "../../../src/model/text/diagnostic.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { type FailedView, type PlanView, planPage, plansPage } from "../../../src/render/html/plan-page.js";
import { reportPage } from "../../../src/render/html/report-page.js";
import { drawnAddresses } from "../../../src/render/html/steps.js";
import { nextOf, type Typed } from "../../../src/render/next.js";
import { makingAt } from "../../../src/render/plan-forms.js";
import { accountRisk } from "../../../src/risk/account-risk.js";
import { assumptionsOf, factsOf } from "../../../src/risk/assumptions.js";
import { botGrid } from "../../../src/risk/bot-grid.js";
import { type Priced as Pictured, planLadders } from "../../../src/risk/ladder.js";
import { type MarketData, pricesOf } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";

export const NOW = Date.UTC(2026, 10, 22, 12, 0);

/** Prices of two pairs, and a balance. */
export const MARKET_DATA: MarketData = {
  prices: pricesOf([
    { pair: "USDT-BTC", price: "64000", source: "position" },
    { pair: "USDT-SHIB", price: "0.00000912", source: "position" },
  ]),
  funds: new Map([["USDT", { wallet: "12000", free: "11500" }]]),
  held: [],
};

const json = JSON.stringify;

/** A configuration of bots on one access, each a line of YAML. */
export function desiredOf(bots: readonly string[]): Desired {
  const account = `apiUrl: "https://a.example", apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}"`;
  const text = `version: 1
accounts: { main: { ${account}, accesses: { primary: "Main" } } }
defaults:
  access: primary
  pairTitle: USDT-BTC
  strategy: LONG
  leverage: 5
  marginMode: ISO
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentTakeProfit: 1.2
  percentSafetyOrder: 1.5
  volumeFirstOrder: 20
  volumeSafetyOrder: 25
  countOrderMax: 6
  enabled: true
bots:
${bots.map((bot) => `  ${bot}\n`).join("")}`;
  const { accounts, diagnostics } = loadSources([{ file: "fleet.yaml", text }]);
  const desired = accounts[0]?.desired;
  if (desired === undefined) throw new Error(json(diagnostics.slice(0, 3)));
  return desired;
}

/** The live bot that is set as the configuration says. */
export function liveOf({ fields }: DesiredBot, id: number, changes: Partial<Fields> = {}, on = true): ObservedBot {
  const whole = Object.fromEntries(FIELD_NAMES.map((name) => [name, changes[name] ?? fields[name] ?? null]));
  const settings: Partial<Fields> = whole;
  return {
    id,
    accessId: 1,
    fields: complete(settings),
    status: { on, raw: on ? "ENABLED" : "DISABLED" },
    unknownSettings: [],
  };
}

function complete(fields: Partial<Fields>): Fields {
  const rest: Fields = {
    title: null,
    pairTitle: null,
    strategy: null,
    leverage: null,
    marginMode: null,
    typeTakeProfit: null,
    typeFirstOrder: null,
    percentTakeProfit: null,
    percentSafetyOrder: null,
    volumeFirstOrder: null,
    volumeSafetyOrder: null,
    countOrderMax: null,
    martingaleScale: null,
    dynamicStepScale: null,
    cycleLimitScale: null,
    indicatorGroup: null,
    indicatorName: null,
    indicatorInterval: null,
    priceLevel: null,
    priceLevelDown: null,
    priceLevelUp: null,
  };
  return { ...rest, ...fields };
}

/** What the planner makes of them, with its figures in money. */
export function pictured(
  desired: Desired,
  bots: readonly ObservedBot[] = [],
  {
    marketData = MARKET_DATA,
    deals = [],
  }: { readonly marketData?: MarketData; readonly deals?: readonly RunningDeal[] } = {},
): Pictured {
  const access = { id: 1, title: "Main", exchange: desired.exchange };
  const made = makePlan(desired, { accesses: [access], bots, deals, pairs: null });
  const assumptions = assumptionsOf();
  return { made: { ...made, money: moneyOf(made, bots, deals, marketData, assumptions) }, assumptions, marketData };
}

let made: Pictured | undefined;

/** One bot that changes for the worse with a deal running, one that is new, one that is off, one whose prices are unknown. */
export function mixed(): Pictured {
  made ??= makeMixed();
  return made;
}

function makeMixed(): Pictured {
  const desired = desiredOf([
    "btc: { title: BTC, countOrderMax: 12, percentSafetyOrder: 1, martingaleScale: 1.3, volumeSafetyOrder: null, leverage: 12, dynamicStepScale: 1.15, priceLevel: BOTH, priceLevelUp: 66000, priceLevelDown: 57000 }",
    "eth: { title: ETH, pairTitle: USDT-ETH, marginMode: CROSS }",
    "shib: { title: SHIB, pairTitle: USDT-SHIB, strategy: SHORT, countOrderMax: 40, leverage: 10 }",
    "off: { title: Off, enabled: false, leverage: 3 }",
    "same: { title: Same }",
  ]);
  const [btc, , , off, same] = desired.bots;
  if (btc === undefined || off === undefined || same === undefined) throw new Error("too few bots");
  const old = liveOf(btc, 1, { leverage: "5", countOrderMax: "5", dynamicStepScale: "1.1" });
  const deal = { id: 7, botId: 1, pairTitle: "USDT-BTC", settings: old.fields, entryPrice: "63000", takeProfits: [] };
  return pictured(desired, [old, liveOf(off, 2, { leverage: "4" }), liveOf(same, 3)], { deals: [deal] });
}

/** The same, denied by three findings of two policies, with a waived one and a standing one beside them. */
export function blocked(): Pictured {
  const one = mixed();
  const place = (line: number): Position => ({ file: "fleet.yaml", line, column: 3, text: "" });
  const denied = (address: string): Finding => ({
    ...{ code: "policy/max-leverage", severity: "deny", kind: "breach", policy: "leverage-cap", field: "leverage" },
    ...{
      address,
      summary: "leverage 12 is above 10",
      figure: "12",
      limit: "10",
      remedy: "Set leverage to at most 10.",
    },
    ...{ position: place(14), policyPosition: { ...place(5), file: "house.yaml" } },
  });
  const grid: Finding = {
    ...{ code: "policy/max-bot-notional", severity: "deny", kind: "breach", policy: "size", field: "volumeFirstOrder" },
    ...{ address: "main/shib", summary: "the full grid is 1020 USDT, above 400 USDT", remedy: "Lower the volumes." },
    ...{ position: place(18), policyPosition: { ...place(7), file: "house.yaml" } },
  };
  const waived = { reason: "hedged elsewhere", until: "2026-12-31" };
  const findings: readonly Finding[] = [
    ...["main/btc", "main/eth", "main/shib"].map(denied),
    grid,
    { ...grid, address: "main/eth", waived },
    { ...denied("main/same"), severity: "warn", kind: "standing" },
  ];
  return { ...one, made: { ...one.made, findings } };
}

/** A plan of so many updates. */
export function large(count: number): Pictured {
  const desired = desiredOf(
    Array.from(
      { length: count },
      (_, index) => `b${index}: { title: Bot ${index}, percentTakeProfit: 1.4, countOrderMax: ${4 + (index % 20)} }`,
    ),
  );
  return pictured(
    desired,
    desired.bots.map((bot, index) => liveOf(bot, index + 1, { percentTakeProfit: "1.2" })),
  );
}

/** Twenty-five bots, ten of which get four times the leverage, three times the volume and more orders while a deal of each runs. */
export function fleet(): Pictured {
  const keys = Array.from({ length: 25 }, (_, index) => index);
  const risky = "leverage: 20, volumeFirstOrder: 60, countOrderMax: 9, martingaleScale: 1.2";
  const desired = desiredOf(
    keys.map((key) => `bot-${key}: { title: Bot ${key}, marginMode: CROSS${key < 10 ? `, ${risky}` : ""} }`),
  );
  const old = { leverage: "5", volumeFirstOrder: "20", countOrderMax: "6" };
  const bots = desired.bots.map((bot, index) => liveOf(bot, index + 1, index < 10 ? old : {}));
  const deals = bots.slice(0, 10).map(({ id, fields }) => ({
    ...{ id: 50_000 + id, botId: id, pairTitle: "USDT-BTC", settings: fields, entryPrice: "63000", takeProfits: [] },
  }));
  const one = pictured(desired, bots, { deals });
  const findings = one.made.steps.map(
    ({ address }): Finding => ({
      ...{ code: "policy/martingale-volume", severity: "warn", kind: "breach", address },
      ...{
        summary: "with martingaleScale 1.2, all orders come to 1557.5209, or to 475.978",
        remedy: "Declare which applies.",
      },
      position: { file: "fleet.yaml", line: 18, column: 3, text: "" },
    }),
  );
  return { ...one, made: { ...one.made, findings } };
}

/** The report of live bots. @param title of each and of its access, in place of their own */
export function reportHtml(
  bots: readonly ObservedBot[],
  { title, ...rest }: { readonly title?: string } & Partial<Pick<ReportView, "findings" | "unknown">> = {},
): string {
  const assumptions = assumptionsOf();
  const view: ReportView = {
    account: "main",
    bots: bots.map(({ id, fields, status }) => {
      const grid = botGrid(fields, status.on, MARKET_DATA, assumptions);
      return {
        ...{
          id,
          title: title ?? fields.title ?? "",
          address: null,
          access: title ?? "Main",
          on: status.on,
          dealIds: [5],
        },
        ladder: "rungs" in grid ? { grid, upper: null, lower: null } : grid,
        most: { position: "170", margin: "34" },
      };
    }),
    deals: [],
    totals: accountRisk(
      bots.map(({ fields, status }) => ({ fields, on: status.on })),
      MARKET_DATA,
      assumptions,
    ),
    ...{ findings: [], assumptions: factsOf(assumptions), unknown: [], ...rest },
  };
  return reportPage(view, { at: new Date(NOW).toISOString(), toolVersion: title ?? "1" });
}

export function pageOf(one: Pictured): string {
  return planPage(viewOf(one), makingAt(NOW), nextOf([{ account: "main", plan: one.made }], TYPED));
}

/** Longer than a phone is wide. */
const TYPED: Typed = {
  ...{ accounts: " --account main", configured: " -c fleet/ --var-file prices.yaml --env-from keys.env" },
  ...{ bots: "", out: "", limits: { maxChangedPercent: 60 } },
};

export function plansHtml(all: readonly (Pictured | FailedView)[], now: number): string {
  return plansPage(
    all.map((one) => ("made" in one ? viewOf(one) : one)),
    makingAt(now),
  );
}

function viewOf(one: Pictured): PlanView {
  return { plan: one.made, ladders: planLadders(one, drawnAddresses(one.made)) };
}
