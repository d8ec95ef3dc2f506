// The plan as a pure function of what is desired and what is observed: no clock, no randomness, no I/O.
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import { PHASES } from "../../model/plan/actions.js";
import type { Plan, Step, UndeclaredBot } from "../../model/plan/plan.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { resolveAccesses } from "./access.js";
import { draftFor } from "./draft.js";
import { draftStray } from "./draft-off.js";
import type { Draft } from "./draft-parts.js";
import { matchBots } from "./match.js";
import { type Replacing, refuseReplaces, withReplaced } from "./replace.js";
import { dealsOf, isTitleProtected, straysToTurnOff, type Undeclared, undeclaredBots } from "./undeclared.js";

export interface PlanOptions {
  /** Whether a bot's steps are wanted; bots left out are matched all the same. Default: every bot. */
  readonly includes?: (address: string) => boolean;
  /** Whether a bot whose access was changed may be replaced: the old one is turned off and stays behind. Default: no. */
  readonly allowReplace?: boolean;
}

/** Computes the plan. Input order never changes it, and a plan of what was just applied has no steps. */
export function makePlan(desired: Desired, observed: Observed, options: PlanOptions = {}): Plan {
  const includes = options.includes ?? (() => true);
  const resolved = resolveAccesses(desired, observed.accesses);
  const replacing: Replacing = { desired, observed, allowReplace: options.allowReplace === true };
  const matches = refuseReplaces(matchBots(desired, observed, resolved.byAlias), replacing);
  const undeclared = undeclaredBots(desired, observed, matches, resolved.byAlias);

  const own = matches
    .filter((match) => includes(match.bot.address))
    .flatMap((match) => withReplaced(draftFor(match, observed, desired), match, replacing));
  const unchanged = own.filter((draft) => draft.unchanged);
  const strays = straysToTurnOff(desired, undeclared, matches)
    .map((stray) => draftStray(desired, stray, observed))
    .filter((draft) => includes(draft.address));
  const drafts = eachOnce([...own, ...strays]);

  const touched = drafts.flatMap(({ planned }) => planned ?? []);
  return {
    formatVersion: 1,
    account: desired.account,
    exchange: desired.exchange,
    configDigest: desired.digest,
    steps: inOrder(drafts.flatMap((draft) => draft.steps)),
    bots: Object.fromEntries(touched.map((planned) => [planned.address, planned])),
    unchanged: unchanged.length,
    observedBots: ownBots(desired, observed),
    undeclared: undeclared.map((stray) => describeUndeclared(stray, desired, observed)),
    undeclaredRule: desired.undeclared,
    diagnostics: [
      ...resolved.diagnostics,
      ...drafts.flatMap((draft) => draft.diagnostics),
      ...strangeSettings(observed),
    ],
  };
}

/** By address. A bot that several replace, or that is undeclared, too, is turned off once. */
function eachOnce(drafts: readonly Draft[]): Draft[] {
  const byAddressThenReason = (left: Draft, right: Draft) =>
    byAddress(left, right) || compare(left.steps[0]?.reason ?? "", right.steps[0]?.reason ?? "");
  const sorted = drafts.toSorted(byAddressThenReason);
  return sorted.filter(({ address }, index) => address !== sorted[index - 1]?.address);
}

/** How many bots the list of the account's own exchange shows. */
function ownBots({ exchange }: Desired, { accesses, bots }: Observed): number {
  const foreign = new Set(accesses.filter((access) => access.exchange !== exchange).map(({ id }) => id));
  return bots.filter(({ accessId }) => accessId === null || !foreign.has(accessId)).length;
}

function describeUndeclared(stray: Undeclared, desired: Desired, observed: Observed): UndeclaredBot {
  const { live, duplicateOf } = stray;
  return {
    id: live.id,
    title: live.fields.title ?? "",
    on: live.status.on,
    status: live.status.raw,
    dealIds: dealsOf(live, observed),
    ...(duplicateOf !== undefined && { duplicateOf: duplicateOf.address }),
    ...(isTitleProtected(desired, live) && { protected: true }),
  };
}

/** A setting this version doesn't know may matter: an update can't send it (faults, section 3). */
function strangeSettings(observed: Observed): Diagnostic[] {
  const names = [...new Set(observed.bots.flatMap((bot) => bot.unknownSettings))].sort();
  if (names.length === 0) return [];
  return [
    {
      severity: "warning",
      code: "plan/unknown-setting",
      summary: `the service shows settings that this version of botform doesn't know: ${names.join(", ")}`,
      remedy: "They are neither compared nor changed; see whether a newer botform knows them.",
    },
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
  return compare(left.address, right.address);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
