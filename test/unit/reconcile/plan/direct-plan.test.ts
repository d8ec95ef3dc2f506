// Plans without a configuration, whole: what they hold of a bot as it was shown, of its deals and of the step.
import { expect, it } from "vitest";
import { fingerprint } from "../../../../src/model/bot/bot.js";
import { asItIs, dealStep, directPlan, shownBot } from "../../../../src/reconcile/plan/direct-plan.js";
import { deal, live } from "../fleet.js";
import { plannedBot } from "./plans.js";

const BOT = live(7, "a", { on: true });
const ACCESS = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const SHOWN = { address: "main/#7", live: BOT, access: ACCESS };
const AS_IT_IS = {
  ...{ address: "main/#7", title: "a", accessId: 1, accessTitle: "Main", copies: [], managed: [], pinned: true },
  ...{ observed: BOT, fingerprint: fingerprint(BOT), target: BOT.fields },
};

it("a bot is planned as it is, by its id", () => {
  expect(asItIs(SHOWN)).toEqual(AS_IT_IS);
  expect(asItIs({ ...SHOWN, copies: [9] })).toEqual({ ...AS_IT_IS, copies: [9] });
  expect(shownBot({ ...SHOWN, deals: [] })).toStrictEqual(AS_IT_IS);
});

it("beside its deals, lowest id first, with the settings that each keeps", () => {
  const settings = { ...BOT.fields, leverage: "3" };
  const deals = [deal(71, 7), deal(70, 7, { settings })];
  const { deals: planned = [], ...bot } = shownBot({ ...SHOWN, deals });
  expect(bot).toEqual(AS_IT_IS);
  const kept = planned.map(({ id, keeps }) => [
    id,
    keeps.map(({ field, kept, after }) => `${field} ${kept}, not ${after}`),
  ]);
  expect(kept).toEqual([
    [70, ["leverage 3, not 5"]],
    [71, []],
  ]);
});

it("a step about a deal names it, and one that starts a deal has none", () => {
  const step = { address: "main/#7", reason: "requested by the command", changes: [], warnings: [] };
  expect(dealStep("main/#7", "cancel-deal", { id: 70 })).toEqual({ ...step, action: "cancel-deal", deal: { id: 70 } });
  expect(dealStep("main/#7", "start-deal")).toStrictEqual({ ...step, action: "start-deal" });
});

it("the plan has these bots and steps, and decides nothing about others", () => {
  const bots = [plannedBot("a", BOT), plannedBot("b", live(8, "b"))];
  const steps = [dealStep("main/a", "start-deal")];
  const account = { account: "main", exchange: "SERVICE_FUTURES", observedBots: 12 };
  expect(directPlan({ ...account, command: "deals start" }, bots, steps)).toEqual({
    ...account,
    ...{ formatVersion: 1, configDigest: "deals start", steps, unchanged: 0, diagnostics: [] },
    bots: { "main/a": bots[0], "main/b": bots[1] },
    ...{ undeclared: [], undeclaredRule: "ignore" },
  });
});
