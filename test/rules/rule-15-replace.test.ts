// Rule 15 where a bot replaces another one: that both are on in the end is a violation.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { ALLOWED, MOVED, startWith } from "./replaced.js";
import { addByHand, carryOut, fleet, start } from "./scene.js";

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
    // Of the two, the one that this run has turned on is off again.
    expect((await way.live()).filter(({ status }) => status.on).map((bot) => bot.id)).toEqual([id]);
  });

  it.each([
    { enabled: true, where: "violations" },
    { enabled: false, where: "notes" },
  ] as const)(
    "a bot that another run creates in its place meanwhile is said: enabled $enabled",
    async ({ enabled, where }) => {
      const way = await start();
      addByHand(way, { title: "a" });
      const report = await carryOut(
        way,
        await way.plan(fleet("a")),
        {},
        {
          onEvent: (event) => event.type === "ended" && addByHand(way, { title: "a", accessId: 2, enabled }),
        },
      );
      expect(report[where]).toEqual([expect.stringMatching(/"a" has appeared on access 2 during this run/)]);
    },
  );
});
