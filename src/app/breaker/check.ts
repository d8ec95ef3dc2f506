// Checks the breakers of accounts; on demand, trips those at their limit: turns the declared bots off, and holds them. It does nothing else.

import type { BreakerReading } from "../../model/policy/breaker.js";
import type { BreakerCheckFacts, CheckedAccount, TripFacts } from "../../model/policy/breaker-facts.js";
import { DiskError, ServiceError } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { type Attempt, attempt } from "../attempt.js";
import { type Stopping, type TurnOffOptions, turnOffDeclared } from "../emergency-stop.js";
import { type BudgetOptions, reading } from "../endpoint.js";
import { EXIT, type ExitCode, mostSerious } from "../exit.js";
import { type AccountOptions, chooseAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { breakerLedgerOf } from "../ledger/ledger.js";
import { readAccesses, readFleet, readPast } from "../live/account.js";
import { type Opened, openAccounts } from "../planning/open-accounts.js";
import { type BreakerSource, breakersOf } from "./readings.js";

/** How bots are turned off. */
export interface TripOptions
  extends Pick<TurnOffOptions, "config" | "var" | "varFile" | "concurrency" | "timeout" | "settle">,
    BudgetOptions {
  readonly concurrency: number;
}

export interface CheckOptions extends Omit<TripOptions, keyof AccountOptions>, AccountOptions {
  /** Folder of the ledger. */
  readonly journal: string;
  /** Trips what is at its limit. */
  readonly act?: boolean;
}

/** What was found, and why accounts couldn't be checked. */
export interface Checked extends BreakerCheckFacts {
  readonly exitCode: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
}

type CheckedOne = CheckedAccount & { readonly exitCode: ExitCode };

/** An account that can't be checked doesn't hide the others. Throws AppError for what is wrong with the choice itself. */
export async function checkBreakers(host: Host, options: CheckOptions, stopping: Stopping): Promise<Checked> {
  const opened = await openAccounts(host, options, chooseAccounts(options));
  const attempts = await Promise.all(
    opened.map(async (one): Promise<Attempt<CheckedOne>> => {
      return "value" in one ? attempt(one.account, () => checkOne(host, options, one.value, stopping)) : one;
    }),
  );
  const accounts = attempts.map((one): CheckedOne => {
    if ("value" in one) return one.value;
    const { message, exitCode } = one.failure;
    return { account: one.account, exitCode, breakers: [], error: message };
  });
  const diagnostics = attempts.flatMap((one) => ("value" in one ? [] : one.failure.diagnostics));
  return { accounts, diagnostics, exitCode: mostSerious(accounts.map(({ exitCode }) => exitCode)) };
}

async function checkOne(
  host: Host,
  options: CheckOptions,
  { policySource, endpoint }: Opened,
  stopping: Stopping,
): Promise<CheckedOne> {
  const { desired, breakers = [] } = policySource.account;
  const { account } = desired;
  if (breakers.length === 0) return { account, exitCode: EXIT.done, breakers: [] };
  const source = { desired, breakers, endpoint, journal: options.journal };
  const readings = await breakersOf(host, source, options.concurrency);
  const exitCode = exitOfReadings(readings);
  const { account: _chosen, allAccounts: _all, act = false, ...how } = options;
  const acted = act ? await trip(host, source, readings, how, stopping) : undefined;
  if (acted === undefined) return { account, exitCode, breakers: readings };
  const { exitCode: own, ...facts } = acted;
  return { account, exitCode: mostSerious([exitCode, own]), breakers: readings, acted: facts };
}

function exitOfReadings(readings: readonly BreakerReading[]): ExitCode {
  const has = (state: BreakerReading["state"]) => readings.some((one) => one.state === state);
  return mostSerious([has("unknown") ? EXIT.unknown : EXIT.done, has("tripped") ? EXIT.blocked : EXIT.done]);
}

/**
 * Trips what is at its limit: the ledger gets trip and holds, then each declared bot is turned off and watched. Of what has
 * tripped before, bots that are on again are turned off. Resolves to undefined where there is nothing to do. Never asks.
 */
export async function trip(
  host: Host,
  source: BreakerSource,
  readings: readonly BreakerReading[],
  options: TripOptions,
  stopping: Stopping,
): Promise<(TripFacts & { readonly exitCode: ExitCode }) | undefined> {
  const tripped = readings.filter(({ state }) => state === "tripped");
  const fresh = tripped.filter(({ trippedAt }) => trippedAt === undefined);
  if (tripped.length === 0 || (fresh.length === 0 && !(await isAnyOn(host, source, options.concurrency))))
    return undefined;
  const { desired, journal } = source;
  const held = fresh.length === 0 ? [] : desired.bots.map(({ address }) => address);
  const recorded = fresh.length === 0 || (await isRecorded(host, source, fresh, held));
  const stopped = await turnOffDeclared(host, { ...options, journal }, source, stopping);
  const { turnedOff, wereOff, stragglers, unsettled } = stopped;
  const short = ({ id, title }: { readonly id: number; readonly title: string }) => ({ id, title });
  const isOff = stopped.exitCode === EXIT.done;
  return {
    tripped: fresh.map(({ name }) => name),
    held,
    recorded,
    turnedOff: turnedOff.map(short),
    wereOff: wereOff.length,
    remaining: stragglers.map(short),
    unsettled,
    // A bot that wasn't observed off may be on.
    exitCode: mostSerious([isOff ? EXIT.done : EXIT.unknown, recorded ? EXIT.done : EXIT.partlyApplied]),
  };
}

/** Before anything is turned off. A disk that can't be written is reported, and keeps no bot on. */
async function isRecorded(
  host: Host,
  { desired: { account }, endpoint, journal }: BreakerSource,
  fresh: readonly BreakerReading[],
  bots: readonly string[],
): Promise<boolean> {
  try {
    const trips = fresh.map(({ name, why }) => ({ breaker: name, why }));
    await breakerLedgerOf({ folder: journal }, account, endpoint).trip(trips, bots);
    return true;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const text = `${account}: the bots aren't held: the ledger can't be written (${error.code}); the next apply may turn them on again`;
    host.say({ kind: "warning", text });
    return false;
  }
}

/** Whether a declared bot is on, or may be: what can't be read is turned off once more. */
async function isAnyOn(host: Host, source: BreakerSource, concurrency: number): Promise<boolean> {
  const { desired, endpoint, journal } = source;
  const { account } = desired;
  try {
    const past = await readPast({ account, endpoint }, { journal });
    return await reading(host, { account, endpoint }, concurrency, async (client) => {
      const { bots, declared } = await readFleet(client, await readAccesses(client), desired, false, past);
      return bots.some(({ id, status }) => status.on && declared.get(id)?.protect === false);
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return true;
  }
}
