// What a plan makes of how the service was seen to switch settings off (S-28): what it can do is planned, what it can't is said.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import { FIELDS, fieldSpec } from "../../model/bot/field.js";
import type { Observed } from "../../model/bot/observed.js";
import type { FieldChange } from "../../model/plan/plan.js";
import { factOf, seenOn, switchedOff } from "../../model/service-facts.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { problem } from "./bot-change.js";
import { isStated } from "./undeclared-settings.js";

type Seen = Observed["seen"];

/** Scales that `undeclaredSettings: off` is about, and that the service was seen to switch off, are as good as declared off. */
export function withKnownOff(desired: Desired, seen: Seen): Desired {
  // How many orders a bot may place is never taken away by what nobody has written down.
  const scales = FIELDS.filter(({ name }) => {
    const known = name === "countOrderMax" ? undefined : switchedOff(name, seen);
    return known !== undefined && known.by !== "nothing";
  });
  const isAsked = scales.length > 0 && desired.bots.some((bot) => bot.undeclaredSettings === "off");
  if (!isAsked) return desired;
  const bots = desired.bots.map((bot) => {
    const open = scales.filter(({ name }) => bot.undeclaredSettings === "off" && !isStated(bot, name));
    if (open.length === 0) return bot;
    return { ...bot, fields: { ...bot.fields, ...Object.fromEntries(open.map(({ name }) => [name, null])) } };
  });
  return { ...desired, bots };
}

/** What an update does besides, and how surely it switches off what it shall. */
export function updateDoubts(changes: readonly FieldChange[], live: ObservedBot, seen: Seen): string[] {
  const turnsOn = factOf(seen, "updateSwitch");
  const isTurnedOn = turnsOn?.value === "on" && !live.status.on;
  const comesOn = isTurnedOn
    ? [`an update turns a bot on at this service (${seenOn(turnsOn)}); apply turns it off again at once`]
    : [];
  const left = changes.filter(({ field, after }) => after === null && fieldSpec(field).off === "omit");
  const offs = left.map(({ field }) => {
    const known = switchedOff(field, seen);
    if (known === undefined) return `the API has no certain way to switch ${field} off; apply reads it back to check`;
    const how = known.by === "zero" ? `0 switches ${field} off` : `leaving ${field} out switches it off`;
    return `${how} (${seenOn(known.fact)}); apply reads it back`;
  });
  return [...comesOn, ...offs];
}

/**
 * Without the settings that shall be off and that nothing switches off: no step asks for them. Such a bot isn't as configured, so
 * it isn't turned on. undefined where there is none.
 */
export function withoutStuck(
  bot: DesiredBot,
  live: ObservedBot,
  seen: Seen,
): { readonly bot: DesiredBot; readonly diagnostic: Diagnostic } | undefined {
  if (seen === undefined || bot.protect) return undefined;
  const stuck = changedFields(bot.fields, live.fields).flatMap(({ field, before, after }) => {
    const known = after === null ? switchedOff(field, seen) : undefined;
    return known?.by === "nothing" ? [{ field, before, fact: known.fact }] : [];
  });
  const [first] = stuck;
  if (first === undefined) return undefined;
  const names = stuck.map(({ field }) => field).join(", ");
  const isKeptOff = bot.enabled === true && !live.status.on;
  const stated = stuck.map(({ field, before }) => `${field}: ${before}`).join(", ");
  const fields = Object.fromEntries(
    Object.entries(bot.fields).filter(([name]) => !stuck.some((one) => one.field === name)),
  );
  return {
    bot: { ...bot, fields: { ...fields, title: bot.fields.title }, ...(isKeptOff && { enabled: undefined }) },
    diagnostic: problem(bot, "plan/not-switched-off", {
      summary: `${names} shall be off, and no update switches ${stuck.length === 1 ? "it" : "them"} off at this service (${seenOn(first.fact)}), so no step tries${isKeptOff ? "; the bot isn't turned on" : ""}`,
      remedy: `Switch ${stuck.length === 1 ? "it" : "them"} off on the service, or declare ${stated}. If updates do it by now, botform service check --bot BOT --write --again sees it.`,
      field: first.field,
    }),
  };
}
