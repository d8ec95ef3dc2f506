// Policies around a plan: their inputs beside the plan, and their findings when the plan is made and before it is applied.

import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { statedIn } from "../../config/compose/provenance.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import type { PlaceOf } from "../../model/bot/provenance.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { plannedDeal } from "../../model/deal/take-profit.js";
import { denialsOf, isTurnOffsAlone, type Plan, type PlannedBot } from "../../model/plan/plan.js";
import { countsText, type Finding } from "../../model/policy/finding.js";
import type { Policy, PolicyFacts } from "../../model/policy/policy.js";
import { codeOf } from "../../model/policy/policy-rules.js";
import type { ServiceReader } from "../../model/ports.js";
import { defined } from "../../model/record.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import type { BotMoney, Money } from "../../model/risk/risk.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { errorCode } from "../../model/text/error-code.js";
import { amount } from "../../model/text/money-figures.js";
import { evaluate, type PolicyInput } from "../../policy/evaluate.js";
import type { Verdict } from "../../reconcile/apply/run-options.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { NO_PAST } from "../../reconcile/plan/remembered.js";
import { DEFAULT_ASSUMPTIONS } from "../../risk/assumptions.js";
import { dealPrices } from "../../risk/market-data.js";
import { moneyOf } from "../../risk/money.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";
import { type Endpoint, reading } from "../endpoint.js";
import { type ConfigOptions, configurationPath, load } from "../files/configuration.js";
import { locating } from "../files/render.js";
import type { Env, Host } from "../host.js";
import { accountAssumptions, readMarketData } from "../money/figures.js";

/** What a plan is judged by (docs/reference/policies.md). */
export interface PolicyOptions extends Pick<PolicyInput, "policies" | "facts" | "webhooks" | "place"> {}

/** The configuration whose policies apply, and the environments that may engage a kill switch. */
export interface PolicySource {
  readonly config: LoadedConfig;
  /** undefined of an account that the configuration doesn't name: the policies hold all the same. */
  readonly account: ConfiguredAccount | undefined;
  /** The process's own, and what --env-from made of it: neither takes back a switch that the other engages. */
  readonly envs: readonly Env[];
}

/** Where its bots and their settings are stated; of an account that the configuration doesn't name, nowhere. */
export function placesOf({ config, account }: PolicySource): PlaceOf | undefined {
  return account && statedIn(account, locating(config));
}

/** What a plan of the account is judged by, now. */
export function policyOptionsOf({ config, account, envs }: PolicySource): PolicyOptions {
  return policyOptions(config, account ?? { resolved: [] }, envs);
}

export function policyOptions(
  config: LoadedConfig,
  { resolved }: Pick<ConfiguredAccount, "resolved">,
  envs: readonly Env[],
): PolicyOptions {
  return {
    policies: config.policies,
    facts: policyFacts(config.policies, envs),
    webhooks: new Map(resolved.map(({ address, webhooks }) => [address, webhooks.messages])),
    place: config.place,
  };
}

/** Leaves out what a plan, which has read the bots, knows better: which of them exist though settings are missing, and what the live ones have. */
export function unrepeated(diagnostics: readonly Diagnostic[], { findings = [] }: Plan): readonly Diagnostic[] {
  const reported = new Set(
    findings.flatMap(({ code, address }) => (code === codeOf("safety-volume") ? (address ?? []) : [])),
  );
  return diagnostics.filter(
    ({ code, address = "" }) =>
      code !== "config/incomplete-bot" && (code !== "config/safety-volume-missing" || !reported.has(address)),
  );
}

export function policyFacts(policies: readonly Policy[], envs: readonly Env[], now = Date.now()): PolicyFacts {
  const engaged = policies.flatMap((policy): [string, string][] => {
    const by = policy.rule === "kill-switch" ? engagedBy(policy, envs) : undefined;
    return by === undefined ? [] : [[policy.name, by]];
  });
  return { now, engaged: new Map(engaged) };
}

const NOT_ENGAGED: ReadonlySet<string> = new Set(["", "0", "false"]);

function engagedBy({ parameters: { file, env: name }, origin }: Policy, envs: readonly Env[]): string | undefined {
  if (name !== undefined && envs.some((env) => !NOT_ENGAGED.has((env[name] ?? "").trim().toLowerCase())))
    return `${name} is set`;
  return file === undefined ? undefined : found(join(dirname(origin.file), file), file);
}

/** If a kill switch's file can't be checked, the switch counts as engaged; only a missing file doesn't. */
function found(path: string, name: string): string | undefined {
  try {
    lstatSync(path);
    return `the file ${name} exists`;
  } catch (error) {
    return errorCode(error) === "ENOENT" ? undefined : `the file ${name} can't be checked`;
  }
}

/**
 * Evaluates policies on the plan again, with fresh facts; its steps stay the same. Reads bots, running deals
 * and balances. Throws ServiceError where bots or deals can't be read.
 *
 * @param created bots that the plan has created meanwhile, by address: they are as they were made
 */
async function findingsNow(
  client: Client,
  made: Plan,
  policySource: PolicySource,
  created: ReadonlyMap<string, ObservedBot> = new Map(),
): Promise<{ readonly findings: readonly Finding[]; readonly money: Money }> {
  const desired = policySource.account?.desired;
  const assumptions = assumptionsFor(policySource);
  const reader = askingOnce(serviceReader(client, made.exchange));
  const [seen, deals] = await Promise.all([observedNow(reader, desired), runningNow(reader, made)]);
  const running = [...deals, ...(seen.deals ?? []).filter(({ id }) => !deals.some((deal) => deal.id === id))];
  const marketData = await readMarketData(client, dealPrices(running));
  const ids = new Set([...created.values()].map(({ id }) => id));
  const live = seen.bots.filter(({ id }) => !ids.has(id));
  const current: Plan = { ...made, bots: asCreated(withDeals(made.bots, running), created) };
  const money = moneyOf(current, live, running, marketData, assumptions);
  const plan: Plan = { ...current, money };
  const input = { plan, desired, account: made.account, live, deals: running, assumptions, marketData };
  return { findings: evaluate({ ...input, ...policyOptionsOf(policySource) }), money };
}

function asCreated(bots: Plan["bots"], created: ReadonlyMap<string, ObservedBot>): Plan["bots"] {
  const all = Object.entries(bots).map(([address, bot]) => {
    const live = created.get(address);
    return [address, live === undefined ? bot : { ...bot, target: live.fields }] as const;
  });
  return Object.fromEntries(all);
}

/**
 * Bots as the service has made them: what they may tie up, and why policies deny them, if they do. What is denied of the
 * account, or of another bot, is denied of each. Throws ServiceError where bots or deals can't be read.
 */
export async function evaluatedAsCreated(
  client: Client,
  made: Plan,
  policySource: PolicySource | "unknown" | undefined,
  created: ReadonlyMap<string, ObservedBot>,
): Promise<ReadonlyMap<string, Verdict>> {
  const addresses = [...created.keys()];
  if (policySource === undefined) return new Map();
  if (policySource === "unknown") return new Map(addresses.map((address) => [address, { denied: UNKNOWN_POLICIES }]));
  const { findings, money } = await findingsNow(client, made, policySource, created);
  const denials = denialsOf({ steps: made.steps, findings });
  const isOfAll = ({ address }: Finding) => address === undefined || !created.has(address);
  return new Map(
    addresses.map((address) => {
      const own = denials.filter((one) => one.address === address || isOfAll(one));
      const figures = figuresText(money.bots[address], made.money?.bots[address]);
      return [address, defined({ denied: own.length === 0 ? undefined : deniedText(own), figures })];
    }),
  );
}

function figuresText(now: BotMoney | undefined, planned: BotMoney | undefined): string | undefined {
  const after = now?.most.after;
  if (after === null || after === undefined) return undefined;
  const was = planned?.most.after;
  const before = was === null || was === undefined ? "" : ` (planned: ${amount(was.position)}, ${amount(was.margin)})`;
  return `position at most ${amount(after.position)}, margin ${amount(after.margin)}${before}`;
}

function deniedText(denials: readonly Finding[]): string {
  const all = denials.map(({ code, summary }) => `${summary} [${code}]`);
  return `policies deny it as it is: ${all.join("; ")}`;
}

function assumptionsFor({ account, config }: PolicySource): Assumptions {
  return account === undefined ? DEFAULT_ASSUMPTIONS : accountAssumptions(account, config.place);
}

/** Both looks want the running deals of the same accesses. */
function askingOnce(reader: ServiceReader): ServiceReader {
  const lists = new Map<number, Promise<readonly RunningDeal[]>>();
  return {
    ...reader,
    runningDeals(accessId, exchange) {
      const list = lists.get(accessId) ?? reader.runningDeals(accessId, exchange);
      lists.set(accessId, list);
      return list;
    },
  };
}

/** Of an account that the configuration doesn't know, its accesses and its list. */
async function observedNow(reader: ServiceReader, desired: Desired | undefined): Promise<Observed> {
  if (desired !== undefined) return refresh(desired, reader, NO_PAST, { everyDeal: true });
  const [accesses, bots] = await Promise.all([reader.accesses(), reader.bots()]);
  const [only, second] = accesses;
  const placed = bots.map((bot) => ({ ...bot, accessId: second === undefined ? (only?.id ?? null) : bot.accessId }));
  return { accesses, bots: placed, deals: null, pairs: null };
}

async function runningNow(reader: ServiceReader, { bots }: Plan): Promise<readonly RunningDeal[]> {
  const accesses = new Set(
    Object.values(bots).flatMap(({ observed, accessId }) => (observed === null ? [] : [accessId])),
  );
  return (await Promise.all([...accesses].map((id) => reader.runningDeals(id)))).flat();
}

/** Replaces the plan's deals by those that run now, and keeps what is known of them. */
function withDeals(bots: Plan["bots"], running: readonly RunningDeal[]): Plan["bots"] {
  const now = (bot: PlannedBot): PlannedBot => {
    const own = running.filter(({ botId }) => botId === bot.observed?.id);
    const deals = own.map((deal) => bot.deals?.find(({ id }) => id === deal.id) ?? plannedDeal(deal, bot.target));
    const { deals: _before, ...rest } = bot;
    return deals.length === 0 ? rest : { ...rest, deals };
  };
  return Object.fromEntries(Object.entries(bots).map(([address, bot]) => [address, now(bot)]));
}

/** Why the plan's own findings deny it; undefined if they don't. */
export function refusalOf(plan: Pick<Plan, "steps" | "findings">): string | undefined {
  const denials = denialsOf(plan);
  return denials.length === 0 ? undefined : refusalText(denials);
}

export function refusalText(denials: readonly Finding[]): string {
  const codes = [...new Set(denials.map(({ code }) => code))].join(", ");
  return `policies deny it (${codes}): ${countsText(denials)}; only a waiver in the configuration lets it through. Turning bots off is still possible`;
}

/** Evaluates a saved plan by today's policies and clock. Its money and deals are as old as the plan, and no bot is read. */
export function evaluateSaved(plan: Plan, policySource: PolicySource): Plan {
  const assumptions = assumptionsFor(policySource);
  const input = { plan, desired: policySource.account?.desired, account: plan.account, assumptions };
  return { ...plan, findings: evaluate({ ...input, ...policyOptionsOf(policySource) }) };
}

/** Refuses a saved plan that a policy denied when it was made, if this configuration lacks that policy and can't evaluate it again. */
export function lostDenials({ steps, findings }: Plan, { config }: PolicySource): string | undefined {
  const names = new Set(config.policies.map(({ name }) => name));
  const lost = denialsOf({ steps, ...(findings !== undefined && { findings }) }).filter(
    ({ policy }) => policy !== undefined && !names.has(policy),
  );
  if (lost.length === 0) return undefined;
  const denied = [...new Set(lost.map(({ policy }) => policy))].join(", ");
  return `policies denied it when it was made, and this configuration doesn't have them (${denied}); plan again`;
}

/** The same with everything as it is now: bots, deals, balances. */
export async function refusalNow(...args: Parameters<typeof evaluatedNow>): Promise<string | undefined> {
  return refusalOf(await evaluatedNow(...args));
}

/** The plan with its money and with what policies say of it, by bots, deals and balances as they are now. What only turns bots off isn't evaluated. */
export async function evaluatedNow(
  host: Host,
  concurrency: number,
  plan: Plan,
  policySource: PolicySource,
  endpoint: Endpoint,
): Promise<Plan> {
  if (isTurnOffsAlone(plan)) return plan;
  const readable = { account: plan.account, endpoint };
  const found = await reading(host, readable, concurrency, (client) => findingsNow(client, plan, policySource));
  return { ...plan, ...found };
}

/**
 * The policies for a plan without a configuration behind it: an undo, or a command about named bots and deals.
 * Without a configuration there are none; if it has errors, nobody knows which policies apply.
 */
export function policySourceFor(
  host: Host,
  options: ConfigOptions,
  account: string,
): PolicySource | "unknown" | undefined {
  if (configurationPath(options.config) === undefined) return undefined;
  const config = load(options);
  if (hasErrors(config.diagnostics)) return "unknown";
  return { config, account: config.accounts.find(({ desired }) => desired.account === account), envs: host.envs };
}

export const UNKNOWN_POLICIES =
  "the configuration has errors, so it is unknown which policies apply; fix what botform validate names. Turning bots off is still possible";
