// Why a bot stands on neither side of a plan's replay; which bots there are is tested with the plans they come from.
import { expect, it } from "vitest";
import {
  type Fitness,
  playedOn,
  type SidedBot,
  sidedBots,
  whyLeftOut,
} from "../../../../src/app/money/plan-replay-bots.js";
import { desired, live, observed } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

const BTC = { pairTitle: "USDT-BTC", leverage: "5" };
const BOT: SidedBot = {
  ...{ address: "demo/a", isChanged: true, state: { now: "on", after: "on" }, asIfOn: false },
  ...{ now: BTC, after: { ...BTC, leverage: "7" }, isNew: false, unknownSettings: [] },
};
const FIT: Fitness = { unfit: () => undefined, open: () => [], hasPrices: (pair) => pair === "USDT-BTC" };

it.each<[Partial<SidedBot>, Partial<Fitness>, string | undefined, string]>([
  [{}, {}, undefined, "it can be replayed on both sides"],
  [{ after: { pairTitle: "USDT-ETH" } }, {}, "no prices of USDT-ETH were given", "one side has none"],
  [{}, { hasPrices: () => false }, "no prices of USDT-BTC were given", "a pair is named once"],
  [
    { after: { pairTitle: "USDC-BTC" } },
    { hasPrices: () => true },
    "it goes from USDT to USDC, and sums of two currencies can't be compared",
    "wallets are apart",
  ],
  [
    { after: { pairTitle: "USDT-ETH" }, state: { now: "on", after: "off" } },
    {},
    undefined,
    "a side without deals needs no prices",
  ],
  [{}, { unfit: ({ leverage }) => (leverage === "7" ? "no" : undefined) }, "no", "one side is unfit"],
  [{}, { open: () => ["countOrderMax"] }, undefined, "a live bot shows what it has"],
  [
    { isNew: true, now: null, state: { now: "absent", after: "on" } },
    { open: () => ["volumeSafetyOrder", "countOrderMax"] },
    "what the service fills in for its volumeSafetyOrder and countOrderMax isn't known; declare it",
    "a new one doesn't yet",
  ],
  [
    { state: { now: "off", after: "off" }, asIfOn: true },
    { hasPrices: () => false },
    "no prices of USDT-BTC were given",
    "it is replayed as if it were on",
  ],
])("%#: %j", (bot, fitness, why, because) => {
  expect(whyLeftOut({ ...BOT, ...bot }, { ...FIT, ...fitness }), because).toBe(why);
});

it("is no bot to compare where it is turned off once more, and its settings stay", () => {
  const off = live(1, "a", { on: false });
  const made = planOf([plannedBot("a", off)], [step("turn-off", "a")]);
  const found = sidedBots({ made, desired: desired([]), observed: observed([off]) });
  expect(found).toMatchObject([{ address: "main/a", state: { now: "off", after: "off" }, asIfOn: false }]);
});

it("is replayed on the sides on which it is on, or as if it were", () => {
  const off = { ...BOT, state: { now: "off", after: "off" } } as const;
  expect([playedOn(BOT, "now"), playedOn(BOT, "after")]).toEqual([BOT.now, BOT.after]);
  expect([playedOn(off, "now"), playedOn({ ...off, asIfOn: true }, "now")]).toEqual([null, BOT.now]);
});
