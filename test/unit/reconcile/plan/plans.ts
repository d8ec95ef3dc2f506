// Plans as data for the tests of decisions: valid as files hold them, and made without any of the code under test.
import { fingerprint, type ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { Plan, PlannedBot, Step } from "../../../../src/model/plan/plan.js";
import { BASE } from "../fleet.js";

/** A bot that is to be created; with `observed`, one that is there. */
export function plannedBot(key: string, observed: ObservedBot | null, changes: Partial<PlannedBot> = {}): PlannedBot {
  return {
    address: `main/${key}`,
    title: key,
    accessId: 1,
    accessTitle: "Main",
    observed,
    fingerprint: observed === null ? null : fingerprint(observed),
    target: { ...BASE, title: key },
    managed: ["title", "leverage"],
    copies: [],
    pinned: false,
    ...changes,
  };
}

export function step(action: Action, key: string): Step {
  return { address: `main/${key}`, action, reason: "asked for", changes: [], warnings: [] };
}

/** A plan of `steps` on `bots`, for an account of as many bots as are there unless told otherwise. */
export function planOf(bots: readonly PlannedBot[], steps: readonly Step[], changes: Partial<Plan> = {}): Plan {
  return {
    formatVersion: 1,
    account: "main",
    exchange: "SERVICE_FUTURES",
    configDigest: "d",
    steps,
    bots: Object.fromEntries(bots.map((bot) => [bot.address, bot])),
    unchanged: 0,
    observedBots: bots.filter((bot) => bot.observed !== null).length,
    undeclared: [],
    undeclaredRule: "report",
    diagnostics: [],
    ...changes,
  };
}
