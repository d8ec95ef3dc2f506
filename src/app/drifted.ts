// What of an account differs, from its plan: in which settings, where the values are stated, and since when.
import type { AccountDrift, DriftedBot, DriftedSetting, Since } from "../model/bot/drift.js";
import { instantOf, type Moment } from "../model/bot/moment.js";
import { chronological, type LogEntry } from "../model/bot/new-logs.js";
import type { AccountProvenance, BotProvenance, FilePlace } from "../model/bot/provenance.js";
import { type Plan, type PlannedBot, type Step, stepsByAddress } from "../model/plan/plan.js";

/** What was learnt of bots by their ids; nothing where the service gave no answer. */
export interface Learnt {
  readonly updated: ReadonlyMap<number, Moment | null>;
  readonly logs: ReadonlyMap<number, readonly LogEntry[]>;
}

/** Entries of a log that are shown. */
export const LOG_ENTRIES = 3;

/** Bots that the configuration declares, that are there, and that differ, in plan order. */
function driftedBots(plan: Plan): readonly (readonly [PlannedBot, readonly Step[], number])[] {
  const steps = stepsByAddress(plan);
  return Object.values(plan.bots).flatMap((bot) => {
    const { observed } = bot;
    if (observed === null || isUndeclared(plan, bot)) return [];
    // A bot in doubt is turned off although it is off: that is no difference.
    const all = steps.get(bot.address) ?? [];
    const own = all.filter(({ action }) => action !== "turn-off" || observed.status.on);
    return own.length === 0 && all.length > 0 ? [] : [[bot, own, observed.id] as const];
  });
}

/** An undeclared bot that the plan would turn off. */
function isUndeclared({ account, undeclared }: Plan, { address, observed }: PlannedBot): boolean {
  return (
    observed !== null && address === `${account}/#${observed.id}` && undeclared.some(({ id }) => id === observed.id)
  );
}

/** The bots whose logs are read. */
export function askedBots(plan: Plan, most: number): readonly number[] {
  return driftedBots(plan)
    .slice(0, most)
    .map(([, , botId]) => botId);
}

/** @param stated where the declared bots' values stand */
export function driftOf(plan: Plan, stated: Pick<AccountProvenance, "bots">, learnt: Learnt): AccountDrift {
  const byAddress = new Map(stated.bots.map((bot) => [bot.address, bot]));
  const { account, undeclared, undeclaredRule, unchanged, diagnostics } = plan;
  const held = new Set(plan.held?.map(({ address }) => address));
  const drifted = driftedBots(plan).map(([bot, steps, botId]): DriftedBot => {
    const settings = steps.flatMap((step) => settingsOf(step, byAddress.get(bot.address), held.has(bot.address)));
    const title = bot.observed?.fields.title ?? bot.title;
    return { address: bot.address, botId, title, settings, since: sinceOf(steps, botId, learnt) };
  });
  const missing = Object.values(plan.bots)
    .filter(({ observed }) => observed === null)
    .map(({ address, title }) => ({ address, title, place: byAddress.get(address)?.origin ?? null }));
  const heldBack = diagnostics
    .filter(({ code }) => HELD.has(code))
    .map(({ address = account, summary, position }) => ({
      address,
      why: summary,
      place: position ? placeOf(position) : null,
    }));
  const strays = Object.values(plan.bots).filter((bot) => isUndeclared(plan, bot)).length;
  return {
    account,
    drifted,
    inDoubt: [],
    naked: [],
    held: heldBack,
    missing,
    ...(plan.held !== undefined && { onHold: plan.held.map(({ address }) => address) }),
    undeclared,
    undeclaredRule,
    ...(plan.undeclaredSettings !== undefined && { undeclaredSettings: plan.undeclaredSettings }),
    strays,
    unchanged,
    diagnostics,
  };
}

const HELD: ReadonlySet<string> = new Set(["plan/protected", "plan/deals-frozen", "plan/not-switched-off"]);

function placeOf({ file, line, column }: FilePlace): FilePlace {
  return { file, line, column };
}

/** @param isHeld then it is a hold that wants it off, not a line of the configuration */
function settingsOf(
  { action, changes, deal }: Step,
  stated: BotProvenance | undefined,
  isHeld: boolean,
): readonly DriftedSetting[] {
  if (action === "update")
    return changes.map(({ field, before = null, after }) => ({
      name: field,
      live: before,
      declared: after,
      place: stated?.fields[field]?.origin ?? stated?.origin ?? null,
    }));
  if (deal?.takeProfit !== undefined) {
    const { before, after } = deal.takeProfit;
    const place = stated?.fields.percentTakeProfit?.origin ?? stated?.origin ?? null;
    return [{ name: "percentTakeProfit", dealId: deal.id, live: before, declared: after, place }];
  }
  const place = isHeld ? null : (stated?.settings.enabled?.origin ?? stated?.origin ?? null);
  return [{ name: "enabled", live: action === "turn-off", declared: action === "turn-on", place }];
}

function sinceOf(steps: readonly Step[], botId: number, { updated: moments, logs }: Learnt): Since {
  const [updated, log] = [moments.get(botId), logs.get(botId)];
  const instant = updated && steps.some(({ action }) => action === "update") ? instantOf(updated) : null;
  return {
    settingsAtTheLatest: instant === null ? null : new Date(instant).toISOString(),
    log: log === undefined ? null : chronological(log).slice(-LOG_ENTRIES),
  };
}
