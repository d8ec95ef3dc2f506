// Judges a configuration given as text, as a plan on an account with the bots given, or by itself.
import { declaredAmong } from "../../../src/app/live/account.js";
import { loadSources } from "../../../src/config/load.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { RunningDeal } from "../../../src/model/deal/deal.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { Finding } from "../../../src/model/policy/finding.js";
import type { Assumptions } from "../../../src/model/risk/assumptions.js";
import type { WebhookAction } from "../../../src/model/webhook/webhook.js";
import { evaluate } from "../../../src/policy/evaluate.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { type MarketData, NO_MARKET_DATA, pricesOf } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";

export const HEAD = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main }
defaults: { strategy: LONG, leverage: 3, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20, enabled: true }
`;

export interface Setting {
  readonly live?: readonly ObservedBot[];
  readonly deals?: readonly (RunningDeal & { readonly accessId?: number | null })[];
  readonly assumptions?: Partial<Assumptions>;
  readonly allowReplace?: true;
  /** The account as it stands. */
  readonly whole?: true;
  /** false: the configuration alone. */
  readonly planned?: boolean;
  readonly now?: number;
  readonly engaged?: Readonly<Record<string, string>>;
  /** Wallet and free balance in USDT. */
  readonly balance?: string;
  /** By pair. */
  readonly prices?: Readonly<Record<string, string>>;
  readonly plan?: (plan: Plan) => Plan;
  /** The webhook of bot a that is about to be sent; then only it is judged. */
  readonly sends?: WebhookAction;
  /** It is sent to the service's Ghost bot. */
  readonly ghost?: true;
}

export const NOON = Date.parse("2026-03-04T12:00:00Z");

/** What is found in bots and policies written below HEAD. */
export function found(yaml: string, setting: Setting = {}, head = HEAD): readonly Finding[] {
  const config = loadSources([{ file: "fleet.yaml", text: `${head}${yaml}` }]);
  const errors = config.diagnostics.filter(({ severity }) => severity === "error");
  const [account] = config.accounts;
  if (account === undefined) throw new Error(JSON.stringify(errors.map(({ code, summary }) => [code, summary])));
  const { desired, resolved } = account;
  const assumptions = { ...assumptionsOf(account.assumptions), ...setting.assumptions };
  const { live = [], deals = [], allowReplace = false, balance, now = NOON, engaged = {} } = setting;
  const given = {
    ...{ desired, account: "main", live, assumptions, policies: config.policies, place: config.place },
    facts: { now, engaged: new Map(Object.entries(engaged)) },
    webhooks: new Map(resolved.map(({ address, webhooks }) => [address, webhooks.messages])),
  };
  const marketData = { ...withBalance(balance), prices: pricesOf(givenPrices(setting)) };
  if (setting.sends !== undefined) {
    const message = resolved[0]?.webhooks.messages.find(({ action }) => action === setting.sends);
    if (message === undefined) throw new Error(`bot a has no ${setting.sends} webhook`);
    const to = setting.ghost
      ? { address: undefined }
      : { address: "main/a", alias: "primary", live: live.find(({ id }) => id === 1) };
    const bots = setting.live === undefined ? {} : { live };
    const { live: _live, ...alone } = given;
    return evaluate({ ...alone, ...bots, deals, marketData, sends: { message, ...to } });
  }
  if (setting.planned === false) return evaluate(given);
  const accesses = ["Main", "Other"].map((title, index) => ({ id: index + 1, title, exchange: desired.exchange }));
  const made = makePlan(desired, { accesses, bots: live, deals, pairs: null }, { allowReplace, questions: false });
  if (setting.whole === true) {
    const empty = { ...made, steps: [], bots: {} };
    const plan = { ...empty, money: moneyOf(empty, live, deals, marketData, assumptions) };
    return evaluate({ ...given, plan, deals, marketData, whole: declaredAmong(live, accesses, desired) });
  }
  const plan = { ...made, money: moneyOf(made, live, deals, marketData, assumptions) };
  return evaluate({ ...given, deals, plan: setting.plan?.(plan) ?? plan, marketData });
}

function givenPrices({ prices = {} }: Setting) {
  return Object.entries(prices).map(([pair, price]) => ({ pair, price, source: "given" as const }));
}

function withBalance(balance: string | undefined): MarketData {
  if (balance === undefined) return NO_MARKET_DATA;
  return { ...NO_MARKET_DATA, funds: new Map([["USDT", { wallet: balance, free: balance }]]) };
}

/** All that a finding says, on a few lines. */
export function spelled(findings: readonly Finding[]): string {
  return findings
    .map(({ summary, field = "–", figure = "–", limit = "–", remedy }, index) => {
      const head = brief(findings)[index];
      return `  ${head} [${field}]: ${summary}\n    ${figure} against ${limit}. ${remedy}\n`;
    })
    .join("");
}

/** One line a finding, with its place in the text below HEAD, that of its policy, and its waiver. */
export function inFull(findings: readonly Finding[]): string[] {
  const above = HEAD.split("\n").length - 1;
  const at = (place: Finding["position"]) => (place === undefined ? "-" : `${place.line - above}:${place.column}`);
  const heads = brief(findings);
  return findings.map(({ field, summary, figure, limit, remedy, waived, position, policyPosition }, index) => {
    const until = waived === undefined ? "" : ` | ${waived.reason} until ${waived.until}`;
    const places = `${at(position)} ${at(policyPosition)}`;
    return `${heads[index]} ${field ?? "-"} ${places}: ${summary} | ${figure} | ${limit} | ${remedy}${until}`;
  });
}

/** `deny max-leverage main/a`, `warn …`, `waived …`. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ severity, code, address, waived, kind }) =>
      `${waived === undefined ? severity : "waived"} ${code.slice(7)}${address === undefined ? "" : ` ${address}`}${kind === "breach" ? "" : ` ${kind}`}`,
  );
}
