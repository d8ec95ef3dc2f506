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
    const what = namesText([...settings, ...(isSwitched ? ["the switch"] : [])], MOST_SETTINGS);
    const since = instant === null ? `after botform's run of ${minute(at)}` : `last updated ${minute(instant)}`;
    return [{ text: `${address} (${what}; ${since})`, first: `${address}.${settings[0] ?? "enabled"}` }];
  });
  const [one] = found;
  if (one === undefined) return [];
  const texts = found.map(({ text }) => text);
  return [
    planProblem("plan/changed-outside", {
      summary: `${counted(texts.length, "bot")} ${texts.length === 1 ? "was" : "were"} changed outside of botform: ${namesText(texts, MOST_BOTS)}; apply overwrites that`,
      remedy: `To keep one of these, take it over into the files: botform pull --accept ${one.first}. botform drift shows the bots' logs.`,
    }),
  ];
}

function changedSettings({ action, changes }: Step, { fields }: LeftBot): readonly string[] {
  if (action !== "update" || fields === undefined) return [];
  const { values } = fields;
  return changes.flatMap(({ field, before = null }) =>
    values[field] === undefined || values[field] === before ? [] : [field],
  );
}

function isChangedSwitch({ action }: Step, { enabled }: LeftBot): boolean {
  return enabled !== undefined && ((action === "turn-on" && enabled.on) || (action === "turn-off" && !enabled.on));
}

/** `2026-11-20 14:02 UTC` */
function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
