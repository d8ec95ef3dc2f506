// Live bots that aren't as botform left them, where the plan would overwrite it: somebody else has changed them.
import { instantOf, type Moment } from "../../model/bot/moment.js";
import { type Plan, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import type { LeftBot } from "../ledger/left.js";

/** Ids of the live bots that the plan changes. */
export function changedBots({ steps, bots }: Plan): ReadonlySet<number> {
  return new Set(steps.flatMap(({ address }) => bots[address]?.observed?.id ?? []));
}

/** Named with what was changed. */
const MOST_BOTS = 3;
/** Named of one bot. */
const MOST_SETTINGS = 4;

/**
 * One problem for all of them; none where botform has left every difference, or nothing is known of it.
 * @param updated when each bot's settings were changed last, as the service shows it
 */
export function changedOutside(
  plan: Plan,
  left: ReadonlyMap<number, LeftBot>,
  updated: ReadonlyMap<number, Moment | null>,
): readonly Diagnostic[] {
  const steps = stepsByAddress(plan);
  const found = Object.values(plan.bots).flatMap(({ address, observed }) => {
    const was = left.get(observed?.id ?? 0);
    if (observed === null || was === undefined) return [];
    const own = steps.get(address) ?? [];
    const settings = own.flatMap((step) => changedSettings(step, was));
    const isSwitched = own.some((step) => isChangedSwitch(step, was));
    if (settings.length === 0 && !isSwitched) return [];
    const last = settings.length === 0 ? undefined : updated.get(observed.id);
    const instant = last ? instantOf(last) : null;
    const at = Math.max(settings.length > 0 ? (was.fields?.at ?? 0) : 0, isSwitched ? (was.enabled?.at ?? 0) : 0);
    const turned = was.enabled?.on === true ? "turned off" : "turned on";
    const texts = settings.map(settingText);
    const what = namesText([...texts, ...(isSwitched ? [turned] : [])], MOST_SETTINGS);
    const since = instant === null ? `after botform's run of ${minute(at)}` : `last updated ${minute(instant)}`;
    const isBackOn = isSwitched && was.enabled?.on === true;
    const fields = [...settings.map(({ field }) => field), ...(isSwitched ? ["enabled"] : [])];
    const accepted = fields.slice(0, MOST_SETTINGS).map((field) => `${address}.${field}`);
    return [{ address, isBackOn, accepted, text: `${address} (${what}; ${since})` }];
  });
  if (found.length === 0) return [];
  const texts = found.map(({ text }) => text);
  const on = found.flatMap(({ address, isBackOn }) => (isBackOn ? address : []));
  const again = on.length === 0 ? "" : ` and turns ${namesText(on, MOST_BOTS)} on again`;
  // A bot may differ for other reasons, too: only what was done by hand is named.
  const accepted = found.slice(0, MOST_BOTS).flatMap((one) => one.accepted);
  return [
    planProblem("plan/changed-outside", {
      summary: `${counted(texts.length, "bot")} ${texts.length === 1 ? "was" : "were"} changed outside of botform: ${namesText(texts, MOST_BOTS)}; apply overwrites that${again}`,
      remedy: `botform drift shows the bots' logs. To keep what was changed, take it over into the files: botform pull --accept ${accepted.join(" ")}`,
    }),
  ];
}

/** Whether all that the plan changes of live bots is known to be as botform left it; false where it changes none, or nothing is known. */
export function isAsLeft(plan: Plan, left: ReadonlyMap<number, LeftBot> = new Map()): boolean {
  const live = Object.values(plan.bots).filter(({ observed }) => observed !== null);
  const steps = stepsByAddress(plan);
  return (
    live.length > 0 &&
    live.every(({ address, observed }) => {
      const was = left.get(observed?.id ?? 0);
      return was !== undefined && (steps.get(address) ?? []).every((step) => isOfOurs(step, was));
    })
  );
}

function isOfOurs(step: Step, was: LeftBot): boolean {
  const { action, changes } = step;
  if (action === "turn-on" || action === "turn-off") return was.enabled !== undefined && !isChangedSwitch(step, was);
  const areKnown = changes.every(({ field }) => was.fields?.values[field] !== undefined);
  return action === "update" && areKnown && changedSettings(step, was).length === 0;
}

interface ChangedSetting {
  readonly field: string;
  readonly left: string | null;
  readonly live: string | null;
  readonly planned: string | null;
}

/** Beside what botform left, what it plans now: from 20, 90 by hand and 60 planned, the plan alone reads as if it lowered it. */
function settingText({ field, left, live, planned }: ChangedSetting): string {
  const own = planned === left ? "" : ` (planned: ${planned ?? "off"})`;
  return `${field} ${left ?? "off"} → ${live ?? "off"}${own}`;
}

function changedSettings({ action, changes }: Step, { fields }: LeftBot): readonly ChangedSetting[] {
  if (action !== "update" || fields === undefined) return [];
  const { values } = fields;
  return changes.flatMap(({ field, before: live = null, after: planned }) => {
    const old = values[field];
    return old === undefined || old === live ? [] : [{ field, left: old, live, planned }];
  });
}

function isChangedSwitch({ action }: Step, { enabled }: LeftBot): boolean {
  return enabled !== undefined && ((action === "turn-on" && enabled.on) || (action === "turn-off" && !enabled.on));
}

/** `2026-11-20 14:02 UTC` */
function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
