// The checks by name of their rule: those of one bot, and those of all bots in scope together.
import type { RuleName } from "../model/policy/policy-rules.js";
import { ACCOUNT_RULES } from "./account-rules.js";
import { BOT_RULES } from "./bot-rules.js";
import { customRule } from "./custom.js";
import { GRID_RULES } from "./grid-rules.js";
import { MISTAKES } from "./mistakes.js";
import { NEIGHBOUR_RULES } from "./neighbour-rules.js";
import { ORDER_RULES } from "./order-rules.js";
import { PLAN_RULES } from "./plan-rules.js";
import type { BotRule, FleetRule } from "./violation.js";

const TOGETHER = { ...NEIGHBOUR_RULES, ...ACCOUNT_RULES, ...PLAN_RULES, custom: customRule };

/** A rule without a check would deny nothing, so it doesn't compile. */
const ALONE = { ...BOT_RULES, ...GRID_RULES, ...ORDER_RULES, ...MISTAKES } satisfies Readonly<
  Record<Exclude<RuleName, keyof typeof TOGETHER>, BotRule>
>;

export const OF_ONE: Readonly<Record<string, BotRule>> = ALONE;

/** Rules about the figures of a bot's grid, which settings that nobody declared may change. */
export const OF_FIGURES: Readonly<Record<string, BotRule>> = GRID_RULES;

/** Rules about neighbours; they have to see all bots. */
export const OF_NEIGHBOURS: Readonly<Record<string, FleetRule>> = NEIGHBOUR_RULES;

export const OF_ALL: Readonly<Record<string, FleetRule>> = TOGETHER;
