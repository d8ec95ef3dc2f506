// Rule 20: where a list is asked for absence, bots that are known beside it are read by their ids.
import { describe, expect, it } from "vitest";
import { ServiceError, type ServiceReader } from "../../src/model/ports.js";
import type { KnownBots } from "../../src/reconcile/ledger/facts.js";
import { folderLedger, NO_MEMORY } from "../../src/reconcile/ledger/ledger.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import { Shelf } from "../unit/reconcile/recorded.js";
import { addByHand, carryOut, fleet, kinds, sent, start } from "./scene.js";

const KNOWN: KnownBots = new Map([[2000, { id: 2000, accessId: 1, title: "a", address: "main/a" }]]);

/** A running bot that no list shows, and one that every list does. */
async function hidden() {
  const way = await start();
  addByHand(way, { title: "a", id: 2000, enabled: true });
  addByHand(way, { title: "b", id: 2001, pairTitle: "USDT-ETH" });
  const bots = async () => (await way.reader.bots()).filter(({ id }) => id !== 2000);
  const reader = { ...way.reader, bots };
  const planWith = async (known: KnownBots, bent: Partial<ServiceReader> = {}) =>
    makePlan(
      fleet("a"),
      await refresh(fleet("a"), { ...reader, ...bent }, { memory: { ...NO_MEMORY, bots: known }, now: 0 }),
    );
  return { way, reader, planWith };
}

describe("rule 20: a list that hides a bot", () => {
  it("makes no second one in the plan, and is named there", async () => {
    const { planWith } = await hidden();
    expect((await planWith(new Map())).steps.map(({ action }) => action)).toEqual(["create", "turn-on"]);
    const plan = await planWith(KNOWN);
    expect([plan.steps, plan.diagnostics.map(({ code }) => code)]).toEqual([[], ["plan/unlisted-bot"]]);
  });

  it("makes no second one where the bot got its title while no list showed it", async () => {
    const { planWith } = await hidden();
    const known: KnownBots = new Map([[2000, { id: 2000, accessId: 1, title: "mine", address: undefined }]]);
    expect((await planWith(known)).steps).toEqual([]);
  });

  it("makes no second one where the list still shows the bot under its old title", async () => {
    const { planWith, reader } = await hidden();
    const bots = async () => (await reader.bots()).map((bot) => ({ ...bot, id: 2000 }));
    expect((await planWith(new Map(), { bots })).steps).not.toEqual([]);
    const plan = await planWith(KNOWN, { bots });
    expect([plan.steps, plan.diagnostics]).toEqual([[], []]);
  });

  it("makes no second one where the service refuses to show it just then", async () => {
    const { planWith, reader } = await hidden();
    const no = new ServiceError("refused", "Not now.");
    let refusals = 1;
    const bot = async (id: number) => {
      refusals -= 1;
      if (refusals >= 0) throw no;
      return reader.bot(id);
    };
    expect((await planWith(KNOWN, { bot })).steps).toEqual([]);
    refusals = 99;
    await expect(planWith(KNOWN, { bot })).rejects.toThrow("Not now.");
  });

  it("makes no second one where the host is written in another way", async () => {
    const { way, planWith } = await hidden();
    const shelf = new Shelf();
    const at = (origin: string) => folderLedger(shelf, way.clock, { account: "main", origin, key: "k" });
    await at("http://127.0.0.1:8080").saw([...KNOWN.values()]);
    expect((await planWith((await at("http://localhost:8081").recall()).bots)).steps).not.toEqual([]);
    expect((await planWith((await at("http://localhost:8080").recall()).bots)).steps).toEqual([]);
  });

  it("makes no second one in an apply, whatever the plan says", async () => {
    const { way, reader, planWith } = await hidden();
    const report = await carryOut(way, await planWith(new Map()), { reader }, { knownBots: KNOWN });
    expect([kinds(report)[0], sent(way).creates]).toEqual(["create main/a failed", 0]);
    expect(report.outcomes[0]?.detail).toContain('bot 2000 "a" has taken its title');
  });

  it("turns no second one on", async () => {
    const { way, reader } = await hidden();
    addByHand(way, { title: "a", id: 2002 });
    const plan = makePlan(fleet("a"), await refresh(fleet("a"), reader));
    const report = await carryOut(way, plan, { reader }, { knownBots: KNOWN });
    expect([kinds(report), sent(way).turnOns]).toEqual([["turn-on main/a failed"], 0]);
  });
});
