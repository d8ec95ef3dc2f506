// Rule 17: apply never starts, completes or cancels a deal unless the plan says so as a step of its own.
import { afterEach, describe, expect, it } from "vitest";
import { isDealAction, PHASES } from "../../src/model/plan/actions.js";
import { OPERATIONS } from "../../src/service/operations.js";
import { success } from "../support/hostile.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, against, carryOut, fleet, idle, LOST, start } from "./scene.js";

const DEAL_OPERATIONS = ["startDeal", "changeTakeProfit", "completeDeal", "cancelDeal"] as const;

describe("rule 17: a client for applying", () => {
  it.each(DEAL_OPERATIONS)("refuses %s, and sends nothing", async (operation) => {
    const { client, server } = await against((socket) => socket.write(success("done")), { allow: "bots" });
    const calls = {
      startDeal: () => client.startDeal(1),
      changeTakeProfit: () => client.changeTakeProfit(1, "1.5", true),
      completeDeal: () => client.completeDeal(1),
      cancelDeal: () => client.cancelDeal(1),
    };
    await expect(calls[operation]()).rejects.toThrow(
      `a transport for bots was asked to ${operation}; nothing was sent`,
    );
    expect(server.received).toEqual([]);
  });

  it("may do what a plan's steps need", async () => {
    const { client, server } = await against((socket) => socket.write(success({ botId: 1 })), { allow: "bots" });
    for (const write of [client.createBot([]), client.updateBot([]), client.turnOn(1), client.turnOff(1)]) await write;
    expect(server.received).toHaveLength(4);
  });

  it("knows every operation that touches a deal as one", () => {
    const deals = Object.entries(OPERATIONS).flatMap(([name, { effect }]) => (effect === "deals" ? [name] : []));
    expect(deals).toEqual(DEAL_OPERATIONS);
  });

  it("every step that touches a deal is named, and only take-profit comes before the end", () => {
    expect(PHASES).toEqual([
      ...["turn-off", "update", "take-profit", "create", "turn-on"],
      ...["start-deal", "complete-deal", "cancel-deal"],
    ]);
    const touching = ["take-profit", "start-deal", "complete-deal", "cancel-deal"];
    expect(PHASES.filter(isDealAction)).toEqual(touching);
  });
});

describe("rule 17: no apply touches a deal", () => {
  let way: Road | undefined;

  afterEach(() => {
    const requests = way?.emulator.service.requests;
    expect(DEAL_OPERATIONS.map((operation) => requests?.[operation])).toEqual([0, 0, 0, 0]);
  });

  it("that creates, updates, turns on and off, with deals under way", async () => {
    way = await start();
    await way.apply(await way.plan(fleet("a", "b")));
    way.clock.advance(60_000);
    expect(way.emulator.service.deals().length).toBeGreaterThan(0);
    const next = desired([
      desiredBot("a", { enabled: false, fields: { leverage: "9" } }),
      desiredBot("b", { enabled: true, fields: { title: "b2", percentTakeProfit: "2" }, previousTitles: ["b"] }),
      desiredBot("c", { enabled: true }),
    ]);
    const report = await way.apply(await way.plan(next));
    expect(report.outcomes.every(({ kind }) => kind === "applied")).toBe(true);
  });

  it("that goes wrong at every write", async () => {
    way = await start({ quirks: { newBots: "on", updateSwitch: "on" } });
    addByHand(way, { title: "u" });
    const lost = async () => LOST;
    const plan = await way.plan(
      desired([desiredBot("a", { enabled: true }), desiredBot("u", { fields: { leverage: "9" } })]),
    );
    await carryOut(way, plan, { writer: { create: lost, update: lost, turnOn: lost, turnOff: lost } });
    await way.apply(await way.plan(idle("a")));
  });
});
