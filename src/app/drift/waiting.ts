// Bots that differ because a roll-out that is under way has yet to bring what the files ask for: that is no drift.
import { botDigest } from "../../config/desired.js";
import type { AccountDrift, WaitingBot } from "../../model/bot/drift.js";
import { type Plan, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { wavesOf } from "../../model/rollout/record.js";
import { reachedBy } from "../../reconcile/ledger/rollouts.js";
import { underWayIn } from "../../reconcile/rollout/decisions.js";
import { unreviewed } from "../../reconcile/rollout/reviewed.js";
import { systemClock } from "../clock.js";
import type { ChosenAccounts } from "../files/configuration.js";
import { sharedRollouts } from "../ledger/ledger.js";

/** By address. */
export type Waits = ReadonlyMap<string, Wait>;

interface Wait {
  /** As a clause. */
  readonly why: string;
  /** Digests of what the wave was reviewed to do. */
  readonly reviewed: ReadonlySet<string>;
}

/** What bots wait for; nothing where no roll-out is declared or under way. Rejects with DiskError. */
export async function waitsOf({ config, accounts }: ChosenAccounts, journal: string): Promise<Waits> {
  if (config.rollout === undefined) return new Map();
  const all = await sharedRollouts({ folder: journal }).all();
  const record = underWayIn(all, systemClock.now());
  if (record === undefined) return new Map();
  const { status, phase, wave, leftOut = [] } = record.state;
  const reached = reachedBy(all);
  const asked = new Map(accounts.flatMap(({ desired }) => desired.bots.map((bot) => [bot.address, botDigest(bot)])));
  // What a wave has passed over, nothing brings any more.
  const passedOver = new Set(leftOut.map(({ address }) => address));
  const parts = wavesOf(record).flatMap(({ name, parts }, index) => {
    const isTakenBack = phase === "undoing" && index <= wave;
    const brings = status === "paused" ? "brings it, once the roll-out goes on" : "brings it";
    const why = `the wave ${name} ${isTakenBack ? "is being taken back" : brings}`;
    return parts.map((part) => ({ bots: part.bots, reviewed: new Set(part.reviewed), why }));
  });
  return new Map(
    parts.flatMap(({ bots, why, reviewed }) =>
      bots
        .filter(({ address, desired }) => asked.get(address) === desired && reached.get(address) !== desired)
        .flatMap(({ address }) => (passedOver.has(address) ? [] : [[address, { why, reviewed }]])),
    ),
  );
}

/** A running deal whose take profit isn't its bot's got it by hand, whatever it is to become. */
function isOfBot({ deal }: Step, live: string | null | undefined): boolean {
  return deal?.takeProfit === undefined || deal.takeProfit.before === live;
}

/** The same with the bots apart that wait: those of which the plan does nothing but what was reviewed. Whatever else differs is drift. */
export function waitingApart(drift: AccountDrift, plan: Plan, waits: Waits): AccountDrift {
  const steps = stepsByAddress(plan);
  const waiting = [...drift.drifted, ...drift.missing.map((bot) => ({ ...bot, botId: null }))].flatMap(
    ({ address, title, botId }): WaitingBot[] => {
      const wait = waits.get(address);
      const own = steps.get(address) ?? [];
      const live = plan.bots[address]?.observed?.fields.percentTakeProfit;
      const isReviewed = wait !== undefined && unreviewed({ steps: own }, wait.reviewed).length === 0;
      return isReviewed && own.length > 0 && own.every((step) => isOfBot(step, live))
        ? [{ address, title, botId, why: wait.why }]
        : [];
    },
  );
  if (waiting.length === 0) return drift;
  const apart = new Set(waiting.map(({ address }) => address));
  const isDrift = ({ address }: { readonly address: string }) => !apart.has(address);
  return { ...drift, drifted: drift.drifted.filter(isDrift), missing: drift.missing.filter(isDrift), waiting };
}
