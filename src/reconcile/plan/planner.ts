// The plan as a pure function of what is desired and what is observed: no clock, no randomness, no I/O.

import type { ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import { byText } from "../../model/order.js";
import { PHASES } from "../../model/plan/actions.js";
import { type HeldBot, isUndo, type Plan, type Step } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { resolveAccesses } from "./access.js";
import type { BotChange } from "./bot-change.js";
import { changeFor, heldChange } from "./configured-bot.js";
import { type HoldOn, heldBot, holdOn, holdProblems, type OnHold } from "./holds.js";
import { lookAlikeProblems } from "./look-alike-problems.js";
import { questionCreates } from "./look-alikes.js";
import { liveMatches, type Match, matchBots } from "./match.js";
import { nakedInScope, nakedProblem } from "./naked-deals.js";
import { liftedBots, liftedProblem, protectedIds, withoutLifted } from "./protection.js";
import {
  botsInDoubt,
  cutList,
  inDoubtProblem,
  unlistedBots,
  unpinned,
  unreadLedger,
  waitingSteps,
} from "./remembered-problems.js";
import { type Replacing, refuseReplaces, withReplaced } from "./replace.js";
import { withKnownOff } from "./switched-off.js";
import { describeUndeclared, type Sides, turnOffUndeclared, type Undeclared, undeclaredBots } from "./undeclared.js";
import { undeclaredSettings } from "./undeclared-settings.js";

export interface PlanOptions {
  /** Whether a bot's steps are wanted; bots left out are matched all the same. Default: every bot. */
  readonly includes?: (address: string) => boolean;
  /** Whether a bot whose access was changed may be replaced: the old one is turned off and stays behind. Default: no. */
  readonly allowReplace?: boolean;
  /** Whether a create that looks like a live bot is questioned (rule 22). Default: yes; who only compares doesn't ask. */
  readonly questions?: boolean;
}

/** Computes the plan. Input order never changes it, and a plan of what was just applied has no steps. */
export function makePlan(configured: Desired, observed: Observed, options: PlanOptions = {}): Plan {
  const desired = withKnownOff(configured, observed.seen);
  const includes = options.includes ?? (() => true);
  const resolved = resolveAccesses(desired, observed.accesses);
  const replacing: Replacing = { desired, observed, allowReplace: options.allowReplace === true };
  const holds = holdOn({ desired, observed });
  const found = matchBots(desired, observed, resolved.byAlias);
  const matches = refuseReplaces(found, replacing, (match) => holdOfMatch(match, holds) !== undefined);
  const isHeld = (match: Match) => holdOfMatch(match, holds) !== undefined;
  const questions = options.questions === false ? [] : questionCreates(matches, observed, isHeld);
  const refused = new Set(questions.flatMap(({ bot, isRefused }) => (isRefused ? [bot] : [])));
  const undeclared = undeclaredBots(desired, observed, matches, resolved.byAlias);

  const own = matches
    .filter((match) => includes(match.bot.address))
    .flatMap((match) => {
      const hold = holdOfMatch(match, holds);
      if (hold !== undefined && match.kind !== "unclear") return heldChange(match, hold, { desired, observed });
      if (refused.has(match.bot)) return [];
      return withReplaced(changeFor(match, observed, desired), match, replacing);
    });
  const guarded = protectedIds(matches, observed);
  const free = undeclared.filter(({ live }) => !guarded.has(live.id));
  const others = turnOffUndeclared({ desired, observed }, free, matches, holds, refused.size === 0);
  const all = [...own, ...others.filter(({ address }) => includes(address))];
  const { changes: some, lifted: every } = withoutLifted(all, liftedBots(desired, observed, matches));
  // Of a bot that isn't asked for, nothing is recorded.
  const lifted = every.filter(({ address, waits }) => waits > 0 || includes(address));
  const changes = eachOnce(some);
  const everyHeld = heldBots({ desired, observed }, matches, undeclared, holds);
  const held = everyHeld.filter(({ address }) => includes(address));
  const owners = liveMatches(matches);
  const settings = isUndo({ configDigest: desired.digest }) ? [] : undeclaredSettings(matches, includes);
  const inDoubt = botsInDoubt(desired.account, observed, owners).filter(({ address }) => includes(address));
  const naked = nakedInScope(desired, observed.deals ?? [], owners, includes);
  const touched = changes.flatMap(({ planned }) => planned ?? []);
  const steps = inOrder(changes.flatMap((change) => change.steps));
  const isCreating = steps.some(({ action }) => action === "create");
  return {
    formatVersion: 1,
    account: desired.account,
    exchange: desired.exchange,
    configDigest: desired.digest,
    steps,
    bots: Object.fromEntries(touched.map((planned) => [planned.address, planned])),
    unchanged: own.filter(({ unchanged }) => unchanged).length,
    observedBots: ownBots(desired, observed),
    ...(isCreating && { observedIds: observed.bots.map(({ id }) => id).toSorted((one, other) => one - other) }),
    undeclared: undeclared.map((one) => describeUndeclared(one, { desired, observed }, guarded)),
    undeclaredRule: desired.undeclared,
    ...(settings.length > 0 && { undeclaredSettings: settings }),
    ...(inDoubt.length > 0 && { inDoubt }),
    ...(held.length > 0 && { held }),
    ...(lifted.length > 0 && { lifted }),
    diagnostics: [
      ...resolved.diagnostics,
      ...changes.flatMap(({ diagnostics }) => diagnostics),
      ...lookAlikeProblems(questions, includes, observed.seen),
      ...strangeSettings(observed),
      ...holdProblems({ desired, observed }, everyHeld, includes),
      ...lifted.map(liftedProblem),
      ...inDoubt.map(inDoubtProblem),
      ...waitingSteps(steps, touched, observed),
      ...unreadLedger(observed),
      ...unlistedBots(observed),
      ...unpinned(observed),
      ...naked.map((deal) => nakedProblem(deal, owners, desired.account)),
      ...(isCreating ? cutList(observed) : []),
    ],
  };
}

/** The hold on a configured bot, on its live bot, or on a bot that it would replace. */
function holdOfMatch(match: Match, holds: HoldOn): OnHold | undefined {
  const ids =
    match.kind === "live" ? [match.live.id] : match.kind === "absent" ? match.elsewhere.map(({ id }) => id) : [];
  const { address } = match.bot;
  return holds(address, undefined) ?? ids.map((id) => holds(address, id)).find((hold) => hold !== undefined);
}

/** Every bot of the plan's scope that is held, by address. */
function heldBots(
  { desired, observed }: Sides,
  matches: readonly Match[],
  undeclared: readonly Undeclared[],
  holds: HoldOn,
): HeldBot[] {
  const describe = (address: string, live: ObservedBot | undefined, hold: OnHold): HeldBot =>
    heldBot({ address, botId: live?.id ?? null, on: live !== undefined && mayBeOn(live, observed) }, hold);
  const own = matches.flatMap((match) => {
    const hold = holdOfMatch(match, holds);
    const live = match.kind === "live" ? match.live : match.kind === "absent" ? match.elsewhere[0] : undefined;
    return hold === undefined ? [] : [describe(match.bot.address, live, hold)];
  });
  const others = undeclared.flatMap(({ live }) => {
    const address = `${desired.account}/#${live.id}`;
    const hold = holds(address, live.id);
    return hold === undefined ? [] : [describe(address, live, hold)];
  });
  return [...own, ...others].sort(byAddress);
}

/** By address. A bot that several replace, or that is undeclared, too, is turned off once. */
function eachOnce(changes: readonly BotChange[]): BotChange[] {
  const byAddressThenReason = (left: BotChange, right: BotChange) =>
    byAddress(left, right) || byText(left.steps[0]?.reason ?? "", right.steps[0]?.reason ?? "");
  const sorted = changes.toSorted(byAddressThenReason);
  return sorted.filter(({ address }, index) => address !== sorted[index - 1]?.address);
}

/** How many bots the list of the account's own exchange shows. */
function ownBots({ exchange }: Desired, { accesses, bots }: Observed): number {
  const foreign = new Set<number | null>(accesses.filter((access) => access.exchange !== exchange).map(({ id }) => id));
  return bots.filter(({ accessId }) => !foreign.has(accessId)).length;
}

/** A setting that this version doesn't know may matter: an update can't send it (S-21). */
function strangeSettings(observed: Observed): Diagnostic[] {
  const names = [...new Set(observed.bots.flatMap((bot) => bot.unknownSettings))].sort();
  if (names.length === 0) return [];
  return [
    planProblem("plan/unknown-setting", {
      summary: `the service shows settings that this version of botform doesn't know: ${names.join(", ")}`,
      remedy: "botform neither compares nor changes them; check whether a newer version knows them.",
    }),
  ];
}

/** The order in which steps run. */
export function inOrder(steps: readonly Step[]): Step[] {
  return steps.toSorted(byPhaseThenAddress);
}

function byPhaseThenAddress(left: Step, right: Step): number {
  const phase = PHASES.indexOf(left.action) - PHASES.indexOf(right.action);
  return phase || byAddress(left, right) || (left.deal?.id ?? 0) - (right.deal?.id ?? 0);
}

function byAddress(left: { readonly address: string }, right: { readonly address: string }): number {
  return byText(left.address, right.address);
}
