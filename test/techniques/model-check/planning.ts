// What the shipped planner makes of the rows that a list has shown, as the errand a runner then goes about.
import { fingerprint, type ObservedBot } from "../../../src/model/bot/bot.js";
import { isDealAction } from "../../../src/model/plan/actions.js";
import type { PlannedBot } from "../../../src/model/plan/plan.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { desired, desiredBot, live, observed } from "../../unit/reconcile/fleet.js";
import { type Bot, botKey, botsKey } from "./state.js";

const TITLE = "bot";

/** What the configuration says of the bot's switch: on, or nothing. */
export type Switch = "on" | "unmanaged";

/** A plan with steps. */
export interface Errand {
  readonly begins: "create" | "update" | "turn-on";
  readonly planned: PlannedBot;
  readonly turnsOn: boolean;
  /** The same for plans made from the same bots. */
  readonly key: string;
}

export type Planning =
  | { readonly kind: "errand"; readonly errand: Errand }
  /** Nothing to do. `last`: the bot as the plan read it. */
  | { readonly kind: "nothing"; readonly last: Bot }
  /** The planner says that a human must decide. */
  | { readonly kind: "human" };

const plannings = new Map<string, Planning>();
const views = new Map<string, ObservedBot>();
const prints = new Map<string, string>();

/** The shipped plan for these rows. It is a pure function of them, so each is computed once. */
export function planFor(rows: readonly Bot[], wanted: Switch): Planning {
  return once(plannings, `${wanted} ${botsKey(rows)}`, () => planAnew(rows, wanted));
}

/** A bot as the service shows it to botform. */
export function viewOf(bot: Bot): ObservedBot {
  return once(views, botKey(bot), () =>
    live(bot.id, TITLE, { on: bot.on, fields: bot.altered ? { percentTakeProfit: "9.9" } : {} }),
  );
}

/** The shipped fingerprint of the bot as it is, but with the switch of another (rule 8). */
export function printOf(bot: Bot, { on }: ObservedBot["status"]): string {
  const shown = { ...bot, on };
  return once(prints, botKey(shown), () => fingerprint(viewOf(shown)));
}

function planAnew(rows: readonly Bot[], wanted: Switch): Planning {
  const bot = desiredBot(TITLE, { enabled: wanted === "on" ? true : undefined });
  const plan = makePlan(desired([bot]), observed(rows.map(viewOf)));
  if (plan.diagnostics.some(({ severity }) => severity === "error")) return { kind: "human" };
  const [first] = plan.steps;
  const planned = plan.bots[bot.address];
  const [last] = rows;
  if (first === undefined && last !== undefined) return { kind: "nothing", last };
  if (first === undefined || planned === undefined || first.action === "turn-off" || isDealAction(first.action)) {
    throw new Error(`a plan the model knows nothing of: ${JSON.stringify(plan.steps)}`);
  }
  const turnsOn = plan.steps.some(({ action }) => action === "turn-on");
  return { kind: "errand", errand: { begins: first.action, planned, turnsOn, key: botsKey(rows) } };
}

function once<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = compute();
  known.set(key, value);
  return value;
}
