// Finds the live bots that differ from the configuration: in what, where the value is stated, and since when. Writes nothing.
import { provenanceOf } from "../config/compose/provenance.js";
import {
  type AccountDrift,
  type DriftedBot,
  type DriftedSetting,
  type DriftResult,
  hasDrifted,
  type Since,
} from "../model/bot/drift.js";
import { instantOf, type Moment } from "../model/bot/moment.js";
import { chronological, type LogEntry } from "../model/bot/new-logs.js";
import type { AccountProvenance, BotProvenance, FilePlace } from "../model/bot/provenance.js";
import { isInDoubt, type Plan, type PlannedBot, type Step, stepsByAddress } from "../model/plan/plan.js";
import { ServiceError } from "../model/ports.js";
import { type Diagnostic, hasErrors } from "../model/text/diagnostic.js";
import { namesText } from "../model/text/named.js";
import { nakedInScope } from "../reconcile/plan/naked-deals.js";
import { makePlan } from "../reconcile/plan/planner.js";
import { refresh } from "../reconcile/plan/refresh.js";
import { botsInDoubt } from "../reconcile/plan/remembered-problems.js";
import type { Client } from "../service/client.js";
import { type AdmissionOptions, admitted } from "./admission.js";
import { type BudgetOptions, withClient } from "./endpoint.js";
import { oneLine } from "./error.js";
import { EXIT, type ExitCode } from "./exit.js";
import { type AccountOptions, chooseAccounts } from "./files/configuration.js";
import { locating } from "./files/render.js";
import { refuseUnknownIds, selection } from "./files/selection.js";
import type { Host, ReadWatch } from "./host.js";
import { signAsSeen } from "./known-of-service.js";
import { ledgerOf, recall, remember } from "./ledger.js";
import { declaredAmong } from "./live/account.js";
import { notingUpdates } from "./live/updates.js";
import { type Attempt, attempt, type Opened, openAccounts } from "./plan.js";

export interface DriftOptions extends AdmissionOptions, AccountOptions, BudgetOptions {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  /** Of each account. */
  readonly concurrency: number;
  /** The folder of the ledger. */
  readonly journal: string;
}

/** What became of one account. */
export interface DriftedAccount extends DriftResult {
  readonly exitCode: ExitCode;
}

export interface Drifts {
  readonly results: readonly DriftedAccount[];
  /** Of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

/** All accounts, several at once, in the order of their names; one that can't be read stops no other. Throws AppError as planAccounts. */
export async function drift(host: Host, options: DriftOptions): Promise<Drifts> {
  const chosen = chooseAccounts(options);
  const desired = chosen.accounts.map((account) => account.desired);
  const includes = selection(desired, options);
  const opened = openAccounts(host, options, chosen);
  const names = namesText(
    desired.map(({ account }) => account),
    3,
  );
  const read = await host.read(names, (watch) =>
    admitted(opened, options, async (one) =>
      "value" in one ? attempt(one.account, () => readDrift(one.value, includes, options, watch)) : one,
    ),
  );
  // An account that couldn't be read may have the bot that --target names.
  const plans = read.flatMap((one) => ("value" in one ? [one.value.made] : []));
  if (plans.length === read.length) refuseUnknownIds(options.target ?? [], plans);
  return { results: read.map(resultOf), diagnostics: chosen.config.diagnostics };
}

interface DriftReading {
  readonly made: Plan;
  readonly drift: AccountDrift;
}

function resultOf(one: Attempt<DriftReading>): DriftedAccount {
  const { account } = one;
  if ("failure" in one) {
    const { exitCode, diagnostics, message } = one.failure;
    return { account, exitCode, diagnostics, error: oneLine(message) };
  }
  const found = one.value.drift;
  if (hasErrors(found.diagnostics)) return { account, exitCode: EXIT.invalid, drift: found };
  if (isInDoubt(found)) return { account, exitCode: EXIT.unknown, drift: found };
  return { account, exitCode: hasDrifted(found) ? EXIT.changesPending : EXIT.done, drift: found };
}

/** How many bots of an account have their log read, at most. */
const MOST_ASKED = 25;

/** Adds since when each bot differs, with one request for each; what the logs don't show stays unknown. */
async function readDrift(
  { policySource: { config, account }, endpoint }: Opened,
  includes: (address: string) => boolean,
  { concurrency, journal }: DriftOptions,
  watch: ReadWatch,
): Promise<DriftReading> {
  const { desired } = account;
  return withClient({ ...endpoint, allow: "read", concurrency, ...watch }, async (client) => {
    const updated = new Map<number, Moment | null>();
    const logs = new Map<number, readonly LogEntry[]>();
    const ledger = ledgerOf({ folder: journal }, desired.account, endpoint);
    const reader = notingUpdates(client, desired.exchange, updated);
    const past = await recall(ledger);
    signAsSeen(endpoint, past.memory.seen, { journal });
    const observed = await refresh(desired, reader, past, { everyDeal: true });
    await remember(ledger, observed, desired);
    const planned = makePlan(desired, observed, { includes, questions: false });
    const made = { ...planned, diagnostics: config.locate(planned.diagnostics) };
    await Promise.all(askedBots(made, MOST_ASKED).map((botId) => askLog(client, botId, logs)));
    const isMeant = (address: string) => made.bots[address] !== undefined;
    const found = driftOf(made, provenanceOf(account, locating(config), isMeant), { updated, logs });
    const declared = declaredAmong(observed.bots, observed.accesses, desired);
    const doubts = botsInDoubt(desired.account, observed, declared).filter(({ address }) => includes(address));
    const naked = nakedInScope(desired, observed.deals ?? [], declared, includes);
    return { made, drift: { ...found, inDoubt: doubts, naked } };
  });
}

/** A log that can't be read doesn't fail the report. */
async function askLog(client: Client, botId: number, logs: Map<number, readonly LogEntry[]>): Promise<void> {
  try {
    const entries = await client.botLogs(botId, LOG_ENTRIES);
    logs.set(
      botId,
      entries.map(({ datetime, message }) => ({ datetime, message })),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** What was learnt of bots by their ids; nothing where the service gave no answer. */
interface Learnt {
  readonly updated: ReadonlyMap<number, Moment | null>;
  readonly logs: ReadonlyMap<number, readonly LogEntry[]>;
}

/** Entries of a log that are shown. */
const LOG_ENTRIES = 3;

/** Bots that the configuration declares, that are there, and that differ, in plan order. */
function driftedBots(plan: Plan): readonly (readonly [PlannedBot, readonly Step[], number])[] {
  const steps = stepsByAddress(plan);
  return Object.values(plan.bots).flatMap((bot) => {
    const { observed } = bot;
    if (observed === null || isUndeclared(plan, bot)) return [];
    // A bot in doubt is turned off although it is off: that is no difference.
    const all = steps.get(bot.address) ?? [];
    const own = all.filter(({ action }) => action !== "turn-off" || observed.status.on);
    return own.length === 0 && all.length > 0 ? [] : [[bot, own, observed.id] as const];
  });
}

/** An undeclared bot that the plan would turn off. */
function isUndeclared({ account, undeclared }: Plan, { address, observed }: PlannedBot): boolean {
  return (
    observed !== null && address === `${account}/#${observed.id}` && undeclared.some(({ id }) => id === observed.id)
  );
}

/** The bots whose logs are read. */
function askedBots(plan: Plan, most: number): readonly number[] {
  return driftedBots(plan)
    .slice(0, most)
    .map(([, , botId]) => botId);
}

/** @param stated where the declared bots' values stand */
function driftOf(plan: Plan, stated: Pick<AccountProvenance, "bots">, learnt: Learnt): AccountDrift {
  const byAddress = new Map(stated.bots.map((bot) => [bot.address, bot]));
  const { account, undeclared, undeclaredRule, unchanged, diagnostics } = plan;
  const held = new Set(plan.held?.map(({ address }) => address));
  const drifted = driftedBots(plan).map(([bot, steps, botId]): DriftedBot => {
    const settings = steps.flatMap((step) => settingsOf(step, byAddress.get(bot.address), held.has(bot.address)));
    const title = bot.observed?.fields.title ?? bot.title;
    return { address: bot.address, botId, title, settings, since: sinceOf(steps, botId, learnt) };
  });
  const missing = Object.values(plan.bots)
    .filter(({ observed }) => observed === null)
    .map(({ address, title }) => ({ address, title, place: byAddress.get(address)?.origin ?? null }));
  const heldBack = diagnostics
    .filter(({ code }) => HELD.has(code))
    .map(({ address = account, summary, position }) => ({
      address,
      why: summary,
      place: position ? placeOf(position) : null,
    }));
  const strays = Object.values(plan.bots).filter((bot) => isUndeclared(plan, bot)).length;
  return {
    account,
    drifted,
    inDoubt: [],
    naked: [],
    held: heldBack,
    missing,
    ...(plan.held !== undefined && { onHold: plan.held.map(({ address }) => address) }),
    undeclared,
    undeclaredRule,
    ...(plan.undeclaredSettings !== undefined && { undeclaredSettings: plan.undeclaredSettings }),
    strays,
    unchanged,
    diagnostics,
  };
}

const HELD: ReadonlySet<string> = new Set(["plan/protected", "plan/deals-frozen", "plan/not-switched-off"]);

function placeOf({ file, line, column }: FilePlace): FilePlace {
  return { file, line, column };
}

/** @param isHeld then it is a hold that wants it off, not a line of the configuration */
function settingsOf(
  { action, changes, deal }: Step,
  stated: BotProvenance | undefined,
  isHeld: boolean,
): readonly DriftedSetting[] {
  if (action === "update")
    return changes.map(({ field, before = null, after }) => ({
      name: field,
      live: before,
      declared: after,
      place: stated?.fields[field]?.origin ?? stated?.origin ?? null,
    }));
  if (deal?.takeProfit !== undefined) {
    const { before, after } = deal.takeProfit;
    const place = stated?.fields.percentTakeProfit?.origin ?? stated?.origin ?? null;
    return [{ name: "percentTakeProfit", dealId: deal.id, live: before, declared: after, place }];
  }
  const place = isHeld ? null : (stated?.settings.enabled?.origin ?? stated?.origin ?? null);
  return [{ name: "enabled", live: action === "turn-off", declared: action === "turn-on", place }];
}

function sinceOf(steps: readonly Step[], botId: number, { updated: moments, logs }: Learnt): Since {
  const [updated, log] = [moments.get(botId), logs.get(botId)];
  const instant = updated && steps.some(({ action }) => action === "update") ? instantOf(updated) : null;
  return {
    settingsAtTheLatest: instant === null ? null : new Date(instant).toISOString(),
    log: log === undefined ? null : chronological(log).slice(-LOG_ENTRIES),
  };
}
