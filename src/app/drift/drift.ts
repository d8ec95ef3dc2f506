// Finds the live bots that differ from the configuration: in what, where the value is stated, and since when. Writes nothing.
import { provenanceOf } from "../../config/compose/provenance.js";
import { type AccountDrift, type DriftResult, hasDrifted } from "../../model/bot/drift.js";
import type { Moment } from "../../model/bot/moment.js";
import type { LogEntry } from "../../model/bot/new-logs.js";
import type { BotSnapshot } from "../../model/fleet.js";
import { isInDoubt, type Plan } from "../../model/plan/plan.js";
import { DiskError, ServiceError } from "../../model/ports.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { nakedInScope } from "../../reconcile/plan/naked-deals.js";
import { makePlan } from "../../reconcile/plan/planner.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { botsInDoubt } from "../../reconcile/plan/remembered-problems.js";
import type { Client } from "../../service/client.js";
import { type Attempt, attempt } from "../attempt.js";
import { type BudgetOptions, withClient } from "../endpoint.js";
import { oneLine } from "../error.js";
import { EXIT, type ExitCode } from "../exit.js";
import { type AccountOptions, type ChosenAccounts, chooseAccounts } from "../files/configuration.js";
import { locating } from "../files/render.js";
import { refuseUnknownIds, selection } from "../files/selection.js";
import { botSnapshots } from "../fleet/bot-snapshots.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Host, ReadWatch } from "../host.js";
import { signAsSeen } from "../ledger/known-of-service.js";
import { ledgerOf, recall, remember } from "../ledger/ledger.js";
import { declaredAmong } from "../live/account.js";
import { notingUpdates } from "../live/updates.js";
import { type Opened, openAccounts } from "../planning/open-accounts.js";
import { countedBots, differencesOf, driftOf, isHeldBack, LOG_ENTRIES } from "./drifted.js";
import { type Waits, waitingApart, waitsOf } from "./waiting.js";

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
  /** Undefined where the account couldn't be read. */
  readonly bots?: readonly BotSnapshot[];
}

export interface Drifts {
  readonly results: readonly DriftedAccount[];
  /** Of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

/** All accounts, several at once, in the order of their names; one that can't be read stops no other. Throws AppError as planAccounts. */
export async function drift(host: Host, options: DriftOptions): Promise<Drifts> {
  const { results, diagnostics } = await countedDrift(host, options, chooseAccounts(options));
  return { results: results.map(({ bots: _bots, ...found }) => found), diagnostics };
}

/**
 * The same of a configuration that was read before, with what was seen of each bot; those that wait for their wave of a roll-out are
 * apart. Throws AppError as planAccounts.
 */
export function countedDrift(host: Host, options: DriftOptions, chosen: ChosenAccounts): Promise<Drifts> {
  // Read once, and only if something differs.
  let waits: Promise<Waits> | undefined;
  const waiting = () => {
    waits ??= waitsOf(chosen, options.journal).catch((error: unknown) => {
      if (!(error instanceof DiskError)) throw error;
      const text = `the roll-outs can't be read (${error.message}), so what waits for a wave is reported as drift, too`;
      host.say({ kind: "warning", text });
      return new Map();
    });
    return waits;
  };
  return driftIn(host, { ...options, waiting }, chosen);
}

interface ReadOptions extends DriftOptions {
  readonly waiting?: () => Promise<Waits>;
}

/** Whatever differs, whether a roll-out brings it or not. Throws AppError as planAccounts. */
export async function driftIn(host: Host, options: ReadOptions, chosen: ChosenAccounts): Promise<Drifts> {
  const desired = chosen.accounts.map((account) => account.desired);
  const includes = selection(desired, options);
  const opened = await openAccounts(host, options, chosen);
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
  readonly bots: readonly BotSnapshot[];
}

function resultOf(one: Attempt<DriftReading>): DriftedAccount {
  const { account } = one;
  if ("failure" in one) {
    const { exitCode, diagnostics, message } = one.failure;
    return { account, exitCode, diagnostics, error: oneLine(message) };
  }
  const { drift: found, bots } = one.value;
  if (hasErrors(found.diagnostics)) return { account, exitCode: EXIT.invalid, drift: found, bots };
  if (isInDoubt(found)) return { account, exitCode: EXIT.unknown, drift: found, bots };
  return { account, exitCode: hasDrifted(found) ? EXIT.changesPending : EXIT.done, drift: found, bots };
}

/** How many bots of an account have their log read, at most. */
const MOST_ASKED = 25;

/** Adds since when each bot differs, with one request for each; what the logs don't show stays unknown. */
async function readDrift(
  { policySource: { config, account }, endpoint }: Opened,
  includes: (address: string) => boolean,
  { concurrency, journal, waiting }: ReadOptions,
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
    const isMeant = (address: string) => made.bots[address] !== undefined || isHeldBack(made, address);
    const { bots } = provenanceOf(account, locating(config), isMeant);
    const sides = { desired, observed, stated: new Map(bots.map((bot) => [bot.address, bot])) };
    const differing = differencesOf(made, sides);
    await Promise.all(
      countedBots(differing)
        .slice(0, MOST_ASKED)
        .map((botId) => askLog(client, botId, logs)),
    );
    const found = driftOf(made, differing, sides, { updated, logs });
    const declared = declaredAmong(observed.bots, observed.accesses, desired);
    const doubts = botsInDoubt(desired.account, observed, declared).filter(({ address }) => includes(address));
    const naked = nakedInScope(desired, observed.deals ?? [], declared, includes);
    const differs = found.drifted.length + found.missing.length > 0;
    const apart = differs && waiting !== undefined ? waitingApart(found, made, await waiting()) : found;
    const complete = { ...apart, inDoubt: doubts, naked };
    const addresses = new Map([...declared].map(([id, { address }]) => [id, address]));
    return { made, drift: complete, bots: botSnapshots({ observed, addresses, drift: complete }) };
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
