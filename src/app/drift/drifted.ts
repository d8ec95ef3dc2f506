// What of an account differs, from its plan: in which settings, where the values are stated, since when, and what of it is acknowledged.
import { acknowledgedAs } from "../../model/bot/acknowledged.js";
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import {
  type AccountDrift,
  type AcknowledgedSetting,
  type DriftedBot,
  type DriftedSetting,
  type HeldBot,
  type Since,
  settingsOf,
} from "../../model/bot/drift.js";
import { isFieldName } from "../../model/bot/field.js";
import { instantOf, type Moment } from "../../model/bot/moment.js";
import { chronological, type LogEntry } from "../../model/bot/new-logs.js";
import type { Observed } from "../../model/bot/observed.js";
import type { BotProvenance, FilePlace } from "../../model/bot/provenance.js";
import { type Plan, type PlannedBot, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { seen } from "../../reconcile/plan/remembered.js";

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

/** Settings that differ, those that are acknowledged apart. */
interface Apart {
  readonly settings: readonly DriftedSetting[];
  readonly acknowledged: readonly AcknowledgedSetting[];
}

interface Difference extends Apart, Omit<DriftedBot, "settings" | "since"> {}

interface Sides {
  readonly desired: Desired;
  readonly observed: Observed;
  /** Where the declared bots' values stand, by address. */
  readonly stated: ReadonlyMap<string, BotProvenance>;
}

/** In plan order. */
export function differencesOf(plan: Plan, { observed, stated }: Sides): readonly Difference[] {
  const onHold = new Set(plan.held?.map(({ address }) => address));
  return driftedBots(plan).map(([{ address, title, observed: live }, steps, botId]) => {
    const isOnHold = onHold.has(address);
    const settings = steps.flatMap(settingsOf).map((setting) => placed(setting, stated.get(address), isOnHold));
    return { address, botId, title: live?.fields.title ?? title, ...apart({ address, botId }, settings, observed) };
  });
}

function apart(
  bot: Pick<AcknowledgedSetting, "address" | "botId">,
  all: readonly DriftedSetting[],
  { acknowledged = [], now = 0 }: Observed,
): Apart {
  const known = acknowledgedAs(acknowledged, now);
  const found = all.map((setting) => ({ setting, why: known({ botId: bot.botId, ...setting }) }));
  return {
    settings: found.flatMap(({ setting, why }) => (why === undefined ? setting : [])),
    acknowledged: found.flatMap(({ setting, why }) =>
      why === undefined ? [] : { ...bot, ...setting, reason: why.reason, until: why.until },
    ),
  };
}

/** Whether something of it counts. A bot may differ in what no setting shows. */
function isCounted({ settings, acknowledged }: Apart): boolean {
  return settings.length > 0 || acknowledged.length === 0;
}

/** The bots whose logs are read. */
export function countedBots(differing: readonly Difference[]): readonly number[] {
  return differing.filter(isCounted).map(({ botId }) => botId);
}

/** Bots that no apply would touch now, in what no step changes. */
function heldBots(
  { diagnostics, account }: Plan,
  differing: readonly Difference[],
  { desired, observed, stated }: Sides,
): readonly (Apart & HeldBot)[] {
  const held = diagnostics.filter(({ code }) => HELD.has(code));
  const ids = held.length === 0 ? [] : seen(observed, desired);
  return held.map(({ address = account, summary, position }) => {
    const [only, second] = ids.filter((one) => one.address === address);
    const live = second === undefined ? observed.bots.find(({ id }) => id === only?.id) : undefined;
    const bot = desired.bots.find((one) => one.address === address);
    const own = differing.find((one) => one.address === address);
    const planned = new Set([...(own?.settings ?? []), ...(own?.acknowledged ?? [])].map(({ name }) => name));
    const all = live === undefined || bot === undefined ? [] : differingSettings(bot, live);
    const settings = all.filter((one) => !planned.has(one.name)).map((one) => placed(one, stated.get(address), false));
    const botId = live?.id ?? null;
    const parts = botId === null ? { settings, acknowledged: [] } : apart({ address, botId }, settings, observed);
    return { address, botId, why: summary, place: position ? placeOf(position) : null, ...parts };
  });
}

function differingSettings({ fields, enabled }: DesiredBot, live: ObservedBot): readonly UnplacedSetting[] {
  const { on } = live.status;
  return [
    ...changedFields(fields, live.fields).map(({ field, before = null, after }) => ({
      ...{ name: field, live: before, declared: after },
    })),
    ...(enabled === undefined || enabled === on ? [] : [{ name: "enabled", live: on, declared: enabled }]),
  ];
}

export function driftOf(plan: Plan, differing: readonly Difference[], sides: Sides, learnt: Learnt): AccountDrift {
  const { account, undeclared, undeclaredRule, unchanged, diagnostics } = plan;
  const drifted = differing.filter(isCounted).map(({ acknowledged: _known, ...bot }): DriftedBot => {
    return { ...bot, since: sinceOf(bot, learnt) };
  });
  const heldBack = heldBots(plan, differing, sides);
  const held = heldBack.filter(isCounted).map(({ acknowledged: _known, ...bot }): HeldBot => bot);
  const missing = Object.values(plan.bots)
    .filter(({ observed: live }) => live === null)
    .map(({ address, title }) => ({ address, title, place: sides.stated.get(address)?.origin ?? null }));
  const strays = Object.values(plan.bots).filter((bot) => isUndeclared(plan, bot)).length;
  return {
    account,
    drifted,
    acknowledged: [...differing, ...heldBack].flatMap(({ acknowledged }) => acknowledged),
    inDoubt: [],
    naked: [],
    held,
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

export function isHeldBack({ diagnostics }: Plan, address: string): boolean {
  return diagnostics.some((one) => HELD.has(one.code) && one.address === address);
}

function placeOf({ file, line, column }: FilePlace): FilePlace {
  return { file, line, column };
}

type UnplacedSetting = Omit<DriftedSetting, "place">;

/** @param isOnHold then it is a hold that wants it off, not a line of the configuration */
function placed(setting: UnplacedSetting, stated: BotProvenance | undefined, isOnHold: boolean): DriftedSetting {
  const { name } = setting;
  const own = isFieldName(name) ? stated?.fields[name]?.origin : stated?.settings.enabled?.origin;
  return { ...setting, place: isOnHold && name === "enabled" ? null : (own ?? stated?.origin ?? null) };
}

function sinceOf(
  { botId, settings }: Pick<DriftedBot, "botId" | "settings">,
  { updated: moments, logs }: Learnt,
): Since {
  const [updated, log] = [moments.get(botId), logs.get(botId)];
  const isUpdated = settings.some(({ name, dealId }) => name !== "enabled" && dealId === undefined);
  const instant = updated && isUpdated ? instantOf(updated) : null;
  return {
    settingsAtTheLatest: instant === null ? null : new Date(instant).toISOString(),
    log: log === undefined ? null : chronological(log).slice(-LOG_ENTRIES),
  };
}
