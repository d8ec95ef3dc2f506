// Acknowledged drift beside a plan: what of it has ended, and what an apply would write over.
import { type Acknowledged, acknowledgedAs, settingKey, settingText } from "../../model/bot/acknowledged.js";
import type { Desired } from "../../model/bot/desired.js";
import { type DriftedSetting, settingsOf } from "../../model/bot/drift.js";
import { isFieldName } from "../../model/bot/field.js";
import { reasonText } from "../../model/bot/hold.js";
import type { Observed } from "../../model/bot/observed.js";
import type { Outcome } from "../../model/plan/outcome.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";

/** What isn't so any more: the live value is another one, or the declared one. When it comes again, it is reported anew. */
export function endedDrift(
  { bots: declared }: Pick<Desired, "bots">,
  { acknowledged = [], bots, deals }: Pick<Observed, "acknowledged" | "bots" | "deals">,
): readonly Acknowledged[] {
  if (acknowledged.length === 0) return [];
  const live = new Map(bots.map((bot) => [bot.id, bot]));
  const stated = new Map(declared.map((bot) => [bot.address, bot]));
  return acknowledged.filter(({ botId, address, name, dealId, live: then }) => {
    const bot = live.get(botId);
    // Nobody knows what has become of a bot that isn't shown.
    if (bot === undefined) return false;
    if (dealId !== undefined) return deals?.some(({ id }) => id === dealId) === false;
    const own = stated.get(address);
    if (name === "enabled") return bot.status.on !== then || own?.enabled === then;
    if (!isFieldName(name)) return false;
    return (bot.fields[name] ?? null) !== then || own?.fields[name] === then;
  });
}

/** What of it a run has written over: that drift has ended. */
export function endedByRun(
  { steps, bots }: Pick<Plan, "steps" | "bots">,
  outcomes: readonly Outcome[],
  acknowledged: readonly Acknowledged[],
): readonly Acknowledged[] {
  const applied = outcomes.filter(({ kind }) => kind === "applied");
  const isApplied = ({ address, action, deal }: Step) =>
    applied.some((one) => one.address === address && one.action === action && one.dealId === deal?.id);
  const keys = new Set(
    steps.flatMap((step) => {
      const botId = bots[step.address]?.observed?.id;
      if (botId === undefined || !isApplied(step)) return [];
      return settingsOf(step).map((setting) => settingKey({ botId, ...setting }));
    }),
  );
  return acknowledged.filter((one) => keys.has(settingKey(one)));
}

/** Named with their reasons, and in the remedy. */
const MOST = 3;

/** One problem for all acknowledged drift that an apply would write over. */
export function overwritesAcknowledged(
  plan: Pick<Plan, "steps" | "bots">,
  { acknowledged = [], now = 0 }: Pick<Observed, "acknowledged" | "now">,
): readonly Diagnostic[] {
  const known = acknowledgedAs(acknowledged, now);
  const found = plan.steps.flatMap((step) => {
    const { address } = step;
    const botId = plan.bots[address]?.observed?.id;
    if (botId === undefined) return [];
    return settingsOf(step).flatMap((setting) => {
      const why = known({ botId, ...setting });
      return why === undefined ? [] : [{ address, name: setting.name, text: changeText(address, setting, why) }];
    });
  });
  if (found.length === 0) return [];
  const addresses = [...new Set(found.map(({ address }) => address))];
  const settings = [...new Set(found.map(settingText))].slice(0, MOST);
  const bots = addresses.length === 1 ? "the bot" : "the bots";
  return [
    planProblem("plan/acknowledged", {
      summary: `${counted(found.length, "acknowledged setting")} would be overwritten: ${namesText(
        found.map(({ text }) => text),
        MOST,
      )}`,
      remedy: `To leave ${bots} alone, apply with --exclude ${addresses.slice(0, MOST).join(" ")}. To keep what was changed: botform pull --accept ${settings.join(" ")}. To keep ${bots} off: botform hold add.`,
    }),
  ];
}

/** `main/btc-dip leverage 8 → 5 (why, until then)` */
function changeText(
  address: string,
  { name, dealId, live, declared }: Omit<DriftedSetting, "place">,
  why: Acknowledged,
): string {
  const what = name === "enabled" ? "switch" : dealId === undefined ? name : `${name} of deal ${dealId}`;
  return `${address} ${what} ${valueText(live)} → ${valueText(declared)} (${reasonText(why)})`;
}

function valueText(value: DriftedSetting["live"]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value ?? "off";
}
