// Lists the breakers of accounts, and arms those that have tripped: a person's decision, with a reason. Only the ledger is written.

import type { LoadedConfig } from "../../config/load.js";
import type { Breaker, BreakerPast } from "../../model/policy/breaker.js";
import type { ArmedFacts, BreakerListFacts, ListedBreaker } from "../../model/policy/breaker-facts.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { amount } from "../../model/text/money-figures.js";
import { namesText } from "../../model/text/named.js";
import { type BudgetOptions, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { endpointOf } from "../files/configuration.js";
import type { Host } from "../host.js";
import {
  type AccountLedgerOptions,
  accountsOf,
  configurationOf,
  NO_ACCOUNT,
  onDisk,
  refuseUnusable,
  serviceIfKnown,
} from "../ledger/account-ledger.js";
import { breakerLedgerOf } from "../ledger/ledger.js";
import { readDeals } from "../live/account.js";
import { ownAccesses } from "./readings.js";

/** An account as the configuration and the ledger know its breakers. */
interface Known {
  readonly account: string;
  readonly ledger: ReturnType<typeof breakerLedgerOf>;
  readonly past: ReadonlyMap<string, BreakerPast>;
  readonly damage: string | undefined;
  readonly declared: readonly Breaker[];
}

async function knownOf(host: Host, options: AccountLedgerOptions, config: LoadedConfig | undefined): Promise<Known[]> {
  const accounts = accountsOf(config, options);
  if (accounts.length === 0) throw new AppError(NO_ACCOUNT);
  return Promise.all(
    accounts.map(async (account) => {
      const ledger = breakerLedgerOf({ folder: options.journal }, account, await serviceIfKnown(host, config, account));
      const [past, damage] = [await onDisk(ledger.read), await onDisk(ledger.damage)];
      const declared = config?.accounts.find(({ desired }) => desired.account === account)?.breakers ?? [];
      return { account, ledger, past, damage, declared };
    }),
  );
}

/** What is declared, and what the ledger knows of it; no account has to be reachable. Throws AppError. */
export async function listBreakers(host: Host, options: AccountLedgerOptions): Promise<BreakerListFacts> {
  const config = configurationOf(options);
  const all = await knownOf(host, options, config);
  const damages = [...new Set(all.flatMap(({ damage }) => damage ?? []))];
  const breakers = all.flatMap(({ account, past, declared }): ListedBreaker[] => {
    const lost = [...past].filter(
      ([name, { trip }]) => trip !== undefined && !declared.some((one) => one.name === name),
    );
    const place = ({ origin }: Breaker) => config?.place({ ...origin, key: true });
    return [
      ...declared.map((one) => {
        const at = place(one);
        const where = at === undefined ? null : `${at.file}:${at.line}`;
        return {
          account,
          name: one.name,
          rule: one.rule,
          limit: limitText(one),
          ...pastFacts(past.get(one.name)),
          place: where,
        };
      }),
      ...lost.map(([name, one]) => ({ account, name, rule: null, limit: null, ...pastFacts(one), place: null })),
    ];
  });
  return { breakers, ...(damages.length > 0 && { damaged: damages.join("; ") }) };
}

function pastFacts({
  trip,
  armed,
}: BreakerPast = {}): Pick<ListedBreaker, "state" | "trippedAt" | "why" | "armedAt" | "reason"> {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    state: trip === undefined ? "armed" : "tripped",
    ...(trip !== undefined && { trippedAt: iso(trip.at), why: trip.why }),
    ...(armed !== undefined && { armedAt: iso(armed.at), reason: armed.reason }),
  };
}

function limitText(one: Breaker): string {
  switch (one.rule) {
    case "loss":
      return `a loss of ${amount(one.limit)} ${one.quote} in ${one.hours} h`;
    case "margin-used":
      return `${amount(one.limit)} % of the wallet as margin`;
    case "liquidation-distance":
      return `${amount(one.limit)} % to the nearest liquidation`;
    case "naked-deals":
      return `a deal naked for ${one.minutes} min`;
    case "failed-steps":
      return `${one.limit} failed steps in ${one.hours} h`;
  }
}

export interface ArmOptions extends AccountLedgerOptions, Omit<BudgetOptions, "journal"> {
  readonly names: readonly string[];
  readonly reason: string;
  readonly concurrency: number;
}

/** On every account on which they have tripped; all of it or nothing. Throws AppError, also where one hasn't tripped. */
export async function armBreakers(host: Host, options: ArmOptions): Promise<ArmedFacts> {
  const { names, reason } = options;
  refuseUnusable(reason, undefined, { without: "so nothing was armed", remedy: "" });
  const config = configurationOf(options);
  if (config !== undefined && hasErrors(config.diagnostics))
    throw new AppError("the configuration has errors, so nothing was armed\nbotform explain CODE tells more of each.", {
      diagnostics: config.diagnostics,
    });
  const all = await knownOf(host, options, config);
  const damage = all.find((one) => one.damage !== undefined)?.damage;
  if (damage !== undefined)
    throw new AppError(`part of the ledger is lost, so nothing was armed: ${damage}`, { exitCode: EXIT.failed });
  const trippedOn = ({ past }: Known) => [...past].flatMap(([name, { trip }]) => (trip === undefined ? [] : name));
  const tripped = new Set(all.flatMap(trippedOn));
  const strange = names.find((name) => !tripped.has(name));
  if (strange !== undefined) throw new AppError(notTripped(strange, [...tripped]));
  const meant = all.filter((one) => trippedOn(one).some((name) => names.includes(name)));
  const open = await Promise.all(meant.map((one) => openResults(host, options, config, one)));
  const armed: ArmedFacts["armed"][number][] = [];
  for (const [index, one] of meant.entries()) {
    const own = trippedOn(one).filter((name) => names.includes(name));
    const results = open[index] ?? new Map<number, string>();
    const { lifted, kept } = await onDisk(() => one.ledger.arm(own, reason, results));
    armed.push({ account: one.account, names: own, lifted, kept, deals: results.size });
  }
  return { reason, armed };
}

function notTripped(name: string, tripped: readonly string[]): string {
  const what = tripped.length === 0 ? "None has; botform breaker list shows them." : `What has: ${namesText(tripped)}.`;
  return `the breaker ${name} hasn't tripped, so nothing was armed\n${what}`;
}

/** What the running deals have won or lost by now, where a breaker counts that. Throws ServiceError. */
async function openResults(
  host: Host,
  options: ArmOptions,
  config: LoadedConfig | undefined,
  { account, declared }: Known,
): Promise<ReadonlyMap<number, string>> {
  const configured = config?.accounts.find(({ desired }) => desired.account === account);
  const isCounted = declared.some(({ name, rule }) => rule === "loss" && options.names.includes(name));
  if (config === undefined || configured === undefined || !isCounted) return new Map();
  const { desired } = configured;
  const endpoint = await endpointOf(host, config, configured, options);
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const deals = await reading(host, { account, endpoint }, options.concurrency, async (client) =>
    readDeals(client, await ownAccesses(client, desired), "activeDeals"),
  );
  return new Map(
    deals.flatMap(({ id, position }) =>
      position?.profit === null || position?.profit === undefined ? [] : [[id, position.profit] as const],
    ),
  );
}
