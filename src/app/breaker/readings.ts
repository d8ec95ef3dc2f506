// What an account's breakers show at this moment: reads what their rules need, and no more. Nothing is written.
import type { Access } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Deal } from "../../model/deal/deal.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { armText, type Breaker, type BreakerReading } from "../../model/policy/breaker.js";
import { DiskError, ServiceError } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { BreakerFacts, Known } from "../../policy/breaker-figures.js";
import { evaluateBreakers } from "../../policy/breakers.js";
import { resolveAccesses } from "../../reconcile/plan/access.js";
import { observedAccount } from "../../service/canonical-account.js";
import type { Client } from "../../service/client.js";
import { type Endpoint, reading } from "../endpoint.js";
import type { Host } from "../host.js";
import { breakerLedgerOf, failedSteps } from "../ledger/ledger.js";
import { readAccesses, readDeals, readFleet } from "../live/account.js";

/** An account with its breakers, and where its ledger is. */
export interface BreakerSource {
  readonly desired: Desired;
  readonly breakers: readonly Breaker[];
  readonly endpoint: Endpoint;
  /** Folder of the ledger. */
  readonly journal: string;
}

const NOT_NEEDED = { unknown: "it wasn't read" };
const HOUR_MS = 3_600_000;

/**
 * One reading for each breaker, by at most one list of accesses and of bots, two lists of deals for each access, and the
 * account. What can't be read makes its rules unknown: never rejects for what the service or the ledger does.
 */
export function breakersOf(host: Host, source: BreakerSource, concurrency: number): Promise<readonly BreakerReading[]> {
  const readable = { account: source.desired.account, endpoint: source.endpoint };
  return reading(host, readable, concurrency, (client) => breakersBy(client, source));
}

/** The same with a client that is there. */
export async function breakersBy(client: Client, source: BreakerSource): Promise<readonly BreakerReading[]> {
  const { desired, breakers, endpoint, journal } = source;
  const { account } = desired;
  const ledger = breakerLedgerOf({ folder: journal }, account, endpoint);
  const past = await known(async () => {
    const all = await ledger.read();
    const damage = await ledger.damage();
    if (damage !== undefined) throw new DiskError("EBADMSG", `part of the ledger is lost, a trip perhaps: ${damage}`);
    return all;
  });
  const facts = await factsOf(client, source);
  return evaluateBreakers(breakers, facts, past, Date.now());
}

async function factsOf(client: Client, { desired, breakers, endpoint, journal }: BreakerSource): Promise<BreakerFacts> {
  const needs = (...rules: readonly Breaker["rule"][]) => breakers.some(({ rule }) => rules.includes(rule));
  const needsDeals = needs("loss", "naked-deals");
  const accesses = needsDeals ? await known(() => ownAccesses(client, desired)) : NOT_NEEDED;
  const ofAccesses = <T>(read: (all: readonly Access[]) => Promise<T>) =>
    "unknown" in accesses ? Promise.resolve(accesses) : known(() => read(accesses.known));
  const hours = breakers.flatMap((one) => (one.rule === "failed-steps" ? one.hours : []));
  const since = Date.now() - Math.max(0, ...hours) * HOUR_MS;
  // The running ones first: one that ends in between is in both lists, and in neither the other way round.
  const running = needsDeals ? await ofAccesses((all) => readDeals(client, all, "activeDeals")) : NOT_NEEDED;
  return {
    running,
    ended: needs("loss") ? await ofAccesses((all) => endedDeals(client, all)) : NOT_NEEDED,
    account: needs("margin-used", "liquidation-distance")
      ? await known(async () => observedAccount(await client.accountInformation()))
      : NOT_NEEDED,
    failures: needs("failed-steps")
      ? await known(() => failedSteps({ folder: journal }, desired.account, endpoint, since))
      : NOT_NEEDED,
    withoutTakeProfit: needs("naked-deals") ? await withoutTakeProfit(client, desired, accesses) : new Set(),
  };
}

/** What the history shows of each access: whether a list is cut short, only the whole of it tells. */
export function endedDeals(client: Client, accesses: readonly Access[]): Promise<readonly (readonly Deal[])[]> {
  return Promise.all(accesses.map((one) => readDeals(client, [one], "dealsHistory")));
}

/** Those that the configuration names. Throws ServiceError where one isn't there. */
export async function ownAccesses(client: Client, desired: Desired): Promise<readonly Access[]> {
  const { byAlias } = resolveAccesses(desired, await readAccesses(client));
  const lost = desired.accesses.find(({ alias }) => !byAlias.has(alias));
  if (lost !== undefined) throw new ServiceError("absent", `the account has no access ${lost.alias}`);
  return [...new Map([...byAlias.values()].map((access) => [access.id, access])).values()];
}

/** Bots whose open webhook asks for no take profit; none where they can't be read, so that their deals count. */
async function withoutTakeProfit(
  client: Client,
  desired: Desired,
  accesses: Known<readonly Access[]>,
): Promise<ReadonlySet<number>> {
  const bots = desired.bots.filter(({ opensWithoutTakeProfit }) => opensWithoutTakeProfit === true);
  if (bots.length === 0 || "unknown" in accesses) return new Set();
  const fleet = await known(() => readFleet(client, accesses.known, { ...desired, bots }));
  return new Set("unknown" in fleet ? [] : fleet.known.declared.keys());
}

/** Unknown where the service or the ledger gives no answer; whatever else goes wrong rejects. */
export async function known<T>(read: () => Promise<T>): Promise<Known<T>> {
  try {
    return { known: await read() };
  } catch (error) {
    if (error instanceof ServiceError || error instanceof DiskError) return { unknown: error.message };
    throw error;
  }
}

/** What a plan says of them; nothing of those that are fine. */
export function breakerProblems(readings: readonly BreakerReading[]): readonly Diagnostic[] {
  return readings.flatMap((one) => problemOf(one) ?? []);
}

function problemOf({ name, state, why, used, trippedAt }: BreakerReading): Diagnostic | undefined {
  switch (state) {
    case "fine":
      return undefined;
    case "near":
      return planProblem("plan/breaker-near", {
        summary: `the breaker ${name} is near its limit: ${why}${used === null ? "" : ` (${used} %)`}`,
        remedy:
          "At the limit, botform breaker check --act turns the account's bots off and holds them. Lower what is at stake before.",
      });
    case "tripped":
      return planProblem("plan/breaker-tripped", {
        summary: `the breaker ${name} ${trippedAt === undefined ? "is at its limit" : `has tripped at ${trippedAt}`}: ${why}`,
        remedy: `Nothing is applied but turn-offs. ${trippedAt === undefined ? "To turn the bots off and hold them: botform breaker check --act." : `When the bots may run again: ${armText([name])}.`}`,
      });
    case "unknown":
      return planProblem("plan/breaker-unknown", {
        summary: `it isn't known whether the breaker ${name} is at its limit: ${why}`,
        remedy: "Look at the account on the service. With onUnknown: trip the breaker would trip now.",
      });
  }
}
