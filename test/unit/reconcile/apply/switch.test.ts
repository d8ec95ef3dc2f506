// A turn-on rests on the newest reading, whichever step of the run has asked for it (rule 9).
import { expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { turnOffAll, turnOnAll } from "../../../../src/reconcile/apply/switch.js";
import { NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

/** What each bot is from the moment on at which the intent is written; another step then reads it. */
async function switched(on: boolean, changed: ObservedBot) {
  const bots = new Map([live(7, "a", { on: !on }), live(8, "a"), live(9, "old")].map((bot) => [bot.id, bot]));
  const told: string[] = [];
  const never = async (): Promise<never> => {
    throw new Error("nobody asks for that");
  };
  const command = (name: string) => async (id: number) => {
    told.push(`${name} ${id}`);
    bots.set(7, live(7, "a", { on }));
    return { kind: "accepted" } as const;
  };
  const ports: ApplyPorts = {
    clock: new VirtualClock(),
    journal: {
      ...NO_JOURNAL,
      async intent() {
        bots.set(changed.id, changed);
        await state.ports.reader.bot(changed.id);
        return 1;
      },
    },
    reader: {
      ...{ accesses: never, endedDeals: never, pairs: never, runningDeals: never },
      bots: async () => [...bots.values()],
      bot: async (id) => bots.get(id) ?? never(),
    },
    writer: {
      ...{ create: never, update: never, startDeal: never, changeTakeProfit: never, completeDeal: never },
      ...{ cancelDeal: never, turnOn: command("on"), turnOff: command("off") },
    },
  };
  const theStep = step(on ? "turn-on" : "turn-off", "a");
  const planned = plannedBot("a", live(7, "a", { on: !on }), { copies: [8], replaces: [9] });
  const state = new Run(planOf([planned], [theStep]), ports, {});
  await (on ? turnOnAll(state) : turnOffAll(state));
  return told;
}

it.each([
  [true, live(7, "a", { fields: { leverage: "9" } }), "it has other settings now"],
  [true, live(7, "a", { on: true }), "it is on already"],
  [true, live(8, "a", { on: true }), "its copy is on"],
  [true, live(9, "old", { on: true }), "the one that it replaces is on"],
  [false, live(7, "mine", { on: true }), "it has another title now"],
])("a switch (on: %s) isn't sent once another step has read otherwise: $because", async (on, changed) => {
  expect(await switched(on, changed)).toEqual([]);
});

it.each([
  [true, live(7, "a")],
  [true, live(8, "a")],
  [false, live(7, "a", { on: true })],
])("a switch (on: %s) is sent where it reads the same", async (on, changed) => {
  expect(await switched(on, changed)).toEqual([`${on ? "on" : "off"} 7`]);
});
