// A plan of nothing but turn-offs, for a panic: it takes no configuration to make one.
import { fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import type { Plan, PlannedBot } from "../../model/plan/plan.js";

/** Stands where the list doesn't tell a bot's access and nobody has looked; undo reads it then. */
const NO_ACCESS = 0;

/** The plan that turns these bots off, as they were seen, in the order of their ids. */
export function offPlan(account: string, exchange: string, bots: readonly ObservedBot[]): Plan {
  const sorted = bots.toSorted((left, right) => left.id - right.id);
  const addressOf = ({ id }: ObservedBot) => `${account}/#${id}`;
  return {
    formatVersion: 1,
    account,
    exchange,
    configDigest: "bots off",
    steps: sorted.map((bot) => ({
      address: addressOf(bot),
      action: "turn-off",
      reason: `bots off: the service shows ${bot.status.raw}`,
      changes: [],
      warnings: [],
    })),
    bots: Object.fromEntries(sorted.map((bot) => [addressOf(bot), plannedBot(addressOf(bot), bot)])),
    unchanged: 0,
    observedBots: bots.length,
    undeclared: [],
    undeclaredRule: "ignore",
    diagnostics: [],
  };
}

function plannedBot(address: string, bot: ObservedBot): PlannedBot {
  return {
    address,
    title: bot.fields.title ?? "",
    accessId: bot.accessId ?? NO_ACCESS,
    accessTitle: "",
    observed: bot,
    fingerprint: fingerprint(bot),
    target: bot.fields,
    managed: [],
    copies: [],
    pinned: true,
  };
}
