// Rule 2: list before create, and again at most 2 s before the POST; create only on zero matches.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { success } from "../support/hostile.js";
import { addByHand, against, carryOut, idle, kinds, meanwhile, sent, start } from "./scene.js";

describe("rule 2: list before create, and again at most 2 s before the POST; create only on zero matches", () => {
  it("a bot with the title that appeared since the plan stops the create", async () => {
    const way = await start();
    const plan = await way.plan(idle("a"));
    addByHand(way, { title: "a" });
    const report = await way.apply(plan);
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 2, stale: true, wrote: false }]);
    expect(sent(way).creates).toBe(0);
  });

  it("a bot with the title on another access is no match", async () => {
    const way = await start();
    const plan = await way.plan(idle("a"));
    addByHand(way, { title: "a", accessId: 2 });
    expect(kinds(await way.apply(plan))).toEqual(["create main/a applied"]);
  });

  it("the list is read before the POST", async () => {
    const way = await start();
    const log: string[] = [];
    const bots = () => {
      log.push("list");
      return way.reader.bots();
    };
    const create: typeof way.writer.create = (...given) => {
      log.push("POST");
      return way.writer.create(...given);
    };
    await carryOut(way, await way.plan(idle("a")), { reader: { bots }, writer: { create } });
    expect(log.slice(0, 2)).toEqual(["list", "POST"]);
  });

  it("a list that has grown older than 2 s is read again before the POST", async () => {
    const way = await start();
    const journal = meanwhile((count) => {
      if (count > 1) return;
      way.clock.advance(2_100);
      addByHand(way, { title: "a" });
    });
    const report = await carryOut(way, await way.plan(idle("a")), { journal });
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 2, stale: true }]);
    expect(sent(way).creates).toBe(0);
  });

  it("a list that is too old each time means that nothing is sent", async () => {
    const way = await start();
    const journal = meanwhile(() => way.clock.advance(3_000));
    const report = await carryOut(way, await way.plan(idle("a")), { journal });
    expect(report.outcomes).toMatchObject([{ kind: "failed", wrote: false }]);
    expect(sent(way).creates).toBe(0);
  });

  it("a create that is held back by an old list names this rule", async () => {
    const way = await start();
    const journal = meanwhile(() => way.clock.advance(3_000));
    const report = await carryOut(way, await way.plan(idle("a")), { journal });
    expect(report.outcomes).toMatchObject([{ rule: 2 }]);
  });

  it("the reading that shows zero matches is itself at most 2 s old, however slow the details are", async () => {
    const way = await start();
    const plan = await way.plan(idle("a"));
    addByHand(way, { title: "a", accessId: 2 });
    let slow = true;
    const bot = async (id: number): Promise<ObservedBot> => {
      if (slow) {
        slow = false;
        way.clock.advance(3_000);
        addByHand(way, { title: "a" });
      }
      return way.reader.bot(id);
    };
    await carryOut(way, plan, { reader: { bot } });
    expect(sent(way).creates).toBe(0);
  });

  it("another step's reading of the list doesn't make this step's look younger", async () => {
    const way = await start();
    let proceed = () => {};
    const second = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const journal = meanwhile(async (count) => {
      // a's intent takes until b, whose intent took 3 s, has looked again.
      if (count === 1) await second;
      if (count === 2) {
        way.clock.advance(3_000);
        addByHand(way, { title: "a" });
      }
      if (count === 3) proceed();
    });
    const report = await carryOut(way, await way.plan(idle("a", "b")), { journal });
    expect(kinds(report)).toEqual(["create main/a failed", "create main/b applied"]);
  });

  it("a bot with the title whose details don't say its access stops the create", async () => {
    const way = await start();
    const plan = await way.plan(idle("a"));
    addByHand(way, { title: "a" });
    const bot = async (id: number): Promise<ObservedBot> => ({ ...(await way.reader.bot(id)), accessId: null });
    await carryOut(way, plan, { reader: { bot } });
    expect(sent(way).creates).toBe(0);
  });

  it("a POST doesn't wait behind reads, while its look grows old", async () => {
    let answerRead = () => {};
    const { client } = await against(
      (socket, head) => {
        if (head.startsWith("GET")) answerRead = () => socket.write(success(["USDT-BTC"]));
        else {
          socket.write(success({ botId: 1 }));
          answerRead();
        }
      },
      { concurrency: 1, deadlineMs: 5_000, retry: { attempts: 1, baseMs: 0, capMs: 0, budget: 0 } },
    );
    const [read, write] = await Promise.allSettled([client.pairList(), client.createBot([])]);
    expect(write).toMatchObject({ value: { kind: "accepted" } });
    // It was answered, which it is only once the POST has come.
    expect(read).toMatchObject({ status: "fulfilled" });
  });
});
