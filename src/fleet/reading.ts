// What the page knows of the fleet: read when somebody asks, and kept for as long as reading it again would be no news.

import { AppError } from "../app/error.js";
import { driftEpisodes } from "../app/fleet/episodes.js";
import { snapshotsOf } from "../app/fleet/snapshots.js";
import { namesOr, stateFrom } from "../app/fleet/state.js";
import { askedPlan, isAuthentic, waiting } from "../app/gate/approvals.js";
import { listHolds } from "../app/hold/hold.js";
import type { Host } from "../app/host.js";
import {
  type AccountLedgerOptions,
  accountsOf,
  configurationOf,
  onDisk,
  serviceIfKnown,
} from "../app/ledger/account-ledger.js";
import { listRuns, showRun } from "../app/ledger/history.js";
import { deedsOf } from "../app/ledger/ledger.js";
import { rolloutStatus } from "../app/rollout/decide.js";
import type { HoldListFacts } from "../model/bot/hold-facts.js";
import type { DeedList } from "../model/deed.js";
import type { AccountSnapshot } from "../model/fleet.js";
import type { DriftEpisode, FleetState } from "../model/fleet-state.js";
import { byText } from "../model/order.js";
import type { HistoryFacts, RunDetails } from "../model/plan/past-run.js";
import { type AskedPlan, shortDigest } from "../model/planfile/approval.js";
import type { ShownRollout } from "../model/rollout/shown.js";

export interface FleetNow {
  readonly state: FleetState;
  readonly snapshots: ReadonlyMap<string, AccountSnapshot>;
}

/** Every method rejects with AppError where the ledger can't be read. */
export interface Reading {
  readonly now: () => Promise<FleetNow>;
  /** What was read last, however long ago; undefined where nothing was yet. */
  readonly last: () => FleetNow | undefined;
  /** Accounts, by the configuration and by what was read last: for what can't wait for the ledger. */
  readonly names: () => readonly string[];
  /** Of the last days; undefined where they can't be read. */
  readonly episodes: () => Promise<readonly DriftEpisode[] | undefined>;
  readonly plan: (digest: string) => Promise<{ readonly asked: AskedPlan; readonly isAuthentic: boolean | null }>;
  readonly holds: (account?: string) => Promise<HoldListFacts>;
  /** The last one; null where there was none. */
  readonly rollout: () => Promise<ShownRollout | null>;
  readonly runs: () => Promise<HistoryFacts>;
  readonly run: (id: string) => Promise<RunDetails>;
  readonly deeds: () => Promise<DeedList>;
  /** Changes whenever what a page shows may have changed. */
  readonly version: () => Promise<string>;
  /** Reads what the first page needs, so that nobody waits for it. What goes wrong is said to whoever asks next. */
  readonly warm: () => Promise<void>;
  /** What is known is read anew by whoever asks next. */
  readonly forget: () => void;
}

const WEEK_MS = 7 * 86_400_000;
/** Nothing changes so fast that it had to be read more often. */
const FRESH_MS = 1_000;
const EPISODES_FRESH_MS = 60_000;
/** Reading takes this part of a processor's time at most. */
const SHARE = 10;

/** @param configured the configuration as it was read last */
export function fleetReading(
  host: Host,
  options: () => AccountLedgerOptions,
  clock: () => number,
  configured: () => ReturnType<typeof configurationOf>,
): Reading {
  const { journal } = options();
  let last: FleetNow | undefined;
  const state = kept(clock, FRESH_MS, async (): Promise<FleetNow> => {
    const [snapshots, plans, rollout] = await Promise.all([
      onDisk(() => snapshotsOf(journal)),
      waiting({ journal }),
      rolloutStatus({ journal }),
    ]);
    const names = namesOr(accountsOf(configured(), options()), snapshots);
    last = { snapshots, state: stateFrom(names, snapshots, plans, clock(), rollout) };
    return last;
  });
  const episodes = kept(clock, EPISODES_FRESH_MS, async () => {
    const { accounts } = (await state.get()).state;
    return driftEpisodes(
      journal,
      accounts.map(({ account }) => account),
      clock() - WEEK_MS,
    );
  });
  return {
    now: state.get,
    last: () => last,
    names() {
      const known = last?.state.accounts.map(({ account }) => account) ?? [];
      return [...new Set([...accountsOf(configurationOf(options()), options()), ...known])].toSorted(byText);
    },
    episodes: episodes.get,
    async plan(digest) {
      const asked = await askedPlan({ journal, digest });
      const opener = await serviceIfKnown(host, configurationOf(options()), asked.saved.account);
      return { asked, isAuthentic: isAuthentic(asked, opener) };
    },
    holds: (account) => listHolds(host, { ...options(), ...(account !== undefined && { account }) }),
    rollout: () => rolloutStatus({ journal }),
    runs: () => listRuns({ journal }),
    run: (id) => showRun({ journal, id }),
    deeds: () => onDisk(() => deedsOf({ folder: journal }).read()),
    async version() {
      const [{ snapshots, state: now }, rollout] = await Promise.all([state.get(), rolloutStatus({ journal })]);
      const looks = [...snapshots.values()].map(({ account, look }) => `${account} ${look.at}`);
      const plans = now.plans.map(({ digest, state: own }) => `${digest} ${own}`);
      return JSON.stringify([
        looks,
        plans,
        now.accounts.map((one) => `${one.account} ${one.state}`),
        now.damaged,
        rollout,
      ]);
    },
    async warm() {
      try {
        await episodes.get();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    },
    forget() {
      state.forget();
      episodes.forget();
    },
  };
}

/** Several who ask at once share one reading; a slow one is kept the longer. */
function kept<T>(clock: () => number, freshMs: number, read: () => Promise<T>) {
  let last: { readonly value: Promise<T>; readonly until: () => number } | undefined;
  return {
    get(): Promise<T> {
      if (last !== undefined && clock() < last.until()) return last.value;
      const began = clock();
      let tookMs: number | undefined;
      const value = read().finally(() => {
        tookMs = clock() - began;
      });
      // While it is read it is as good as new.
      const until = () => (tookMs === undefined ? Infinity : began + tookMs + Math.max(freshMs, SHARE * tookMs));
      const own = { value, until };
      last = own;
      value.catch(() => {
        if (last === own) last = undefined;
      });
      return value;
    },
    forget() {
      last = undefined;
    },
  };
}

/** What becomes of a plan once it is approved: by itself, or by a command to type. */
export function afterwardsOf(
  { digest, saved }: AskedPlan,
  { snapshots }: FleetNow,
  { isLookedAtOnce, same }: { readonly isLookedAtOnce: boolean; readonly same: string },
): string {
  const look = snapshots.get(saved.account)?.look;
  const isOwn = look?.asked !== undefined && look.asked !== null && digest.startsWith(look.asked);
  if (look?.mode === "approve" && isOwn) {
    const due = `at its next look at ${saved.account}, due at ${new Date(look.dueAt).toISOString().slice(11, 16)} UTC`;
    return `botform carries it out ${isLookedAtOnce ? "at once" : due}, if the bots are still as they were.`;
  }
  return `Nothing happens by itself; to carry it out, type: botform apply --approved ${shortDigest(digest)}${same}`;
}
