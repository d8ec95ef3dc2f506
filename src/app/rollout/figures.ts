// What the gates of a roll-out need of an account: its deals, its margin, and which of its bots have drifted. Reads only.

import type { Access } from "../../model/bot/bot.js";
import { isInDoubt } from "../../model/plan/plan.js";
import { defined } from "../../model/record.js";
import type { RolloutState } from "../../model/rollout/record.js";
import type { Gates } from "../../model/rollout/rollout.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { hadEnded, type Known, MOST_ENDED } from "../../policy/breaker-figures.js";
import type { GateFacts } from "../../policy/rollout-gates.js";
import type { Facts } from "../../reconcile/rollout/advance.js";
import { observedAccount } from "../../service/canonical-account.js";
import type { Client } from "../../service/client.js";
import { endedDeals, known, ownAccesses } from "../breaker/readings.js";
import { type DriftedAccount, type DriftOptions, driftIn } from "../drift/drift.js";
import { reading } from "../endpoint.js";
import { oneLine } from "../error.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { readDeals, readFleet, readPast } from "../live/account.js";
import { type Opened, openAccounts } from "../planning/open-accounts.js";

const NOT_NEEDED = { unknown: "it wasn't read" };

/** The bots of the waves so far, by account. */
export type Reached = ReadonlyMap<string, ReadonlySet<string>>;

/** One for each account of `chosen`. An account that can't be read makes its figures unknown, and stops no other. */
export async function gateFacts(
  host: Host,
  options: DriftOptions,
  chosen: ChosenAccounts,
  gates: Gates,
  reached: Reached,
  { open, ended }: Pick<RolloutState, "open" | "ended">,
): Promise<readonly GateFacts[]> {
  const drifts = gates.drift ? (await driftIn(host, options, chosen)).results : [];
  const opened = await openAccounts(host, options, chosen);
  return Promise.all(
    opened.map(async (one) => {
      const { account: name } = one;
      const before = (open ?? []).flatMap(({ account, deal, profit }) =>
        account === name ? [[deal, profit] as const] : [],
      );
      const own = reached.get(name) ?? new Set<string>();
      const differing = differingIn(
        drifts.find(({ account }) => account === name),
        own,
      );
      const figures =
        "value" in one ? await figuresOf(host, options, one.value, gates, own) : unread(oneLine(one.failure.message));
      const past = ended?.find(({ account }) => account === name);
      return {
        ...{ name, differing, open: new Map(before), ...figures },
        ...(past !== undefined && { hadEnded: hadEnded(past.deals) }),
      };
    }),
  );
}

function differingIn(result: DriftedAccount | undefined, own: ReadonlySet<string>): Known<readonly string[]> {
  if (result === undefined) return NOT_NEEDED;
  const { drift, error = "it couldn't be read" } = result;
  if (drift === undefined) return { unknown: error };
  const differing = [...drift.drifted, ...drift.missing].flatMap(({ address }) => (own.has(address) ? address : []));
  if (differing.length > 0) return { known: differing };
  if (hasErrors(drift.diagnostics)) return { unknown: "the plan has errors" };
  return isInDoubt(drift) ? { unknown: "a command that was sent may still take effect" } : { known: [] };
}

type Figures = Pick<GateFacts, "running" | "ended" | "account" | "bots">;

function unread(why: string): Figures {
  return { running: { unknown: why }, ended: { unknown: why }, account: { unknown: why } };
}

/** An account that nobody has read: whatever its gates are, they aren't known. */
export function unreadAccount(name: string, why: string): GateFacts {
  return { name, differing: { unknown: why }, open: new Map(), ...unread(why) };
}

async function figuresOf(
  host: Host,
  { concurrency, journal }: DriftOptions,
  { policySource, endpoint }: Opened,
  gates: Gates,
  own: ReadonlySet<string>,
): Promise<Figures> {
  const { desired } = policySource.account;
  const { account } = desired;
  const needsDeals = gates.loss !== undefined || gates.endedDeals !== undefined;
  if (!needsDeals && gates.marginUsed === undefined) return unread(NOT_NEEDED.unknown);
  const past = await readPast({ account, endpoint }, { journal });
  return reading(host, { account, endpoint }, concurrency, async (client: Client) => {
    const bots = needsDeals
      ? await known(async () => {
          const accesses = await ownAccesses(client, desired);
          const { declared } = await readFleet(client, accesses, desired, false, past);
          const ids = [...declared].flatMap(([id, { address }]) => (own.has(address) ? id : []));
          return { accesses, ids: new Set(ids) };
        })
      : NOT_NEEDED;
    const deals = <T>(read: (accesses: readonly Access[]) => Promise<T>) =>
      "unknown" in bots ? Promise.resolve(bots) : known(() => read(bots.known.accesses));
    return {
      ...("known" in bots && { bots: bots.known.ids }),
      // The running ones first: one that ends in between is in both lists, and in neither the other way round.
      running: await deals((all) => readDeals(client, all, "activeDeals")),
      ended: await deals((all) => endedDeals(client, all)),
      account:
        gates.marginUsed === undefined
          ? NOT_NEEDED
          : await known(async () => observedAccount(await client.accountInformation())),
    };
  });
}

type Baseline = Omit<Extract<Facts, { readonly kind: "baseline" }>, "kind">;

/** What the running deals of these bots have won or lost by now, and which have ended; why that isn't known, as a clause. */
export async function openDeals(
  host: Host,
  options: DriftOptions,
  chosen: ChosenAccounts,
  gates: Gates,
  reached: Reached,
): Promise<Known<Baseline>> {
  const { loss, endedDeals } = gates;
  if (loss === undefined && endedDeals === undefined) return { known: { open: [] } };
  const needed = defined({ loss, endedDeals });
  const facts = await gateFacts(host, options, chosen, { drift: false, ...needed }, reached, { open: null });
  const ended: { account: string; deals: number[] }[] = [];
  const open: { account: string; deal: number; profit: string }[] = [];
  for (const one of facts) {
    const { name, running } = one;
    if ("unknown" in one.ended)
      return { unknown: `which deals of ${name} have ended isn't known: ${one.ended.unknown}` };
    const all = new Set(one.ended.known.flat().map(({ id }) => id));
    ended.push({ account: name, deals: [...all].sort((left, right) => right - left).slice(0, MOST_ENDED) });
    if (loss === undefined) continue;
    if ("unknown" in running) return { unknown: `what the deals of ${name} come to isn't known: ${running.unknown}` };
    for (const { id, position } of running.known) {
      // Nothing is bought yet, so there is nothing to have lost.
      const profit = position == null || position.amount === "0" ? "0" : position.profit;
      if (profit === null) return { unknown: `the service doesn't show what deal ${id} of ${name} has won or lost` };
      open.push({ account: name, deal: id, profit });
    }
  }
  return { known: { open, ended } };
}
