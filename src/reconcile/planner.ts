// The plan as a pure function of what is desired and what is observed: no clock, no randomness, no I/O.
import type { Desired } from "../model/desired.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Observed } from "../model/observed.js";
import { ACTIONS, type Plan, type Step, type UndeclaredBot } from "../model/plan.js";
import { resolveAccesses } from "./access.js";
import { draftFor, draftStray } from "./draft.js";
import { matchBots } from "./match.js";
import { dealsOf, straysToTurnOff, type Undeclared, undeclaredBots } from "./undeclared.js";

export interface PlanOptions {
  /** Whether a bot's steps are wanted; bots left out are matched all the same. Default: every bot. */
  readonly includes?: (address: string) => boolean;
}

/** Computes the plan. Input order never changes it, and a plan of what was just applied has no steps. */
export function makePlan(desired: Desired, observed: Observed, options: PlanOptions = {}): Plan {
  const includes = options.includes ?? (() => true);
  const resolved = resolveAccesses(desired, observed.accesses);
  const matches = matchBots(desired, observed, resolved.byAlias);
  const undeclared = undeclaredBots(desired, observed, matches, resolved.byAlias);

  const drafts = matches.filter((match) => includes(match.bot.address)).map((match) => draftFor(match, observed));
  const unchanged = drafts.filter((draft) => draft.unchanged);
  const strays = straysToTurnOff(desired, undeclared, matches);
  drafts.push(
    ...strays.map((stray) => draftStray(desired, stray, observed)).filter((draft) => includes(draft.address)),
  );

  drafts.sort(byAddress);

  const touched = drafts.flatMap(({ planned }) => planned ?? []);
  return {
    formatVersion: 1,
    account: desired.account,
    exchange: desired.exchange,
    configDigest: desired.digest,
    steps: drafts.flatMap((draft) => draft.steps).sort(byPhaseThenAddress),
    bots: Object.fromEntries(touched.map((planned) => [planned.address, planned])),
    unchanged: unchanged.length,
    observedBots: observed.bots.length,
    undeclared: undeclared.map((stray) => describeUndeclared(stray, observed)),
    undeclaredRule: desired.undeclared,
    diagnostics: [
      ...resolved.diagnostics,
      ...drafts.flatMap((draft) => draft.diagnostics),
      ...strangeSettings(observed),
    ],
  };
}

function describeUndeclared(stray: Undeclared, observed: Observed): UndeclaredBot {
  const { live, duplicateOf } = stray;
  return {
    id: live.id,
    title: live.fields.title ?? "",
    on: live.status.on,
    status: live.status.raw,
    dealIds: dealsOf(live, observed),
    ...(duplicateOf !== undefined && { duplicateOf: duplicateOf.address }),
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

const PHASE = new Map(ACTIONS.map(({ action }, index) => [action, index]));

function byPhaseThenAddress(left: Step, right: Step): number {
  return (PHASE.get(left.action) ?? 0) - (PHASE.get(right.action) ?? 0) || byAddress(left, right);
}

function byAddress(left: { readonly address: string }, right: { readonly address: string }): number {
  return left.address < right.address ? -1 : left.address > right.address ? 1 : 0;
}
