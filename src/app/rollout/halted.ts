// What people and breakers have stopped on the accounts of a roll-out since somebody decided about it: asked before anything is sent.
import type { RolloutState, RolloutWave, Undecided } from "../../model/rollout/record.js";
import { haltSince } from "../../reconcile/ledger/halts.js";
import type { Ledger } from "../../reconcile/ledger/ledger.js";
import type { Facts } from "../../reconcile/rollout/advance.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { ledgerOf } from "../ledger/ledger.js";
import { type Opened, openAccounts } from "../planning/open-accounts.js";
import type { ActOptions } from "../reconcile/act.js";

export type Halted = Extract<Facts, { readonly kind: "stopped" | "tripped" }>;

/** Which accounts of the roll-out are asked about. */
export interface Asked {
  readonly waves: readonly RolloutWave[];
  readonly state: Pick<RolloutState, "wave" | "done" | "phase" | "began">;
  readonly since: Undecided;
  /** The account that is about to be written to; the others are asked about at most every few seconds then. */
  readonly about?: string;
}

export interface Watch {
  /** undefined where nothing has. Rejects with DiskError. */
  halted(asked: Asked): Promise<Halted | undefined>;
  /** Breakers of the account that have tripped and aren't armed. Rejects with DiskError. */
  unarmed(account: string): Promise<readonly string[]>;
}

/** A wave of many accounts doesn't read the ledger of each before each. */
const ALL_AGAIN_MS = 5_000;

/** An account that can't be opened is never written to, so nothing is asked about it. */
export function haltWatch(host: Host, options: ActOptions, chosen: ChosenAccounts, now: () => number): Watch {
  let opening: Promise<ReadonlyMap<string, Ledger>> | undefined;
  let askedAll = Number.NEGATIVE_INFINITY;
  const ledgers = () => {
    opening ??= openAccounts(host, options, chosen).then(
      (all) => new Map(all.flatMap((one) => ("value" in one ? [[one.account, opened(one.value)] as const] : []))),
    );
    return opening;
  };
  const opened = ({ endpoint, policySource }: Opened) =>
    ledgerOf({ folder: options.journal }, policySource.account.desired.account, endpoint);
  return {
    async halted({ waves, state, since, about }) {
      const isOfAll = about === undefined || Math.abs(now() - askedAll) >= ALL_AGAIN_MS;
      if (isOfAll) askedAll = now();
      const reached = reachedSince(waves, state);
      const stopped: Halted[] = [];
      for (const [account, ledger] of await ledgers()) {
        if (!namesOf(waves).has(account) || (!isOfAll && account !== about)) continue;
        const halts = await ledger.halts();
        const trip = haltSince(halts, since.trips, ["trip"]);
        const began = reached.get(account);
        // What tripped before its wave, and was armed, is over; before it, the plan of the wave is blocked.
        if (trip !== undefined && began !== undefined && (halts.unarmed.length > 0 || trip.at >= began))
          return { kind: "tripped", why: `${account}: ${trip.why}` };
        const stop = haltSince(halts, since.stops, ["stop"]);
        if (stop !== undefined) stopped.push({ kind: "stopped", why: stopText(account, stop.at) });
      }
      return stopped[0];
    },
    async unarmed(account) {
      return (await (await ledgers()).get(account)?.halts())?.unarmed ?? [];
    },
  };
}

/** When the first wave of each account began, of those that it has reached. */
function reachedSince(
  waves: readonly RolloutWave[],
  { wave, done, phase, began }: Asked["state"],
): ReadonlyMap<string, number> {
  const reached = new Map<string, number>();
  for (const [index, { parts }] of waves.slice(0, wave + 1).entries())
    for (const { account } of parts) {
      const isReached = index < wave || phase !== "applying" || done.includes(account);
      if (isReached && !reached.has(account)) reached.set(account, began[index] ?? 0);
    }
  return reached;
}

function namesOf(waves: readonly RolloutWave[]): ReadonlySet<string> {
  return new Set(waves.flatMap(({ parts }) => parts.map(({ account }) => account)));
}

function stopText(account: string, at: number): string {
  return `bots of ${account} were turned off at ${new Date(at).toISOString().slice(11, 16)} UTC, since it was reviewed; if it may go on: botform rollout resume`;
}
