// How a roll-out's waves look now: which bots the files have, what a wave's plans would do, and whether that was reviewed.
import { botDigest } from "../../config/desired.js";
import { isIdle, isInDoubt, type Plan } from "../../model/plan/plan.js";
import { armText } from "../../model/policy/breaker.js";
import { type LeftOut, type RolloutPart, type RolloutWave, wavesOf } from "../../model/rollout/record.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { reachedBy } from "../../reconcile/ledger/rollouts.js";
import type { PartFact } from "../../reconcile/rollout/advance.js";
import { underWayIn } from "../../reconcile/rollout/decisions.js";
import { unreviewed } from "../../reconcile/rollout/reviewed.js";
import type { RolledBot } from "../../reconcile/rollout/waves.js";
import type { Attempt } from "../attempt.js";
import { systemClock } from "../clock.js";
import { oneLine } from "../error.js";
import type { ChosenAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { rolloutsOf } from "../ledger/ledger.js";
import { type PlannedNow, type PlanOptions, planAccounts } from "../planning/plan.js";

const MOST_NAMES = 3;

/** Every configured bot of these accounts. */
export function rolledBots({ accounts }: ChosenAccounts): readonly RolledBot[] {
  return accounts.flatMap(({ desired }) =>
    desired.bots.map((bot) => ({ account: desired.account, address: bot.address, desired: botDigest(bot) })),
  );
}

/** Why the files ask for something else than when the roll-out was reviewed; undefined where they don't. */
export function changedFiles(waves: readonly RolloutWave[], chosen: ChosenAccounts): string | undefined {
  const now = new Map(rolledBots(chosen).map(({ address, desired }) => [address, desired]));
  const all = waves.flatMap(({ parts }) => parts.flatMap(({ bots }) => bots));
  const changed = all.flatMap(({ address, desired }) => (now.get(address) === desired ? [] : address));
  return changed.length === 0
    ? undefined
    : `the files ask for something else of ${namesText(changed, MOST_NAMES)} since it was reviewed`;
}

/**
 * With waves in the configuration, what reconcile may put back by itself: bots that a roll-out has brought to what the files
 * still ask for, so that whatever differs was changed by hand. undefined where there are no waves. Rejects with DiskError.
 */
export async function rolledOut(
  chosen: ChosenAccounts,
  journal: string,
): Promise<((address: string) => boolean) | undefined> {
  if (chosen.config.rollout === undefined) return undefined;
  const reached = reachedBy(await rolloutsOf({ folder: journal }).all());
  const own = rolledBots(chosen).filter(({ address, desired }) => reached.get(address) === desired);
  const addresses = new Set(own.map(({ address }) => address));
  return (address) => addresses.has(address);
}

/** Whether a roll-out is under way that the account is part of. Rejects with DiskError. */
export async function isUnderWay(journal: string, account: string): Promise<boolean> {
  const record = underWayIn(await rolloutsOf({ folder: journal }).all(), systemClock.now());
  return record !== undefined && wavesOf(record).some(({ parts }) => parts.some((part) => part.account === account));
}

/** These accounts of those that are chosen; undefined where one of them isn't, or none is named. */
export function onlyThese(chosen: ChosenAccounts, names: readonly string[]): ChosenAccounts | undefined {
  const own = chosen.accounts.filter(({ desired }) => names.includes(desired.account));
  const [first, ...others] = own;
  return first === undefined || own.length < new Set(names).size
    ? undefined
    : { ...chosen, accounts: [first, ...others] };
}

/** Whether an address belongs to it: one of its bots, or an undeclared one where it is the account's last part. */
export function isOfPart({ account, bots, isLast }: RolloutPart): (address: string) => boolean {
  const own = new Set(bots.map(({ address }) => address));
  return (address) => own.has(address) || (isLast && address.startsWith(`${account}/#`));
}

/** A fresh plan of each part, in their order. Throws AppError as planAccounts. */
export async function planParts(
  host: Host,
  options: PlanOptions,
  chosen: ChosenAccounts,
  parts: readonly RolloutPart[],
): Promise<readonly Attempt<PlannedNow>[]> {
  const of = new Map(parts.map((part) => [part.account, isOfPart(part)]));
  const own = onlyThese(chosen, [...of.keys()]);
  if (own === undefined) return [];
  const part = (address: string) => of.get(address.slice(0, address.indexOf("/")))?.(address) === true;
  return planAccounts(host, { ...options, part }, own);
}

/** What a fresh plan of the part shows. @param unarmed breakers of the account that have tripped */
export function partFact(
  { account, bots, reviewed }: RolloutPart,
  planned: Attempt<PlannedNow> | undefined,
  unarmed: readonly string[],
): PartFact {
  // Its bots are held, so its plan may well be empty.
  if (unarmed.length > 0)
    return {
      account,
      state: "blocked",
      why: `${account}: a breaker has tripped (${unarmed.join(", ")}); ${armText(unarmed)} arms it`,
    };
  if (planned === undefined) return { account, state: "unknown", why: `${account} wasn't planned` };
  if ("failure" in planned)
    return { account, state: "unknown", why: `${account}: ${oneLine(planned.failure.message)}` };
  const { made } = planned.value;
  const [tripped] = (made.breakers ?? []).filter(({ state }) => state === "tripped");
  if (tripped !== undefined)
    return {
      account,
      state: "blocked",
      why: `${account}: the breaker ${tripped.name} is at its limit: ${tripped.why}`,
    };
  const error = made.diagnostics.find(({ severity }) => severity === "error");
  if (hasErrors(made.diagnostics))
    return { account, state: "blocked", why: `the plan of ${account} has errors: ${error?.summary ?? ""}` };
  if (isInDoubt(made))
    return { account, state: "unknown", why: `a command that was sent to ${account} may still take effect` };
  const more = unreviewed(made, new Set(reviewed));
  if (more.length > 0)
    return {
      ...{ account, state: "differs" },
      why: `the plan isn't what was reviewed: ${namesText(more, MOST_NAMES)}`,
    };
  return { account, state: isIdle(made) ? "as-declared" : "ready", why: "", leftOut: leftOutOf(made, bots) };
}

const PASSED_OVER: ReadonlyMap<string, string> = new Map([
  ["plan/protected", "protected"],
  ["plan/deals-frozen", "its deal runs"],
]);

/** A held bot isn't compared, so nobody knows whether it differs. */
function leftOutOf({ held = [], diagnostics }: Plan, bots: RolloutPart["bots"]): readonly LeftOut[] {
  return bots.flatMap(({ address }): LeftOut[] => {
    if (held.some((one) => one.address === address)) return [{ address, why: "held" }];
    const about = diagnostics.find((one) => one.address === address && PASSED_OVER.has(one.code));
    return about === undefined ? [] : [{ address, why: PASSED_OVER.get(about.code) ?? "" }];
  });
}
