// Rule 21: a saved plan turns a bot on once. Its newest log entries, as they were, tell whether anything has happened since.
import type { LogEntry } from "../../model/bot/new-logs.js";
import type { Plan, PlannedBot } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { ServiceError } from "../../model/ports.js";
import { factOf } from "../../model/service-facts.js";
import type { SeenThen } from "../../model/service-questions.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { attempt } from "./lists.js";

/** How many entries of a log are compared. */
export const LOG_ENTRIES = 10;

/** Reads the newest entries of a bot's log. Throws ServiceError. */
export type ReadLog = (botId: number) => Promise<readonly LogEntry[]>;

/** The same plan, with the log of each live bot that it turns on, as far as logs can be read. */
export async function withLogs(plan: Plan, readLog: ReadLog): Promise<Plan> {
  const logs = await Promise.all(
    turnedOn(plan).map(async ({ address, id }) => [address, await attempt(readLog(id))] as const),
  );
  const bots = { ...plan.bots };
  for (const [address, log] of logs) {
    const bot = bots[address];
    if (bot !== undefined && !(log instanceof ServiceError)) bots[address] = { ...bot, log: [...log] };
  }
  return { ...plan, bots };
}

/** Addresses of bots whose turn-on only the ledger keeps from being carried out twice: their logs are empty, can't be read, or were seen not to tell of switches. */
export function withoutLog(plan: Plan, seen?: readonly SeenThen[]): readonly string[] {
  const isSilent = factOf(seen, "logSwitches")?.value === "no";
  return turnedOn(plan).flatMap(({ address, log = [] }) => (isSilent || log.length === 0 ? [address] : []));
}

/** Whether a log has to tell that the plan wasn't carried out before. */
export function restsOnLogs(plan: Plan): boolean {
  return turnedOn(plan).some(({ log }) => log !== undefined);
}

/** Rule 21: a problem for each bot whose log has moved on since the plan was made. Entries are compared, never understood. Throws ServiceError. */
export async function movedOn(plan: Plan, readLog: ReadLog): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(
    turnedOn(plan).map(async ({ address, id, log }) => {
      const why = log === undefined ? undefined : difference(log, await readLog(id));
      return why === undefined ? [] : [planProblem("apply/stale", { summary: why, address })];
    }),
  );
  return found.flat();
}

function turnedOn({ steps, bots }: Plan): readonly { address: string; id: number; log: PlannedBot["log"] }[] {
  return steps.flatMap(({ action, address }) => {
    const { observed, log } = bots[address] ?? {};
    return action !== "turn-on" || observed == null ? [] : [{ address, id: observed.id, log }];
  });
}

/** How the log differs from the one in the plan, in words; undefined where it is the same. */
function difference(before: readonly LogEntry[], now: readonly LogEntry[]): string | undefined {
  const open = new Map<string, number>();
  for (const entry of before) open.set(keyOf(entry), (open.get(keyOf(entry)) ?? 0) + 1);
  const added = now.filter((entry) => {
    const left = open.get(keyOf(entry)) ?? 0;
    open.set(keyOf(entry), left - 1);
    return left <= 0;
  });
  const [first] = added;
  if (first !== undefined)
    return `something has happened to the bot since the plan was made: its log now has "${first.message}" (${first.datetime})`;
  if (before.length > 0 && now.length === 0)
    return "the bot's log shows none of the entries that the plan was made with";
  return undefined;
}

function keyOf({ datetime, message }: LogEntry): string {
  return JSON.stringify([datetime, message]);
}
