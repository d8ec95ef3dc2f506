// Rule 1: a list counts as read only when its shape is right throughout; absence in a bad read is not absence.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/model/ports.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import { serviceReader } from "../../src/service/ports.js";
import { success } from "../support/hostile.js";
import { EXCHANGE } from "../support/road.js";
import { wireBot } from "../unit/service/wirebot.js";
import { addByHand, against, carryOut, fleet, idle, kinds, sent, start } from "./scene.js";

describe("rule 1: a list counts as read only when its shape is right throughout", () => {
  it.each([
    { row: { ...wireBot(), id: "1" }, because: "an id that is text" },
    { row: { ...wireBot(), title: null }, because: "a bot without a title" },
    { row: { ...wireBot(), status: undefined }, because: "a bot without a status" },
    { row: { ...wireBot(), settings: "none" }, because: "settings that are text" },
    { row: null, because: "a row that is nothing" },
  ])("one odd row spoils the whole list: $because", async ({ row }) => {
    const { client } = await against((socket) => socket.write(success([wireBot({ id: 7 }), row])));
    await expect(client.listBots(EXCHANGE)).rejects.toMatchObject({ name: "ServiceError", kind: "shape" });
  });

  it("a list that shows a bot twice is a bad read", async () => {
    const { client } = await against((socket) => socket.write(success([wireBot({ id: 7 }), wireBot({ id: 7 })])));
    await expect(serviceReader(client, EXCHANGE).bots()).rejects.toMatchObject({ kind: "shape" });
  });

  it("an unreadable list aborts: nothing is created", async () => {
    const way = await start();
    const bots = () =>
      Promise.reject(new ServiceError("shape", "listBots: data in the answer is not what the API documents"));
    const report = await carryOut(way, await way.plan(fleet("a")), { reader: { bots } });
    expect(kinds(report)).toEqual(["create main/a failed", "turn-on main/a skipped"]);
    expect(report.outcomes[0]).toMatchObject({ rule: 1, wrote: false });
    expect(sent(way).creates).toBe(0);
  });

  it("a list that is suddenly empty aborts: the plan was made with bots on it", async () => {
    const way = await start();
    await way.apply(await way.plan(idle("a")));
    const report = await carryOut(way, await way.plan(idle("a", "b")), { reader: { bots: async () => [] } });
    expect(report.outcomes).toMatchObject([
      { kind: "failed", rule: 1, detail: expect.stringContaining("suddenly empty") },
    ]);
    expect(sent(way).creates).toBe(1);
  });

  it("a list that becomes empty within the run aborts: it has shown bots before", async () => {
    const way = await start();
    let readings = 0;
    const bots = async () => {
      readings += 1;
      return readings === 3 ? [] : way.reader.bots();
    };
    const create: typeof way.writer.create = async (...given) => {
      const answer = await way.writer.create(...given);
      // The next create reads the list again.
      way.clock.advance(3_000);
      return answer;
    };
    const plan = await way.plan(idle("a", "b", "c"));
    const report = await carryOut(way, plan, { reader: { bots }, writer: { create } }, { concurrency: 1 });
    expect(kinds(report)).toEqual(["create main/a applied", "create main/b applied", "create main/c failed"]);
    expect(sent(way).creates).toBe(2);
  });

  it("an account that has no bots yet has an empty list, and that is no bad read", async () => {
    const way = await start();
    expect(kinds(await way.apply(await way.plan(idle("a"))))).toEqual(["create main/a applied"]);
  });

  it("no plan is made of a list that can't be read", async () => {
    const way = await start();
    const bots = () => Promise.reject(new ServiceError("http", "listBots: HTTP 502"));
    await expect(refresh(fleet("a"), { ...way.reader, bots })).rejects.toMatchObject({ kind: "http" });
  });

  it("a bot that lists have shown isn't absent because its details can't be read", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "a", id: 2500 });
    const plan = await way.plan(fleet("a"));
    way.emulator.service.editBot(2500, { enabled: true });
    const bots = async () => (await way.reader.bots()).filter(({ id }) => id !== 2500);
    const bot: typeof way.reader.bot = async (id) => {
      if (id === 2500)
        throw new ServiceError("shape", "botDetails: HTTP 200: the answer isn't in the service's format");
      return way.reader.bot(id);
    };
    await carryOut(way, plan, { reader: { bots, bot } });
    expect(sent(way).turnOns).toBe(0);
  });
});
