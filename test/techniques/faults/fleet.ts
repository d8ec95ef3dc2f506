// The small fleet that faults befall: one bot to create and turn on, one to update, one to turn off, one that is nobody's business.
import type { Seed, SeedBot } from "../../../src/emulator/seed/seed.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import { BASE, desired, desiredBot } from "../../unit/reconcile/fleet.js";

export const EXCHANGE = "SERVICE_FUTURES";

export const CHANGED_ID = 11;
export const OFF_ID = 12;
export const BYSTANDER_ID = 13;

/** BASE in a seed's form; a live bot as a hand would make it. */
export function seedBot(title: string, more: Partial<SeedBot> = {}): SeedBot {
  return { accessId: 1, enabled: true, ...BASE, title, ...more };
}

export const SEED: Seed = {
  accounts: [
    {
      name: "main",
      apiKey: "key",
      apiSecret: "secret",
      accesses: [
        { accessId: 1, title: "Main" },
        { accessId: 2, title: "Second" },
      ],
      bots: [
        // Pairs of their own: a create beside a bot of the same pair and strategy is questioned (rule 22).
        seedBot("changed", { id: CHANGED_ID, pairTitle: "USDT-SOL" }),
        seedBot("off", { id: OFF_ID, pairTitle: "USDT-XRP" }),
        seedBot("bystander", { id: BYSTANDER_ID, pairTitle: "USDT-ETH" }),
      ],
    },
    {
      name: "other",
      apiKey: "other-key",
      apiSecret: "other-secret",
      accesses: [{ accessId: 9, title: "Other" }],
      bots: [seedBot("theirs", { id: 21, accessId: 9 })],
    },
  ],
};

/** An account of a dozen bots, all on. */
export const DOZEN: Seed = {
  accounts: SEED.accounts.map((account) => ({
    ...account,
    bots: account.name === "main" ? Array.from({ length: 12 }, (_, at) => seedBot(`bot ${at}`)) : [],
  })),
};

const NEW = desiredBot("new", {
  enabled: true,
  fields: { volumeSafetyOrder: "25", percentTakeProfit: "1.255" },
});
const CHANGED = desiredBot("changed", {
  enabled: true,
  fields: { pairTitle: "USDT-SOL", leverage: "9", percentTakeProfit: "1.255" },
});

/** Steps: turn-off of "off", update of "changed", create and turn-on of "new". */
export const FLEET: Desired = desired([
  NEW,
  CHANGED,
  desiredBot("off", { enabled: false, fields: { pairTitle: "USDT-XRP" } }),
]);

/** Steps: create and turn-on of "new". */
export const ONE_NEW: Desired = desired([NEW]);

/** Steps: update of "changed". */
export const ONE_CHANGED: Desired = desired([CHANGED]);

/** Steps where somebody has turned "changed" off: its turn-on. */
export const ONE_OFF: Desired = desired([desiredBot("changed", { enabled: true, fields: { pairTitle: "USDT-SOL" } })]);
