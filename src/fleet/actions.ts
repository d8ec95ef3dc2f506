// What people do at the page: recorded in the ledger first, and then done by the same use cases as the commands.

import { forOneLook } from "../app/credentials/one-look.js";
import { type Stopping, type TurnedOff, type TurnOffOptions, turnOff } from "../app/emergency-stop.js";
import { AppError, explain, oneLine } from "../app/error.js";
import { EXIT } from "../app/exit.js";
import { approve, askedPlan, reject } from "../app/gate/approvals.js";
import { addHold, removeHolds } from "../app/hold/hold.js";
import type { Host } from "../app/host.js";
import { configurationOf, onDisk, serviceIfKnown } from "../app/ledger/account-ledger.js";
import { deedsOf } from "../app/ledger/ledger.js";
import { decideRollout, rolloutToDecide } from "../app/rollout/decide.js";
import { promoteShown, type Shown } from "../app/rollout/promote.js";
import { type RolloutOptions, reviewRest } from "../app/rollout/review.js";
import type { DeedKind, StopRun } from "../model/deed.js";
import { shortDigest } from "../model/planfile/approval.js";
import { counted } from "../model/text/counted.js";
import { fleetReviews, type Reviews } from "./reviews.js";

/** Who does it, and from where. */
export interface Doer {
  readonly name: string;
  readonly from: string;
}

/** Every method but the stop rejects with AppError, and then nothing was done. */
export interface Actions {
  readonly approve: (by: Doer, digest: string, reason: string | undefined) => Promise<void>;
  readonly reject: (by: Doer, digest: string, reason: string) => Promise<void>;
  readonly hold: (
    by: Doer,
    hold: { readonly bots: string; readonly reason: string; readonly until?: string },
  ) => Promise<void>;
  readonly lift: (by: Doer, bots: readonly string[]) => Promise<void>;
  /** About the roll-out that is under way. */
  readonly decide: (by: Doer, does: "pause" | "resume" | "abort", reason: string | undefined) => Promise<void>;
  /** Of exactly what was shown under this digest. */
  readonly promote: (by: Doer, digest: string, reason: string | undefined) => Promise<void>;
  /** Looks at what is left of the roll-out that is under way. */
  readonly reviews: Reviews;
  /** Begins at once, whatever the ledger says; resolves to what went wrong beside it. */
  readonly stop: (by: Doer, accounts: readonly string[], hold: string | undefined) => Promise<string | undefined>;
  /** Newest first. */
  readonly stops: () => readonly StopRun[];
  /** Resolves when no stop is under way any more. */
  readonly settled: () => Promise<void>;
  readonly entered: (by: Doer) => Promise<void>;
  /** Of whoever was refused. However many there are, only some are recorded. */
  readonly refused: (by: Doer, why: string) => Promise<void>;
}

export interface ActionOptions
  extends Omit<TurnOffOptions, "account" | "all" | "managed" | "bots" | "hold">,
    Omit<RolloutOptions, "verbose"> {
  readonly journal: string;
}

const REFUSALS_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/** @param options with the configuration that counts now. @param changed called whenever something was done */
export function fleetActions(
  host: Host,
  options: () => ActionOptions,
  {
    stopping,
    clock,
    changed,
    touched,
  }: {
    readonly stopping: Stopping;
    readonly clock: () => number;
    readonly changed: () => void;
    /** Called for each account whose bots were stopped. */
    readonly touched: (account: string) => void;
  },
): Actions {
  const underWay = new Set<Promise<void>>();
  const deeds = deedsOf({ folder: options().journal });
  const stops: StopRun[] = [];
  const record = (did: DeedKind, { name: by, from }: Doer, about: string) =>
    onDisk(() => deeds.add({ did, by, from: cut(from), about: cut(about) }));
  /** What can't be recorded isn't done; what then fails is recorded, too. */
  const recorded = async (did: DeedKind, by: Doer, about: string, act: () => Promise<unknown>) => {
    await record(did, by, about);
    try {
      await act();
    } catch (error) {
      await record("refused", by, `${did} ${about}: ${reasonOf(error)}`);
      throw error;
    } finally {
      changed();
    }
  };
  let refusals = { from: 0, count: 0 };
  const reviews = fleetReviews(() => shownRest(host, options()), { clock, changed, reasonOf });
  return {
    reviews,
    approve(by, digest, reason) {
      return recorded("approve", by, `plan ${shortDigest(digest)}${because(reason)}`, async () =>
        approve({ ...options(), digest, by: by.name, reason }, await openerOf(host, options(), digest)),
      );
    },
    reject: (by, digest, reason) =>
      recorded("reject", by, `plan ${shortDigest(digest)}${because(reason)}`, () =>
        reject({ ...options(), digest, by: by.name, reason }),
      ),
    hold: (by, { bots, ...hold }) =>
      recorded("hold", by, `${bots}${because(hold.reason)}`, () =>
        addHold(host, { ...options(), ...hold, patterns: [bots], isForm: true }),
      ),
    lift: (by, bots) =>
      recorded("lift", by, bots.join(", "), () => removeHolds(host, { ...options(), patterns: bots, isForm: true })),
    async decide(by, does, reason) {
      const seen = await rolloutToDecide(options(), does);
      await recorded(does, by, `roll-out ${seen.begin.id}${because(reason)}`, () =>
        decideRollout(options(), { does, by: by.name, reason, seen }),
      );
    },
    async promote(by, digest, reason) {
      const shown = reviews.of(digest);
      if (shown === undefined) throw new AppError(NOT_SHOWN);
      const about = `roll-out ${shown.seen.begin.id}, as shown under ${shortDigest(digest)}${because(reason)}`;
      await recorded("promote", by, about, () => promoteShown(options(), shown, by.name, reason));
      reviews.close();
    },
    async stop(by, accounts, hold) {
      for (const account of accounts) {
        const one = stopOne(by, account, hold).finally(() => underWay.delete(one));
        underWay.add(one);
      }
      try {
        await record("stop", by, `${accounts.join(", ")}${because(hold)}`);
        return undefined;
      } catch (error) {
        return `The stop is under way, but couldn't be recorded: ${reasonOf(error)}`;
      }
    },
    stops: () => stops.toReversed(),
    async settled() {
      await Promise.all(underWay);
    },
    entered: (by) => record("enter", by, "with the token of the terminal"),
    async refused(by, why) {
      if (clock() - refusals.from >= MINUTE_MS) refusals = { from: clock(), count: 0 };
      refusals.count += 1;
      if (refusals.count > REFUSALS_A_MINUTE) return;
      const last =
        refusals.count === REFUSALS_A_MINUTE ? " (and perhaps more: no other is recorded in this minute)" : "";
      // Whoever is refused is refused, recorded or not.
      await record("refused", by, `${why}${last}`).catch(ignored);
    },
  };

  async function stopOne({ name: by }: Doer, account: string, hold: string | undefined): Promise<void> {
    const begun = { account, by, at: new Date(clock()).toISOString(), isHeld: hold !== undefined };
    const index = stops.push({ ...begun, state: { kind: "running" } }) - 1;
    changed();
    const ended = await stopEnd(account, hold);
    const { state } = ended;
    stops[index] = { ...begun, ...ended };
    // The page may be gone by then, and the process about to end.
    if (state.kind === "unsure") host.say({ kind: "warning", account, text: `the emergency stop: ${state.text}` });
    touched(account);
    changed();
  }

  async function stopEnd(account: string, hold: string | undefined): Promise<Pick<StopRun, "state" | "turnsOnAgain">> {
    try {
      const given = { ...options(), account, all: true, ...(hold !== undefined && { hold }) };
      const result = await turnOff(host, given, stopping);
      return { state: stopState(result), turnsOnAgain: result.turnsOnAgain };
    } catch (error) {
      return { state: { kind: "unsure", text: `${reasonOf(error)} Check the bots on the service itself.` } };
    }
  }
}

function stopState({ exitCode, turnedOff, wereOff, stragglers, unsettled }: TurnedOff): StopRun["state"] {
  const text = `${counted(turnedOff.length, "bot")} turned off, ${wereOff.length} were off`;
  if (exitCode === EXIT.done) return { kind: "off", text: `every bot was seen off: ${text}` };
  const open = [...stragglers.map(({ id }) => `#${id}`), ...unsettled];
  const rest = open.length === 0 ? "" : `; not seen off: ${open.join(", ")}`;
  return {
    kind: "unsure",
    text: `${exitCode === EXIT.partlyApplied ? "off, but the hold couldn't be set" : "not every bot is known to be off"}: ${text}${rest}. Check them on the service itself.`,
  };
}

const NOT_SHOWN =
  "what was shown is too old, or another look has taken its place\nLook at what is left, and answer that.";

/** With keys that are read for it alone. */
function shownRest(
  host: Host,
  { account: _, ...options }: ActionOptions & { readonly account?: unknown },
): Promise<Shown> {
  return forOneLook(host, async (own) => {
    const seen = await rolloutToDecide(options, "promote");
    return { seen, review: await reviewRest(own, { ...options, verbose: true }, seen) };
  });
}

async function openerOf(host: Host, options: ActionOptions, digest: string) {
  const { saved } = await askedPlan({ ...options, digest });
  return serviceIfKnown(host, configurationOf(options), saved.account);
}

/** Why something wasn't done, with what is behind it, on one line. */
export function reasonOf(error: unknown): string {
  const { message, diagnostics } = explain(error);
  return oneLine([message, ...diagnostics.map(({ summary }) => summary)].join("\n"));
}

function because(reason: string | undefined): string {
  return reason === undefined || reason === "" ? "" : `: ${reason}`;
}

/** A line of the ledger has room for so much. */
function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 599)}…` : text;
}

function ignored(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
