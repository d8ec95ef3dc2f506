// The problems of an undo: what it can't take back, and what has changed since. Each has a stable code.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import type { FieldValue } from "../../model/bot/field.js";
import type { Action } from "../../model/plan/actions.js";
import type { FieldChange, PlannedBot } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";

export function staysBehind({ address, title }: PlannedBot, { id, fields }: ObservedBot): Diagnostic {
  return planProblem("plan/stays-behind", {
    summary: `bot ${id} "${fields.title ?? title}" was created by that run and stays on the account, off: the service can't delete a bot`,
    remedy: "If you don't want it, delete it on the service's website.",
    address,
  });
}

export function noWayBack({ address }: PlannedBot, { field, before }: FieldChange, now: FieldValue): Diagnostic {
  return planProblem("plan/no-way-back", {
    summary: `${field} stays ${shown(now)}: no parameter can set it back to ${shown(before)}`,
    remedy: "If it matters, set it on the service's website.",
    address,
  });
}

export function changedSince({ address }: PlannedBot, change: FieldChange, now: FieldValue): Diagnostic {
  const { field, before, after } = change;
  return planProblem("plan/changed-since", {
    summary: `${field} has changed since that run, not by botform: ${shown(after)} → ${shown(now)}`,
    remedy: `Undoing to ${shown(before)} reverts that change, too; check that you want that.`,
    address,
  });
}

export function gone({ address, title }: PlannedBot, id: number): Diagnostic {
  return planProblem("plan/gone", {
    summary: `bot ${id} "${title}" is no longer on the service: what that run did to it can't be undone`,
    remedy: "There is nothing to do, unless the API key now belongs to another account.",
    address,
  });
}

/** A bot may be absent only because the list lags. */
export function notListed({ address, title }: PlannedBot, id: number): Diagnostic {
  return planProblem("plan/not-listed", {
    summary: `the bot list doesn't show bot ${id} "${title}", although its details can be read`,
    remedy: "Try again when the list shows it.",
    address,
  });
}

export function notFound({ address, title }: PlannedBot, found: "none" | "several", runId: string): Diagnostic {
  const what = found === "none" ? "no bot is" : "several bots are";
  return planProblem("plan/not-found", {
    summary: `it is unknown whether that run created "${title}": ${what} called that on its access`,
    remedy: `Check again with botform resolve ${runId}.`,
    address,
  });
}

export function inDoubt(address: string, action: Action, runId: string): Diagnostic {
  return planProblem("plan/in-doubt", {
    summary: `it is unknown whether the ${action} of that run took effect; it still may`,
    remedy: `Check again with botform resolve ${runId}.`,
    address,
  });
}

export function staysOff({ address, botId, fields }: DesiredBot, rivals: readonly ObservedBot[]): Diagnostic {
  const others = rivals.map(({ id, status }) => `${id} (${status.raw})`).join(", ");
  return planProblem("plan/stays-off", {
    summary: `bot ${botId} is not turned on again: "${fields.title}" is also the title of ${others}, and only one may be on`,
    remedy: "Turn the right one on, on the service.",
    address,
  });
}

function shown(value: FieldValue | undefined): string {
  return value ?? "off";
}
