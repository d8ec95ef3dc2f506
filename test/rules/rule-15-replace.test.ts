// Rule 15 where a bot replaces another one: that both are on in the end is a violation.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { ALLOWED, MOVED, startWith } from "./replaced.js";
import { carryOut } from "./scene.js";

describe("rule 15: a bot and the one that it replaces", () => {
  it("I1: are a violation when both are on in the end", async () => {
    const { way, id } = await startWith({ enabled: true });
    const bot = async (botId: number): Promise<ObservedBot> => {
      const live = await way.reader.bot(botId);
      if (live.accessId === 2 && live.status.on) way.emulator.service.editBot(id, { enabled: true });
      return live;
    };
    const report = await carryOut(way, await way.plan(MOVED, ALLOWED), { reader: { bot } });
    expect(report.violations).toEqual([expect.stringContaining(`bot ${id}, which it replaces, is also on`)]);
  });
});
