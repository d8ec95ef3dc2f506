// The problems of an undo: what it can't take back, and what has changed since. Each has a stable code.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import type { FieldValue } from "../../model/bot/field.js";
import type { Action } from "../../model/plan/actions.js";
import type { FieldChange, PlannedBot } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";

export function staysBehind({ address }: PlannedBot, { id, fields }: ObservedBot): Diagnostic {
  return planProblem("plan/stays-behind", {
    summary: `bot ${id} "${fields.title}" was created by that run and stays behind, off: the service can't delete a bot`,
    remedy: "Delete it in the service's own form, if it isn't wanted.",
    address,
  });
}

export function noWayBack({ address }: PlannedBot, { field, before }: FieldChange, now: FieldValue): Diagnostic {
  return planProblem("plan/no-way-back", {
    summary: `${field} stays ${shown(now)}: no parameter can say ${shown(before)}, which it was before`,
    remedy: "Set it in the service's own form, if it matters.",
    address,
  });
}

export function changedSince({ address }: PlannedBot, change: FieldChange, now: FieldValue): Diagnostic {
  const { field, before, after } = change;
  return planProblem("plan/changed-since", {
    summary: `${field} was changed by other hands since that run: ${shown(after)} → ${shown(now)}`,
    remedy: `The way back to ${shown(before)} takes that back, too; see that it is meant.`,
    address,
  });
}

export function gone({ address, title }: PlannedBot, id: number): Diagnostic {
  return planProblem("plan/gone", {
    summary: `bot ${id} "${title}" isn't on the service any more: what that run did to it can't be taken back`,
    remedy: "Nothing need be done, unless the key is of another account by now.",
    address,
  });
}

/** A bot may be absent only because the list lags. */
export function notListed({ address, title }: PlannedBot, id: number): Diagnostic {
  return planProblem("plan/not-listed", {
    summary: `the bot list doesn't show bot ${id} "${title}", though its details can be read`,
    remedy: "Try again when the list shows it.",
    address,
  });
}

export function notFound({ address, title }: PlannedBot, found: "none" | "several", runId: string): Diagnostic {
  const what = found === "none" ? "no bot is" : "several bots are";
  return planProblem("plan/not-found", {
    summary: `whether that run created "${title}" isn't known, and ${what} called so on its access`,
    remedy: `Look again with botform resolve ${runId}.`,
    address,
  });
}

export function inDoubt(address: string, action: Action, runId: string): Diagnostic {
  return planProblem("plan/in-doubt", {
    summary: `whether the ${action} of that run took effect isn't known; it may still`,
    remedy: `Look again with botform resolve ${runId}.`,
    address,
  });
}

export function staysOff({ address, botId, fields }: DesiredBot, rivals: readonly ObservedBot[]): Diagnostic {
  const others = rivals.map(({ id, status }) => `${id} (${status.raw})`).join(", ");
  return planProblem("plan/stays-off", {
    summary: `bot ${botId} is not turned on again: "${fields.title}" is the title of ${others}, too, and only one may run`,
    remedy: "Turn the one on that is meant, on the service.",
    address,
  });
}

function shown(value: FieldValue | undefined): string {
  return value ?? "off";
}
