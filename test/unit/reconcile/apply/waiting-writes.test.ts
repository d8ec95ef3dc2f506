// A write that has to wait for its turn: what it rests on is looked at again before it leaves, or it doesn't leave (rules 2, 9, 12 and 13).
import { describe, expect, it } from "vitest";
import { NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { Budgets } from "../../../../src/service/budget.js";
import { createClient } from "../../../../src/service/client.js";
import type { OperationName } from "../../../../src/service/operations.js";
import { serviceReader, serviceWriter } from "../../../../src/service/ports.js";
import { addByHand, carryOut, fleet, idle, kinds, sent, start } from "../../../rules/scene.js";
import { EXCHANGE } from "../../../support/road.js";

const KEY = "key";

/** The road with one budget for reads and writes, a log of what left when, and of what the journal was told. */
async function stage(signal?: AbortSignal) {
  const way = await start();
  const budgets = new Budgets(way.clock);
  const left: { readonly name: OperationName; readonly at: number }[] = [];
  const client = createClient({
    apiUrl: way.emulator.url,
    apiKey: KEY,
    apiSecret: "secret",
    allow: "bots",
    now: way.clock.now,
    sleep: (ms) => way.clock.sleep(ms),
    budgets,
    onRequest: (name) => void left.push({ name, at: way.clock.elapsed() }),
    ...(signal !== undefined && { signal }),
  });
  const told: string[] = [];
  const journal = {
    ...NO_JOURNAL,
    intent: async (_step: object, sends: string) => {
      told.push(`intent ${sends}`);
      return 0;
    },
    answer: (_write: number, { kind }: { readonly kind: string }) => void told.push(kind),
  };
  const budget = budgets.of(new URL(way.emulator.url).origin, KEY);
  const ports = { reader: serviceReader(client, EXCHANGE), writer: serviceWriter(client, EXCHANGE), journal };
  return { way, budget, ports, left, told };
}

describe("a write that waits longer than what it rests on may be old", () => {
  it("a create is sent once, on a list that is younger than two seconds when it leaves", async () => {
    const { way, budget, ports, left, told } = await stage();
    let calls = 0;
    const create: typeof ports.writer.create = (...given) => {
      calls += 1;
      if (calls === 1) budget.slowDown(8_000);
      return ports.writer.create(...given);
    };
    const report = await carryOut(way, await way.plan(idle("a")), { ...ports, writer: { ...ports.writer, create } });
    expect(kinds(report)).toEqual(["create main/a applied"]);
    expect([calls, sent(way).creates, way.emulator.service.bots().length]).toEqual([2, 1, 1]);
    expect(told).toEqual(["intent create", "overtaken", "intent create", "accepted"]);
    const post = left.findIndex(({ name }) => name === "createBot");
    const list = left.slice(0, post).findLast(({ name }) => name === "listBots");
    expect((left[post]?.at ?? 0) - (list?.at ?? 0)).toBeLessThanOrEqual(2_000);
    expect(left[post]?.at).toBeGreaterThanOrEqual((left[0]?.at ?? 0) + 8_000);
  });

  it("a bot that appears while a create waits stops it", async () => {
    const { way, budget, ports } = await stage();
    const create: typeof ports.writer.create = (...given) => {
      budget.slowDown(8_000);
      const answer = ports.writer.create(...given);
      addByHand(way, { title: "a" });
      return answer;
    };
    const report = await carryOut(way, await way.plan(idle("a")), { ...ports, writer: { ...ports.writer, create } });
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 2, stale: true, wrote: false }]);
    expect(sent(way).creates).toBe(0);
  });

  it("a turn-on rests on a new look", async () => {
    const { way, budget, ports, told } = await stage();
    let calls = 0;
    const turnOn: typeof ports.writer.turnOn = (...given) => {
      calls += 1;
      if (calls === 1) budget.slowDown(8_000);
      return ports.writer.turnOn(...given);
    };
    const report = await carryOut(way, await way.plan(fleet("a")), { ...ports, writer: { ...ports.writer, turnOn } });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a applied"]);
    expect([calls, sent(way).turnOns]).toEqual([2, 1]);
    expect(told.slice(2)).toEqual(["intent turn-on", "overtaken", "intent turn-on", "accepted"]);
  });

  it("a turn-on whose plan expires meanwhile doesn't leave", async () => {
    const { way, budget, ports } = await stage();
    const turnOn: typeof ports.writer.turnOn = (...given) => {
      budget.slowDown(8_000);
      return ports.writer.turnOn(...given);
    };
    const plan = await way.plan(fleet("a"));
    const bent = { ...ports, writer: { ...ports.writer, turnOn } };
    const report = await carryOut(way, plan, bent, { expiresAt: way.clock.now() + 4_000 });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a failed"]);
    expect(sent(way).turnOns).toBe(0);
  });
});

it("an interrupt while a write waits: it doesn't leave, and the journal says so", async () => {
  const controller = new AbortController();
  const { way, budget, ports, told } = await stage(controller.signal);
  const create: typeof ports.writer.create = (...given) => {
    budget.slowDown(8_000);
    const answer = ports.writer.create(...given);
    controller.abort();
    return answer;
  };
  const plan = await way.plan(idle("a"));
  const bent = { ...ports, writer: { ...ports.writer, create } };
  const report = await carryOut(way, plan, bent, { signal: controller.signal });
  expect([kinds(report), report.stop]).toEqual([["create main/a not-started"], "interrupted"]);
  expect([sent(way).creates, told]).toEqual([0, ["intent create", "overtaken"]]);
});
