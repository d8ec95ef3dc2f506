// What an undo can't take back, and what it finds changed since, in words: one stable code each.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import type { FieldValue } from "../../model/bot/field.js";
import { ACTIONS, type Action, type DealAction } from "../../model/plan/actions.js";
import type { FieldChange, PlannedBot } from "../../model/plan/plan.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";

type Words = Pick<Diagnostic, "code" | "summary"> & { readonly remedy: string };

function warning(address: string, words: Words): Diagnostic {
  return { severity: "warning", ...words, address };
}

export function staysBehind({ address }: PlannedBot, { id, fields }: ObservedBot): Diagnostic {
  return warning(address, {
    code: "plan/stays-behind",
    summary: `bot ${id} "${fields.title}" was created by that run and stays behind, off: the service can't delete a bot`,
    remedy: "Delete it in the service's own form, if it isn't wanted.",
  });
}

export function noWayBack({ address }: PlannedBot, { field, before }: FieldChange, now: FieldValue): Diagnostic {
  return warning(address, {
    code: "plan/no-way-back",
    summary: `${field} stays ${shown(now)}: no parameter can say ${shown(before)}, which it was before`,
    remedy: "Set it in the service's own form, if it matters.",
  });
}

export function changedSince({ address }: PlannedBot, change: FieldChange, now: FieldValue): Diagnostic {
  const { field, before, after } = change;
  return warning(address, {
    code: "plan/changed-since",
    summary: `${field} was changed by other hands since that run: ${shown(after)} → ${shown(now)}`,
    remedy: `The way back to ${shown(before)} takes that back, too; see that it is meant.`,
  });
}

export function gone({ address, title }: PlannedBot, id: number): Diagnostic {
  return warning(address, {
    code: "plan/gone",
    summary: `bot ${id} "${title}" isn't on the service any more: what that run did to it can't be taken back`,
    remedy: "Nothing need be done, unless the key is of another account by now.",
  });
}

/** Absence in a list that lags is not absence. */
export function notListed({ address, title }: PlannedBot, id: number): Diagnostic {
  return {
    ...warning(address, {
      code: "plan/not-listed",
      summary: `the bot list doesn't show bot ${id} "${title}", though its details can be read`,
      remedy: "Try again when the list shows it.",
    }),
    severity: "error",
  };
}

export function notFound({ address, title }: PlannedBot, found: "none" | "several", runId: string): Diagnostic {
  const what = found === "none" ? "no bot is" : "several bots are";
  return warning(address, {
    code: "plan/not-found",
    summary: `whether that run created "${title}" isn't known, and ${what} called so on its access`,
    remedy: `Look again with botform resolve ${runId}.`,
  });
}

export function inDoubt(address: string, action: Action, runId: string): Diagnostic {
  return warning(address, {
    code: "plan/in-doubt",
    summary: `whether the ${action} of that run took effect isn't known; it may still`,
    remedy: `Look again with botform resolve ${runId}.`,
  });
}

export function staysOff({ address, botId, fields }: DesiredBot, rivals: readonly ObservedBot[]): Diagnostic {
  const others = rivals.map(({ id, status }) => `${id} (${status.raw})`).join(", ");
  return warning(address, {
    code: "plan/stays-off",
    summary: `bot ${botId} is not turned on again: "${fields.title}" is the title of ${others}, too, and only one may run`,
    remedy: "Turn the one on that is meant, on the service.",
  });
}

export function dealStays(address: string, action: DealAction, dealId: number | undefined): Diagnostic {
  const which = dealId === undefined ? "a deal" : `deal ${dealId}`;
  return warning(address, {
    code: "plan/deal-stays",
    summary: `that run ${ACTIONS[action].words.done} ${which}, which can't be taken back`,
    remedy: "Look at the deal and its position on the service and on the exchange.",
  });
}

export function dealEnded(address: string, dealId: number | undefined): Diagnostic {
  return warning(address, {
    code: "plan/deal-stays",
    summary: `deal ${dealId ?? ""} runs no more: that run changed its take profit, which can't be taken back`,
    remedy: "Nothing need be done.",
  });
}

export function percentUnsayable(address: string, dealId: number, before: string): Diagnostic {
  return warning(address, {
    code: "plan/no-way-back",
    summary: `the take profit of deal ${dealId} stays: no command can say ${before} %, which it was before`,
    remedy: "Set it in the service's own form, if it matters.",
  });
}

function shown(value: FieldValue | undefined): string {
  return value ?? "off";
}
