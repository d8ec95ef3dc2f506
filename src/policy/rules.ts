// The checks of every rule by its name: of one bot, and of all that are in scope together.
import { ACCOUNT_RULES } from "./account-rules.js";
import { BOT_RULES } from "./bot-rules.js";
import { customRule } from "./custom.js";
import { GRID_RULES } from "./grid-rules.js";
import { MISTAKES } from "./mistakes.js";
import { NEIGHBOUR_RULES } from "./neighbour-rules.js";
import { PLAN_RULES } from "./plan-rules.js";
import type { BotRule, FleetRule } from "./violation.js";

export const OF_ONE: Readonly<Record<string, BotRule>> = { ...BOT_RULES, ...GRID_RULES, ...MISTAKES };

/** A rule about neighbours has to see everybody. */
export const OF_NEIGHBOURS: Readonly<Record<string, FleetRule>> = NEIGHBOUR_RULES;

export const OF_ALL: Readonly<Record<string, FleetRule>> = {
  ...{ ...NEIGHBOUR_RULES, ...ACCOUNT_RULES, ...PLAN_RULES },
  custom: customRule,
};
